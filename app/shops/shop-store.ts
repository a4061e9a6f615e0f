import { Prisma, type OperatorAccount, type Shop } from '@prisma/client';
import { holdOf, type Hold } from '../domain/lifecycle/hold.ts';
import { hasPickup, shopSettingsSchema, type ShopSettings } from '../domain/settings/shop-settings.ts';
import type { EarlierLife } from '../domain/hand-over/doubt.ts';
import type { Transaction } from '../persistence/database.ts';
import type { Statements } from '../persistence/statements.ts';

export type ShopWithAccount = Shop & { operatorAccount: OperatorAccount | null };

/** The settings as the merchant saved them, with the defaults of what is not set. */
export function settingsOf({ settings }: Pick<Shop, 'settings'>): ShopSettings {
  return shopSettingsSchema.parse(settings);
}

/** A webhook can arrive before the merchant opens the app for the first time. */
export async function ensureShops(transaction: Transaction, domains: readonly string[]): Promise<void> {
  const inOrder = [...domains].sort(); // always in the same order, so that two concurrent transactions cannot deadlock
  await transaction.shop.createMany({ data: inOrder.map((domain) => ({ domain })), skipDuplicates: true });
}

/**
 * Creates the shops that webhooks name, because a webhook can arrive before the merchant opens the app for the first
 * time. A shop whose data was deleted, and that has not installed the app since, is not created again: its webhook is
 * late.
 *
 * @returns the shops that exist now
 */
export async function openShops(transaction: Statements, domains: readonly string[]): Promise<ReadonlySet<string>> {
  if (domains.length === 0) return new Set();
  const rows = await transaction.$queryRaw<{ domain: string }[]>`
    WITH missing AS (
      SELECT asked."domain", EXISTS (
        SELECT 1 FROM "AuditEntry" a WHERE a."shop" = asked."domain" AND a."action" = 'shop/redact') AS "isRedacted"
      FROM unnest(${[...domains]}::text[]) AS asked("domain")
      WHERE NOT EXISTS (SELECT 1 FROM "Shop" s WHERE s."domain" = asked."domain")
    ), made AS (
      INSERT INTO "Shop" ("domain") SELECT "domain" FROM missing WHERE NOT "isRedacted" ORDER BY "domain"
      ON CONFLICT DO NOTHING
    )
    SELECT "domain" FROM missing WHERE "isRedacted"`;
  return new Set(rows.map(({ domain }) => domain));
}

/** The shop's newest installation that ended in the deletion of its rows: none or one. */
export async function formerInstallation(database: Statements, shop: string): Promise<EarlierLife[]> {
  return database.$queryRaw<EarlierLife[]>`
    SELECT 'installation' AS "kind", coalesce(("detail" ->> 'installedUntil')::timestamptz, "at") AS "endedAt"
    FROM "AuditEntry" WHERE "shop" = ${shop} AND "action" IN ('shop/redact', 'shop/redact-portion')
    ORDER BY "at" DESC LIMIT 1`;
}

export async function findShop(transaction: Transaction, domain: string): Promise<ShopWithAccount | null> {
  return transaction.shop.findUnique({ where: { domain }, include: { operatorAccount: true } });
}

/** What holds all hand-overs of the shop; null when nothing does. */
export function shopHold(shop: ShopWithAccount): Hold | null {
  return holdOf({
    installed: shop.uninstalledAt === null,
    handOverOn: shop.handOverOn,
    hasOperatorToken: shop.operatorAccount !== null,
    hasPickup: hasPickup(settingsOf(shop)),
    accountPaused: Boolean(shop.operatorAccount?.pausedAt),
  });
}

/** Pauses all calls for the account in every process until `until`. It can lengthen a rest and never shorten one. */
export async function restAccount(
  transaction: Transaction,
  { id, until, reason }: { id: string; until: Date; reason: 'throttled' | 'failing' },
): Promise<void> {
  await transaction.operatorAccount.updateMany({
    where: { id, OR: [{ restUntil: null }, { restUntil: { lt: until } }] },
    data: { restUntil: until, restReason: reason },
  });
}

/** A shop whose page of changed orders is read next. */
export type ReconcilingShop = Pick<Shop, 'domain' | 'installedAt' | 'reconciledUntil' | 'reconcileCursor'>;

/** Claims the shops whose reconciliation is due, for this process alone, for `leaseMs`. */
export async function claimDueReconciliations(
  database: Statements,
  { now, leaseMs, limit }: { now: Date; leaseMs: number; limit: number },
): Promise<ReconcilingShop[]> {
  return database.$queryRaw<ReconcilingShop[]>`
    UPDATE "Shop" SET "reconcileAt" = ${new Date(now.getTime() + leaseMs)}
    WHERE "domain" IN (
      SELECT "domain" FROM "Shop" WHERE ${toReconcile(now)}
      ORDER BY "reconcileAt" LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) RETURNING "domain", "installedAt", "reconciledUntil", "reconcileCursor"`;
}

const toReconcile = (now: Date) => Prisma.sql`"reconcileAt" <= ${now} AND "uninstalledAt" IS NULL`;
/** Has a row if a shop is due. */
export const reconciliationsDue = (now: Date) => Prisma.sql`SELECT 1 FROM "Shop" WHERE ${toReconcile(now)} LIMIT 1`;

/** @returns false, with nothing changed, when the shop was installed again, or another process has read the page */
export async function advanceReconciliation(
  transaction: Statements,
  { domain, reconciledUntil, reconcileCursor }: ReconcilingShop,
  next: Pick<Shop, 'reconcileAt' | 'reconciledUntil' | 'reconcileCursor'>,
): Promise<boolean> {
  const count = await transaction.$executeRaw`
    UPDATE "Shop" SET "reconcileAt" = ${next.reconcileAt}::timestamptz,
      "reconciledUntil" = ${next.reconciledUntil}::timestamptz, "reconcileCursor" = ${next.reconcileCursor}
    WHERE "domain" = ${domain} AND "reconciledUntil" IS NOT DISTINCT FROM ${reconciledUntil}::timestamptz
      AND "reconcileCursor" IS NOT DISTINCT FROM ${reconcileCursor}::text`;
  return count === 1;
}
