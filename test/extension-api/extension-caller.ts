import type { Program } from '../set-up/world/program.ts';

export interface Call {
  /** Sent as it is; null sends no Authorization at all. */
  readonly token: string | null;
  readonly method?: 'GET' | 'POST' | 'OPTIONS';
  readonly body?: unknown;
}

/** Asks the program as an extension does: from another origin, out of a browser. */
export async function callAsExtension(program: Program, path: string, call: Call): Promise<Response> {
  const { token, method = 'GET', body } = call;
  return fetch(`${program.url}${path}`, {
    method,
    headers: {
      Origin: 'https://extensions.shopifycdn.com',
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** `123` of `gid://shopify/Order/123`. */
export function numberOf(gid: string): string {
  return gid.split('/').at(-1) ?? '';
}
