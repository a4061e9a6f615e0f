import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';

/** Seconds for which Shopify accepts a token after its end, because clocks differ. */
const TOLERANCE = 10;
const LIFETIME = 60;

const claimsSchema = z.object({
  iss: z.string(),
  dest: z.string(),
  aud: z.string(),
  sub: z.string(),
  exp: z.number(),
  nbf: z.number(),
  iat: z.number(),
  jti: z.string(),
  sid: z.string(),
});
export type IdTokenClaims = z.output<typeof claimsSchema>;

interface TokenIssuer {
  readonly clock: Clock;
  readonly apiKey: string;
  readonly apiSecret: string;
}

/**
 * An id token (session token) of a staff member in a shop: a JWT, HS256 with the app's secret, valid for one minute.
 */
export function mintIdToken({ clock, apiKey, apiSecret }: TokenIssuer, domain: string, userId = '1'): string {
  const now = Math.floor(clock.now().getTime() / 1000);
  const claims: IdTokenClaims = {
    iss: `https://${domain}/admin`,
    dest: `https://${domain}`,
    aud: apiKey,
    sub: userId,
    exp: now + LIFETIME,
    nbf: now,
    iat: now,
    jti: randomUUID(),
    sid: createHash('sha256').update(`${domain}/${userId}`).digest('hex'),
  };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${signature(signed, apiSecret)}`;
}

/** @returns the claims, or null for a token that is forged, of another app or shop, not valid yet or expired */
export function verifyIdToken(
  { clock, apiKey, apiSecret }: TokenIssuer,
  domain: string,
  token: string,
): IdTokenClaims | null {
  const [header = '', payload = '', mac = ''] = token.split('.');
  const expected = Buffer.from(signature(`${header}.${payload}`, apiSecret));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const claims = claimsSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).data;
  const now = clock.now().getTime() / 1000;
  if (!claims || claims.aud !== apiKey || claims.dest !== `https://${domain}`) return null;
  return claims.exp + TOLERANCE > now && claims.nbf - TOLERANCE <= now ? claims : null;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function signature(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}
