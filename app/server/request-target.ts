import { BOUNDS } from '../bounds.ts';

export type RequestTarget =
  | { readonly ok: true; /** Path and query. */ readonly url: string; readonly path: string }
  | { readonly ok: false; readonly status: 400 | 414 };

/**
 * The path and query of a request. Of a target in absolute form, which proxies send, the path is used. Dot segments and
 * backslashes are resolved here, so that no later part takes a path for another one. A target that is too long, is not a
 * path, cannot be decoded, or has U+0000, which no database stores, is refused before anything else sees it.
 */
export function readTarget(target: string): RequestTarget {
  if (target.length > BOUNDS.requestTarget) return { ok: false, status: 414 };
  if (PLAIN.test(target)) return { ok: true, url: target, path: target };
  const parsed = URL.parse(target.startsWith('/') ? `http://host${target}` : target);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return { ok: false, status: 400 };
  const { pathname: path, search } = parsed;
  const url = `${path}${search}`;
  return canDecode(path) && !NUL.test(url) ? { ok: true, url, path } : { ok: false, status: 400 };
}

/** Nothing in it can be resolved or decoded, as in `/webhooks`. */
const PLAIN = /^\/[a-z]+$/;
const NUL = /%00|\0/;

function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
