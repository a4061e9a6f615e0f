import type { DeliveryService, PickupPoint } from '../domain/delivery-order.ts';
import type { Locale } from '../domain/describe-problem.ts';
import { mergeSettings, type SettingsPart } from '../domain/settings-part.ts';
import type { Transaction } from '../persistence/database.ts';
import { acrossShops } from '../persistence/shop-scope.ts';
import { ensureShops, findShop, setOperatorToken, type ShopWithAccount } from '../persistence/shops.ts';
import { checkOperatorToken, type TokenVerdict } from './check-operator-token.ts';
import type { OperatorEnvironment } from './operator-access.ts';
import { releaseHeld } from './release.ts';
import type { World } from './world.ts';

/** What the merchant has decided; what is absent stays as it is. */
export interface SettingsChange {
  /** Null goes on with the account as it is. */
  readonly account?: { readonly environment: OperatorEnvironment; readonly token: string } | null;
  readonly pickup?: PickupPoint;
  readonly service?: DeliveryService;
  readonly handOverOn?: boolean;
  /** Of the pages; null follows the admin. */
  readonly language?: Locale | null;
  readonly part?: SettingsPart;
}

export type SettingsSaved =
  | {
      readonly kind: 'saved';
      readonly version: number;
      /** Of a new token; null when the kept one goes on. */
      readonly token: Exclude<TokenVerdict, { kind: 'refused' }> | null;
    }
  /** Somebody else saved since `version` was read: nothing was saved. */
  | { readonly kind: 'changed-meanwhile' }
  /** The operator refuses the new token: nothing was saved. */
  | { readonly kind: 'token-refused'; readonly message: string };

/**
 * Saves the settings, the token and the switch together, and lets go on what waited for them. A new token is tried with
 * the operator first; one that cannot be tried is saved all the same.
 *
 * @param version of the settings that the merchant saw: `Shop.settingsVersion`
 */
export async function saveSettings(
  world: Pick<World, 'environment' | 'logger' | 'now' | 'database' | 'queue' | 'encryption'>,
  given: { shop: string; version: number; change: SettingsChange },
): Promise<SettingsSaved> {
  const { shop: domain, version, change } = given;
  const { account = null, handOverOn, language } = change;
  const database = acrossShops(world.database); // shops with the same token share an operator account
  await ensureShops(database, [domain]);
  const shop = await findShop(database, domain);
  if (!shop || shop.settingsVersion !== version) return { kind: 'changed-meanwhile' };
  const verdict = account && (await checkOperatorToken(world, account));
  if (verdict?.kind === 'refused') return { kind: 'token-refused', message: verdict.message };

  const isSaved = await database.$transaction(async (transaction) => {
    const { count } = await transaction.shop.updateMany({
      where: { domain, settingsVersion: version },
      data: {
        settings: changedSettings(shop, change),
        ...(handOverOn !== undefined && { handOverOn }),
        ...(language !== undefined && { language }),
        settingsVersion: { increment: 1 },
      },
    });
    if (count === 0) return false;
    if (account) await setOperatorToken(transaction, world.encryption, { shop, ...account });
    await releaseShopsOfAccount(world, transaction, domain);
    return true;
  });
  if (!isSaved) return { kind: 'changed-meanwhile' };
  world.logger.info({ shop: domain, account: account?.environment, token: verdict?.kind ?? 'kept' }, 'settings saved');
  return { kind: 'saved', version: version + 1, token: verdict };
}

function changedSettings({ settings }: ShopWithAccount, { pickup, service, part = {} }: SettingsChange) {
  const basics: SettingsPart = {
    ...(pickup && { 'pickup.default': pickup }),
    ...(service && { 'service.default': service }),
  };
  return mergeSettings(settings, { ...part, ...basics });
}

/** A token that is good again is good for every shop that shares the account. */
async function releaseShopsOfAccount(
  world: Pick<World, 'queue' | 'now'>,
  transaction: Transaction,
  domain: string,
): Promise<void> {
  const sharing = { operatorAccount: { shops: { some: { domain } } } };
  const shops = await transaction.shop.findMany({ where: { OR: [{ domain }, sharing] }, select: { domain: true } });
  for (const shop of shops) await releaseHeld(world, transaction, shop.domain);
}
