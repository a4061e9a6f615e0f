import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { chooseLocale, type Locale } from '../domain/describe-problem.ts';
import type { World } from '../pipeline/world.ts';
import { ShopifyError } from '../shopify/shopify-error.ts';
import type { Refusal } from '../web/extension-view/extension-answers.ts';
import { authenticateMerchant } from './merchant-request.ts';

/** A request of an extension, of a staff member who is signed in to the shop. */
export interface ExtensionRequest {
  readonly world: World;
  /** The shop of the session token: whatever is asked for must be of this shop. */
  readonly shop: string;
  readonly locale: Locale;
  readonly search: URLSearchParams;
  readonly request: Request;
}

/**
 * Answers a request of an extension with JSON, across origins. 401 without a session token of this app that is good now;
 * 404 when `answer` gives null, which it does for what is not of the token's shop; 400 when it throws a `ZodError`;
 * 503 when Shopify could not be asked. Whatever the answer, an extension can read it.
 */
export async function answerExtension(
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
  answer: (asked: ExtensionRequest) => Promise<object | null>,
): Promise<Response> {
  if (isUnsigned(request)) return refuseUnsigned();
  const { world, shop, cors } = await authenticateMerchant({ request, context });
  const { searchParams: search } = new URL(request.url);
  try {
    const locale = chooseLocale(search.get('locale') ?? '');
    const body = await answer({ world, shop, locale, search, request });
    return cors(body ? Response.json(body, { headers: { 'Cache-Control': 'no-store' } }) : refuse(404, 'not-found'));
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return cors(refuse(400, 'bad-request'));
    if (error instanceof ShopifyError) {
      world.logger.warn({ shop, failure: error.failure }, 'Shopify could not be asked for an extension');
      return cors(refuse(503, 'shopify-unreachable'));
    }
    world.logger.error({ error, shop }, "an extension's request failed");
    return cors(refuse(500, 'failed'));
  }
}

/** The loader of an address that takes POST alone: extensions ask for leave by OPTIONS, which Remix hands to loaders. */
export async function answerOptionsAlone({ request, context }: LoaderFunctionArgs): Promise<Response> {
  if (isUnsigned(request)) return refuseUnsigned();
  const { cors } = await authenticateMerchant({ request, context });
  return cors(new Response(null, { status: 405, headers: { Allow: 'POST' } }));
}

/** Without the header the package takes a request for that of a page, and sends it to the sign-in. */
function isUnsigned({ method, headers }: Request): boolean {
  return method !== 'OPTIONS' && !headers.has('Authorization');
}

function refuseUnsigned(): Response {
  return new Response(null, { status: 401, headers: { 'Access-Control-Allow-Origin': '*' } });
}

function refuse(status: number, error: Refusal['error']): Response {
  return Response.json({ error } satisfies Refusal, { status });
}

const number = z.string().regex(/^\d{1,20}$/, 'must be the number of a gid');

/** The gid of what an address names by its number. */
export function gidOf(type: 'Order' | 'Fulfillment', param: string | undefined): string {
  return `gid://shopify/${type}/${number.parse(param)}`;
}
