import type { Handoff } from '../app-context.ts';
import { claimsOf, sessionTokensIn, shopOfMerchant } from '../shopify/access/session-token.ts';

/** A request of a staff member who is signed in to a shop of this app. */
export interface MerchantRequest {
  /** `<handle>.myshopify.com` */
  readonly shop: string;
  /** Number of the staff member in Shopify. */
  readonly staff: string;
  /** Lets an extension, which is of another origin, read the response. */
  readonly cors: (response: Response) => Response;
}

/**
 * Checks the session token of a request, and takes its cost from what the shop may do in a minute. Every page and every
 * endpoint of the extensions begins with this.
 *
 * The Shopify package checks the signature, the times and the app of the token. That the token is of the shop's admin
 * and of a staff member is checked here, since a buyer's token is signed with the same secret for the same app.
 *
 * @param cost in points. By default a read costs nothing and a change one point; a read that costs Shopify or the
 *   database much has a cost too
 * @throws Response that leads to a fresh session token, or 400, or 401, or 429 when the shop has acted too often in a
 *   minute
 */
export async function authenticateMerchant(
  { shopify, actionBudget }: Pick<Handoff, 'shopify' | 'actionBudget'>,
  request: Request,
  cost: number = ['GET', 'HEAD'].includes(request.method) ? 0 : 1,
): Promise<MerchantRequest> {
  if (!isHost(new URL(request.url).searchParams.get('host'))) throw new Response(null, { status: 400 });
  const claims = sessionTokensIn(request).map(claimsOf);
  if (claims.some((each) => each !== undefined && shopOfMerchant(each) === null)) throw notSignedIn();
  const { session, cors, sessionToken } = await shopify.authenticate.admin(request);
  const { shop } = session;
  if (shopOfMerchant(sessionToken) !== shop) throw notSignedIn();
  const restMs = cost === 0 ? null : await actionBudget.spend(shop, cost);
  if (restMs !== null)
    throw cors(new Response(null, { status: 429, headers: { 'Retry-After': String(Math.ceil(restMs / 1000)) } }));
  return { shop, staff: sessionToken.sub, cors };
}

/** Whether the Shopify package can decode the `host` of an address. For others it throws, although anybody can ask. */
function isHost(host: string | null): boolean {
  try {
    return host === null || URL.canParse(`https://${atob(host)}`);
  } catch {
    return false;
  }
}

/** Without the header, the Shopify package treats the request as one of a page and redirects it to the sign-in. */
export function isUnsigned({ method, headers }: Request): boolean {
  return method !== 'OPTIONS' && !headers.has('Authorization');
}

export function notSignedIn(): Response {
  return new Response(null, { status: 401, headers: { 'Access-Control-Allow-Origin': '*' } });
}
