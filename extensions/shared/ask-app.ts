/** Why the app gave no answer that can be shown. */
export type Failure = 'not-found' | 'shopify-unreachable' | 'too-often' | 'unreachable';

export type Answer<Body> =
  { readonly ok: true; readonly body: Body } | { readonly ok: false; readonly failure: Failure };

/** Longer than the time for which the app waits for the operator. */
const TIMEOUT_MS = 40_000;

/**
 * Asks the app. Shopify resolves the path against the app's address and adds the session token.
 *
 * @param holds what a valid answer must contain, because another version of the app may answer differently
 * @param post sent as JSON by POST; without it the app is asked by GET
 */
export async function askApp<Body extends object>(
  path: string,
  holds: keyof Body,
  post?: object,
): Promise<Answer<Body>> {
  const request: RequestInit = post
    ? { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(post) }
    : {};
  const ask = () => fetch(path, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
  try {
    let answer = await ask();
    if (answer.status === 401) answer = await ask(); // the token expired on the way; the next call gets a new one
    if (answer.status === 404) return { ok: false, failure: 'not-found' };
    if (answer.status === 429) return { ok: false, failure: 'too-often' };
    if (answer.status === 503) return { ok: false, failure: 'shopify-unreachable' };
    const body: unknown = answer.ok ? await answer.json() : null;
    return isBody<Body>(body, holds) ? { ok: true, body } : { ok: false, failure: 'unreachable' };
  } catch {
    return { ok: false, failure: 'unreachable' };
  }
}

function isBody<Body extends object>(body: unknown, holds: keyof Body): body is Body {
  return typeof body === 'object' && body !== null && holds in body;
}

/** `123` for `gid://shopify/Order/123`, as the app's addresses use it. */
export function numberOf(gid: string): string {
  return gid.slice(gid.lastIndexOf('/') + 1);
}
