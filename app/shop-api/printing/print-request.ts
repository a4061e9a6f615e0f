import { z } from 'zod';
import { BOUNDS } from '../../bounds.ts';
import { NEXT_PART, PRINT_DOCUMENTS } from '../../pages/warehouse/print-query.ts';
import { readPrintQuery } from '../../pages/warehouse/read-print-query.ts';
import { escapeHtml } from '../../printing/document.ts';
import type { Handoff } from '../../app-context.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import { textsIn } from '../../texts/choose-texts.ts';
import { localeOf, type Locale } from '../../texts/locale.ts';
import type { AnsweredClient } from '../answered-client.ts';
import { authenticateMerchant, isUnsigned } from '../merchant-request.ts';
import { openShopContext } from '../shop-context.ts';
import { printDocument } from './print-documents.ts';

const documentSchema = z.enum(PRINT_DOCUMENTS);

/**
 * Answers with a printed document, across origins, because the admin fetches what it prints. The session token of the
 * request says whose deliveries they are, so an address alone is worth nothing. 401 without a token that is good now,
 * 400 for an address that asks for nothing, 404 for deliveries of another shop, 503 when Shopify cannot be read.
 */
export async function answerPrint(
  handoff: Handoff,
  request: Request,
  given: { document: string | undefined; client: AnsweredClient },
): Promise<Response> {
  const locale = localeOf(new URL(request.url).search);
  if (isUnsigned(request)) return refusal(401, locale, { 'Access-Control-Allow-Origin': '*' });
  const { app } = handoff;
  const merchant = await authenticateMerchant(handoff, request, BOUNDS.printCost);
  const { cors, shop } = merchant;
  try {
    const document = documentSchema.parse(given.document);
    const order = { ...readPrintQuery(new URL(request.url).searchParams), document, client: given.client };
    const printed = await printDocument(openShopContext(handoff, merchant, locale), order);
    if (!printed) return cors(refusal(404, locale));
    return cors(
      new Response(printed.body, {
        headers: { ...headersOf(printed.policy), ...(printed.next && { [NEXT_PART]: printed.next }) },
      }),
    );
  } catch (error) {
    if (error instanceof z.ZodError) return cors(refusal(400, locale));
    if (error instanceof ShopifyError) {
      app.logger.warn({ shop, failure: error.failure }, 'Shopify could not be read to print');
      return cors(refusal(503, locale));
    }
    app.logger.error({ error, shop }, 'a document could not be printed');
    return cors(refusal(500, locale));
  }
}

const REFUSED = "default-src 'none'";

function refusal(status: 400 | 401 | 404 | 500 | 503, locale: Locale, headers: Readonly<Record<string, string>> = {}) {
  const texts = textsIn(locale).print.refusals;
  const text = {
    400: texts.nothing,
    401: texts.signIn,
    404: texts.notFound,
    500: texts.failed,
    503: texts.unreachable,
  };
  const body = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>Handoff</title><p>${escapeHtml(text[status])}</p></html>`;
  return new Response(body, { status, headers: { ...headersOf(REFUSED), ...headers } });
}

function headersOf(policy: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  };
}
