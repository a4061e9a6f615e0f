import { HttpResponseError, type Session } from '@shopify/shopify-api';
import type { SessionStorage } from '@shopify/shopify-app-session-storage';
import { httpStatusOf } from './admin-api.ts';
import { ShopifyError } from './shopify-error.ts';
import type { ShopifyApi } from './shopify.server.ts';

const REFRESH_BEFORE_END_MS = 5 * 60_000;

/**
 * The shop's offline session with a token that is good for some minutes more. An ending token is refreshed by one
 * process at a time: the refresh token is good for one use, and two refreshes at once would lose one of them.
 *
 * @throws ShopifyError `not-installed` when there is no session, or Shopify takes neither token any more
 */
export async function usableOfflineSession(given: {
  shop: string;
  api: ShopifyApi;
  sessionStorage: SessionStorage;
  oneAtATime: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  now: () => Date;
}): Promise<Session> {
  const { shop, api, sessionStorage, oneAtATime, now } = given;
  const load = () => sessionStorage.loadSession(api.session.getOfflineId(shop));
  const isGood = (session: Session) =>
    !session.expires || session.expires.getTime() - now().getTime() > REFRESH_BEFORE_END_MS;

  const session = await load();
  if (session && isGood(session)) return session;
  return oneAtATime(`refresh:${shop}`, async () => {
    const current = await load(); // another process may have refreshed it while we waited
    if (!current?.accessToken) throw new ShopifyError('not-installed', `no offline token for ${shop}`);
    if (isGood(current)) return current;
    if (!current.refreshToken) throw new ShopifyError('not-installed', `the offline token of ${shop} has ended`);
    try {
      const refreshed = await api.auth.refreshToken({ shop, refreshToken: current.refreshToken });
      await sessionStorage.storeSession(refreshed.session);
      return refreshed.session;
    } catch (error) {
      const status = error instanceof HttpResponseError ? httpStatusOf(error) : 0;
      if (status >= 400 && status < 500 && status !== 429) {
        throw new ShopifyError('not-installed', `Shopify refuses the refresh token of ${shop}: open the app once`);
      }
      throw new ShopifyError('unreachable', `the token of ${shop} could not be refreshed`);
    }
  });
}

/**
 * Forgets a session whose token Shopify refuses before its time, so that a new one is asked for when the merchant opens the
 * app; one that has been stored since stays.
 */
export async function forgetRefusedSession(
  sessionStorage: SessionStorage,
  { id, accessToken }: Pick<Session, 'id' | 'accessToken'>,
): Promise<void> {
  const current = await sessionStorage.loadSession(id);
  if (current?.accessToken === accessToken) await sessionStorage.deleteSession(id);
}
