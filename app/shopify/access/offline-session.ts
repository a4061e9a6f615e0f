import { HttpResponseError, Session } from '@shopify/shopify-api';
import type { SessionStorage } from '@shopify/shopify-app-session-storage';
import { httpStatusOf } from '../admin-api/admin-api.ts';
import { ForbiddenError, ShopifyError } from '../admin-api/shopify-error.ts';
import type { ShopifyApi } from './shopify.server.ts';

interface Sessions {
  readonly shop: string;
  readonly api: ShopifyApi;
  readonly sessionStorage: Pick<SessionStorage, 'loadSession'> & {
    /** Does nothing when the session with the former access token is gone: after an uninstall no token comes back. */
    readonly replaceSession: (former: string, session: Session) => Promise<void>;
  };
  readonly oneAtATime: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

/**
 * The shop's offline session, with a token that is valid for some more minutes. One process at a time refreshes a token
 * that is about to expire: a refresh token works once, so two refreshes at once would lose one result.
 *
 * @throws ShopifyError `not-installed` when there is no session, or Shopify accepts neither token any more
 */
export async function usableOfflineSession(
  given: Sessions & {
    now: () => Date;
    refreshBeforeEndMs: number;
    /** May give a session that was read a moment ago. */
    loadForCall: SessionStorage['loadSession'];
  },
): Promise<Session> {
  const { shop, api, loadForCall, now, refreshBeforeEndMs } = given;
  const isGood = (session: Session) =>
    !session.expires || session.expires.getTime() - now().getTime() > refreshBeforeEndMs;

  const session = await loadForCall(api.session.getOfflineId(shop));
  if (session && isGood(session)) return session;
  return refresh(given, isGood);
}

/**
 * Another session in place of one whose token Shopify refuses before its expiry. The refresh token is kept in any case,
 * because it may work although Shopify refused it once. Until it is refreshed the session counts as expired, so that a
 * new one is requested when the merchant opens the app.
 *
 * @throws ShopifyError `not-installed` when Shopify accepts neither token
 */
export async function renewRefusedSession(given: Sessions, refused: Pick<Session, 'accessToken'>): Promise<Session> {
  return refresh(given, ({ accessToken }) => accessToken !== refused.accessToken);
}

/** When a session expired that Shopify refuses. Not 1970: the package reads that time as no time. */
export const SESSION_ENDED = new Date('2000-01-01T00:00:00Z');

/**
 * The refreshed token is refused as well. It is refreshed again before its next use, and the merchant's next visit
 * replaces it.
 */
export async function endRefusedSession(
  { sessionStorage }: Pick<Sessions, 'sessionStorage'>,
  { id, accessToken }: Pick<Session, 'id' | 'accessToken'>,
): Promise<void> {
  const current = await sessionStorage.loadSession(id);
  if (!current || !accessToken || current.accessToken !== accessToken) return;
  await sessionStorage.replaceSession(accessToken, new Session({ ...current.toObject(), expires: SESSION_ENDED }));
}

/** @param isGood whether the session that was stored in that time can be used as it is */
async function refresh(
  { shop, api, sessionStorage, oneAtATime }: Sessions,
  isGood: (session: Session) => boolean,
): Promise<Session> {
  const load = async () => {
    const session = await sessionStorage.loadSession(api.session.getOfflineId(shop));
    const accessToken = session?.accessToken;
    if (!session || !accessToken) throw new ShopifyError('not-installed', `no offline token for ${shop}`);
    return { session, accessToken };
  };
  await load(); // calls of a shop without a token do not wait for each other
  return oneAtATime(`refresh:${shop}`, async () => {
    const { session: current, accessToken } = await load(); // another process may have refreshed it while this one waited
    if (isGood(current)) return current;
    if (!current.refreshToken) throw new ShopifyError('not-installed', `the offline token of ${shop} has expired`);
    try {
      const refreshed = await api.auth.refreshToken({ shop, refreshToken: current.refreshToken });
      await sessionStorage.replaceSession(accessToken, refreshed.session);
      return refreshed.session;
    } catch (error) {
      const status = error instanceof HttpResponseError ? httpStatusOf(error) : 0;
      if (status === 403) throw new ForbiddenError(); // it says nothing about the token
      if (status >= 400 && status < 500 && status !== 429) {
        await endRefusedSession({ sessionStorage }, current);
        throw new ShopifyError('not-installed', `Shopify refuses the refresh token of ${shop}: open the app once`);
      }
      throw new ShopifyError('unreachable', `the token of ${shop} could not be refreshed`);
    }
  });
}
