import { useEffect, useRef, useState } from 'react';
import { PAGE_PACE } from '../page-pace.ts';
import { useAdminPath } from './admin-path.ts';

/** Why the app gave no answer that can be shown. */
export type RequestFailure =
  | { readonly kind: 'not-found' | 'unreachable' }
  /** The shop has no points left in this minute. */
  | { readonly kind: 'too-often'; readonly seconds: number };

interface RequestState<Body> {
  readonly isAsking: boolean;
  /** The last answer; null when there is none or the last question failed. It stays while the same is asked again. */
  readonly body: Body | null;
  readonly failure: RequestFailure | null;
}

/**
 * Asks the app for what only a part of a page shows. If that is refused or fails, the page stays, and the part can say
 * why.
 *
 * A fetcher of the framework is no good for this. It asks again whenever the page's data is loaded again, each time at
 * the shop's cost. An error replaces the whole page. And without a connection the framework cannot load the route that
 * would catch the error. App Bridge adds the session token to each fetch.
 *
 * @param holds what a valid answer must contain, because another version of the app may answer differently
 */
export function useRequest<Body extends object>(
  path: string,
  holds: keyof Body,
): RequestState<Body> & {
  /**
   * Asks by GET, or by POST with `post` as JSON. What was asked before gets no answer any more.
   *
   * @returns the answer; null when there is none, or nobody waits for it any more
   */
  readonly ask: (post?: object) => Promise<Body | null>;
} {
  const address = useAdminPath()(path);
  const [asked, setAsked] = useState<RequestState<Body>>({ isAsking: false, body: null, failure: null });
  const latest = useRef<AbortController>();
  useEffect(() => () => latest.current?.abort(), []);
  return {
    ...asked,
    async ask(post) {
      latest.current?.abort();
      const own = new AbortController();
      latest.current = own;
      setAsked((before) => ({ ...before, isAsking: true }));
      const answer = await askApp<Body>(address, holds, { post, signal: own.signal });
      if (own.signal.aborted) return null;
      setAsked({ ...answer, isAsking: false });
      return answer.body;
    },
  };
}

/**
 * A request that is made for the first time as soon as the part is shown, and again when something else is posted.
 *
 * @param post null while there is nothing to ask
 */
export function useRequestAtOnce<Body extends object>(path: string, holds: keyof Body, post?: object | null) {
  const asked = useRequest<Body>(path, holds);
  const posted = JSON.stringify(post);
  useEffect(() => {
    if (post !== null) void asked.ask(post);
  }, [path, posted]);
  return asked;
}

async function askApp<Body extends object>(
  address: string,
  holds: keyof Body,
  { post, signal }: { readonly post: object | undefined; readonly signal: AbortSignal },
): Promise<Omit<RequestState<Body>, 'isAsking'>> {
  const posted = post && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(post),
  };
  try {
    const answer = await fetch(address, { ...posted, signal });
    if (answer.status === 404) return failed({ kind: 'not-found' });
    if (answer.status === 429) return failed({ kind: 'too-often', seconds: secondsUntilNext(answer) });
    const body: unknown = answer.ok ? await answer.json() : null;
    return isBody<Body>(body, holds) ? { body, failure: null } : failed({ kind: 'unreachable' });
  } catch {
    return failed({ kind: 'unreachable' });
  }
}

const failed = (failure: RequestFailure) => ({ body: null, failure });

function secondsUntilNext({ headers }: Response): number {
  return Number(headers.get('Retry-After')) || PAGE_PACE.throttledMs / 1000;
}

function isBody<Body extends object>(body: unknown, holds: keyof Body): body is Body {
  return typeof body === 'object' && body !== null && holds in body;
}
