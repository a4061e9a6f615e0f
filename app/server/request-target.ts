import { BOUNDS } from '../bounds.ts';

export type RequestTarget =
  | { readonly ok: true; /** Path and query. */ readonly url: string; readonly path: string }
  | { readonly ok: false; readonly status: 400 | 414 };

/**
 * The path and query of a request. Of a target in absolute form, which proxies send, the path is used. Dot segments and
 * backslashes are resolved here, so that no later part takes a path for another one. A target that is too long, is not a
 * path, cannot be decoded, or has U+0000, which no database stores, is refused before anything else sees it. So is one
 * with too many segments: the router looks for each part of a path that it is asked for.
 */
export function readTarget(target: string): RequestTarget {
  if (target.length > BOUNDS.requestTarget) return { ok: false, status: 414 };
  if (PLAIN.test(target)) return { ok: true, url: target, path: target };
  const parsed = URL.parse(target.startsWith('/') ? `http://host${target}` : target);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return { ok: false, status: 400 };
  const { pathname: path, search } = parsed;
  const url = `${path}${search}`;
  if (!canDecode(path) || NUL.test(url)) return { ok: false, status: 400 };
  const segments = (path === MANIFEST ? url : path).split(SLASH).length - 1;
  return segments > BOUNDS.requestSegments ? { ok: false, status: 414 } : { ok: true, url, path };
}

/** Its query names the paths of pages that a link on the page leads to. */
const MANIFEST = '/__manifest';
const SLASH = /\/|%2f/i;

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
