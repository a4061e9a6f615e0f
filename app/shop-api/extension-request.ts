import { z } from 'zod';
import type { Handoff } from '../program/composition.ts';
import type { Refusal } from '../extension-api/extension-answers.ts';
import { ShopifyError } from '../shopify/admin-api/shopify-error.ts';
import { localeOf } from '../texts/locale.ts';
import { createShopApi } from './create-shop-api.ts';
import { authenticateMerchant, isUnsigned } from './merchant-request.ts';
import { openOwnShop } from './own-shop.ts';
import type { ShopApi } from './shop-api.ts';

/**
 * Answers a request of an extension with JSON, across origins. 401 without a session token of this app that is good now;
 * 404 when `answer` gives null, which it does for what is not of the token's shop; 400 when it throws a `ZodError`;
 * 503 when Shopify could not be asked. Whatever the answer, an extension can read it.
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
    const own = openOwnShop(handoff, merchant, localeOf(new URL(request.url).search));
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

/** The answer of an address that takes POST alone: extensions ask for leave by OPTIONS, which Remix hands to loaders. */
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
