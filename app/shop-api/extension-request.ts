import { z } from 'zod';
import type { Handoff } from '../app-context.ts';
import type { Refusal } from '../extension-api/extension-answers.ts';
import { ShopifyError } from '../shopify/admin-api/shopify-error.ts';
import { localeOf } from '../texts/locale.ts';
import { createShopApi, type ShopApi } from './shop-api.ts';
import { authenticateMerchant, isUnsigned } from './merchant-request.ts';
import { openShopContext } from './shop-context.ts';

/**
 * Answers a request of an extension with JSON, across origins. The status is 401 without a valid session token of this
 * app, 404 when `answer` gives null, as it does for records of another shop, 400 when it throws a `ZodError`, and 503
 * when Shopify could not be asked. Every answer has the headers that let an extension read it.
 */
export async function answerExtension(
  handoff: Handoff,
  request: Request,
  answer: (shopApi: ShopApi) => Promise<object | null>,
  cost?: number,
): Promise<Response> {
  if (isUnsigned(request)) return refuseUnsigned();
  const { app } = handoff;
  const merchant = await authenticateMerchant(handoff, request, cost);
  const { shop, cors } = merchant;
  try {
    const own = openShopContext(handoff, merchant, localeOf(new URL(request.url).search));
    const body = await answer(createShopApi(own, app));
    return cors(body ? Response.json(body) : refuse(404, 'not-found'));
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return cors(refuse(400, 'bad-request'));
    if (error instanceof ShopifyError) {
      app.logger.warn({ shop, failure: error.failure }, 'Shopify could not be asked for an extension');
      return cors(refuse(503, 'shopify-unreachable'));
    }
    app.logger.error({ error, shop }, "an extension's request failed");
    return cors(refuse(500, 'failed'));
  }
}

/**
 * The answer of an address that accepts only POST. Browsers send an OPTIONS request first, which Remix passes to the
 * loader.
 */
export async function answerOptionsAlone(handoff: Handoff, request: Request): Promise<Response> {
  if (isUnsigned(request)) return refuseUnsigned();
  const { cors } = await authenticateMerchant(handoff, request);
  return cors(new Response(null, { status: 405, headers: { Allow: 'POST' } }));
}

function refuseUnsigned(): Response {
  return new Response(null, { status: 401, headers: { 'Access-Control-Allow-Origin': '*' } });
}

function refuse(status: number, error: Refusal['error']): Response {
  return Response.json({ error } satisfies Refusal, { status });
}
