import type { OperatorAccount, Shop } from '@prisma/client';
import { holdOf, type Hold } from '../domain/hold.ts';
import { shopSettingsSchema, type ShopSettings } from '../domain/shop-settings.ts';
import type { Database, Transaction } from './database.ts';
import type { Encryption } from './encryption.ts';

export type ShopWithAccount = Shop & { operatorAccount: OperatorAccount | null };

const parsed = new WeakMap<object, ShopSettings>();

export function settingsOf({ settings }: Pick<Shop, 'settings'>): ShopSettings {
  if (typeof settings !== 'object' || settings === null) return shopSettingsSchema.parse(settings);
  const known = parsed.get(settings) ?? shopSettingsSchema.parse(settings);
  parsed.set(settings, known);
  return known;
}

/** A webhook can arrive before the merchant opens the app for the first time. */
export async function ensureShops(transaction: Transaction, domains: readonly string[]): Promise<void> {
  const inOrder = [...domains].sort(); // two transactions at once wait for each other in one direction
  await transaction.shop.createMany({ data: inOrder.map((domain) => ({ domain })), skipDuplicates: true });
}

export async function findShop(transaction: Transaction, domain: string): Promise<ShopWithAccount | null> {
  return transaction.shop.findUnique({ where: { domain }, include: { operatorAccount: true } });
}

/** What holds back the shop's hand-overs as a whole; null when nothing does. */
export function shopHold(shop: ShopWithAccount): Hold | null {
  const { pickup } = settingsOf(shop);
  return holdOf({
    installed: shop.uninstalledAt === null,
    handOverOn: shop.handOverOn,
    hasOperatorToken: shop.operatorAccount !== null,
    hasPickup: pickup.default !== null || Object.values(pickup.locations).some(({ point }) => point !== null),
    accountPaused: Boolean(shop.operatorAccount?.pausedAt),
  });
}

/**
 * Gives the shop the operator account of a token. A token that is known in that environment is the same account; else
 * the shop's own account gets the new token, so that its order numbers stay taken; an account that other shops share is
 * left to them.
 *
 * @returns the account's id
 */
export async function setOperatorToken(
  transaction: Transaction,
  encryption: Encryption,
  given: { shop: ShopWithAccount; environment: string; token: string },
): Promise<string> {
  const { shop, environment, token } = given;
  const [tokenFingerprint, ...older] = encryption.fingerprints(token);
  const secrets = {
    tokenEncrypted: encryption.encrypt(token),
    tokenFingerprint,
    tokenLastFour: token.slice(-4),
    pausedAt: null,
    restUntil: null,
    restReason: null,
  };
  const known = await transaction.operatorAccount.findFirst({
    where: { environment, tokenFingerprint: { in: [tokenFingerprint, ...older] } },
  });
  const present = shop.operatorAccount;
  const isOwn =
    present?.environment === environment &&
    (await transaction.shop.count({ where: { operatorAccountId: present.id, NOT: { domain: shop.domain } } })) === 0;
  const id = known?.id ?? (isOwn ? present.id : null);
  const account = id
    ? await transaction.operatorAccount.update({ where: { id }, data: secrets })
    : await transaction.operatorAccount.create({ data: { environment, ...secrets } });
  await transaction.shop.update({ where: { domain: shop.domain }, data: { operatorAccountId: account.id } });
  return account.id;
}

/** The operator refuses the account's token: its hand-overs and reads rest until the token is replaced. */
export async function pauseAccount(transaction: Transaction, id: string, now: Date): Promise<void> {
  await transaction.operatorAccount.updateMany({ where: { id, pausedAt: null }, data: { pausedAt: now } });
}

/** Nothing goes out for the account, from any process, before `until`; a rest is made longer and never shorter. */
export async function restAccount(
  transaction: Transaction,
  { id, until, reason }: { id: string; until: Date; reason: 'throttled' | 'failing' },
): Promise<void> {
  await transaction.operatorAccount.updateMany({
    where: { id, OR: [{ restUntil: null }, { restUntil: { lt: until } }] },
    data: { restUntil: until, restReason: reason },
  });
}

/** Takes the shops whose reconciliation is due, for this process alone, for `leaseMs`. */
export async function claimDueReconciliations(
  database: Database,
  { now, leaseMs, limit }: { now: Date; leaseMs: number; limit: number },
): Promise<Shop[]> {
  const rows = await database.$queryRaw<{ domain: string }[]>`
    UPDATE "Shop" SET "reconcileAt" = ${new Date(now.getTime() + leaseMs)}
    WHERE "domain" IN (
      SELECT "domain" FROM "Shop" WHERE "reconcileAt" <= ${now} AND "uninstalledAt" IS NULL
      ORDER BY "reconcileAt" LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) RETURNING "domain"`;
  return database.shop.findMany({ where: { domain: { in: rows.map(({ domain }) => domain) } } });
}
