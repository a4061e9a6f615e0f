import { BOUNDS } from '../bounds.ts';
import type { Locale } from '../texts/locale.ts';
import { mergeSettings, type SettingsPart } from '../domain/settings/settings-part.ts';
import type { Transaction } from '../persistence/database.ts';
import { removeOperatorToken, setOperatorToken } from './operator-token.ts';
import { ensureShops, findShop } from '../shops/shop-store.ts';
import {
  checkOperatorToken,
  type OperatorEnvironment,
  type TokenVerdict,
} from '../operator-accounts/operator-access.ts';
import { checkAgain } from '../early-warning/open-orders.ts';
import { releaseHeld } from '../deliveries/holds.ts';
import type { AppContext } from '../app-context.ts';

/** What the merchant has changed. Settings that are absent stay as they are. */
export interface SettingsChange {
  /** Null removes the token. A token that is null is kept. */
  readonly account?: { readonly environment: OperatorEnvironment; readonly token: string | null } | null;
  readonly handOverOn?: boolean;
  /** The language of the pages; null follows the admin. */
  readonly language?: Locale | null;
  readonly part?: SettingsPart;
}

export type SettingsSaved =
  | {
      readonly kind: 'saved';
      readonly version: number;
      /** The verdict on a new token; null when the saved one is kept. */
      readonly token: Exclude<TokenVerdict, { kind: 'refused' }> | null;
    }
  /** Somebody else has saved since `version` was read. Nothing was saved. */
  | { readonly kind: 'changed-meanwhile' }
  /** The operator refuses the new token. Nothing was saved. */
  | { readonly kind: 'token-refused'; readonly message: string };

/**
 * Saves the settings, the token and the switch together, and releases the deliveries that waited for them. The operator
 * is asked about a new token first. If it cannot be asked, the token is saved anyway.
 *
 * @param app the whole program, because shops with the same token share an operator account
 * @param version of the settings that the merchant saw: `Shop.settingsVersion`
 */
export async function saveSettings(
  app: Pick<AppContext, 'environment' | 'logger' | 'now' | 'pace' | 'database' | 'encryption'>,
  given: { shop: string; version: number; change: SettingsChange },
): Promise<SettingsSaved> {
  const { shop: domain, version, change } = given;
  const { account, part = {}, handOverOn, language } = change;
  const { database } = app;
  await ensureShops(database, [domain]);
  const shop = await findShop(database, domain);
  if (!shop || shop.settingsVersion !== version) return { kind: 'changed-meanwhile' };
  const token = account && account.token !== null ? { environment: account.environment, token: account.token } : null;
  const verdict = token && (await checkOperatorToken(app, token));
  if (verdict?.kind === 'refused') return { kind: 'token-refused', message: verdict.message };

  const isSaved = await database.$transaction(async (transaction) => {
    const { count } = await transaction.shop.updateMany({
      where: { domain, settingsVersion: version },
      data: {
        settings: mergeSettings(shop.settings, part),
        ...(handOverOn !== undefined && { handOverOn }),
        ...(language !== undefined && { language }),
        settingsVersion: { increment: 1 },
      },
    });
    if (count === 0) return false;
    if (token) await setOperatorToken(transaction, app.encryption, { shop, ...token, now: app.now() });
    if (account === null) await removeOperatorToken(transaction, { shop, now: app.now() });
    await releaseShopsOfAccount(app, transaction, domain);
    await checkAgain(transaction, { shop: domain, now: app.now() });
    return true;
  });
  if (!isSaved) return { kind: 'changed-meanwhile' };
  const outcome = account === null ? 'removed' : (verdict?.kind ?? 'kept');
  app.logger.info({ shop: domain, account: token?.environment, token: outcome }, 'settings saved');
  return { kind: 'saved', version: version + 1, token: verdict };
}

/** A token that works again works for every shop that shares the account. */
async function releaseShopsOfAccount(
  app: Pick<AppContext, 'now'>,
  transaction: Transaction,
  domain: string,
): Promise<void> {
  const sharing = { operatorAccount: { shops: { some: { domain } } } };
  await releaseHeld(app, transaction, domain);
  const others = await transaction.shop.findMany({
    where: { ...sharing, NOT: { domain } },
    select: { domain: true },
    take: BOUNDS.accountShops, // the sweep over holds finds the rest
  });
  for (const shop of others) await releaseHeld(app, transaction, shop.domain);
}
