import { z } from 'zod';

const SHOP = /^[a-z0-9][a-z0-9-]{0,100}\.myshopify\.com$/;

const merchantClaims = z.object({ iss: z.string(), dest: z.string(), sub: z.string().regex(/^\d{1,20}$/) });

/**
 * The shop of a staff member's session token; null for any other token. The same secret signs the tokens of staff and
 * of buyers: a staff member's token comes from the shop's admin, and its subject is a number. The Shopify package
 * checks the signature, the times and the audience.
 *
 * @param claims the payload of the token
 */
export function shopOfMerchant(claims: unknown): string | null {
  const given = merchantClaims.safeParse(claims).data;
  const shop = given?.dest.replace(/^https:\/\//, '') ?? '';
  const isMerchants = given?.dest === `https://${shop}` && given.iss === `https://${shop}/admin`;
  return isMerchants && SHOP.test(shop) ? shop : null;
}

/** The payload of a token, whether or not it is signed; undefined when it cannot be read. */
export function claimsOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Every session token of a request, wherever the Shopify package looks for one. */
export function sessionTokensIn({ headers, url }: Request): string[] {
  const header = headers.get('Authorization')?.replace('Bearer ', '');
  return [...(header ? [header] : []), ...new URL(url).searchParams.getAll('id_token')];
}
