import type { Prisma } from '@prisma/client';
import type { Transaction } from '../persistence/database.ts';
import { forgetCustomerOfOrders, checkAgain } from '../early-warning/open-orders.ts';
import { deleteDeliveries, forgetCustomer } from '../deliveries/delivery-store.ts';
import { readShopProfile } from '../shops/shop-access.ts';
import { ensureShops } from '../shops/shop-store.ts';
import { SESSION_ENDED } from '../shopify/access/offline-session.ts';
import { releaseHeld } from '../deliveries/holds.ts';
import type { AppContext } from '../app-context.ts';

/** A merchant opened the app and Shopify issued a token, for the first time or again after an uninstall. */
export async function install(app: AppContext, shop: string): Promise<void> {
  const now = app.now();
  await app.database.$transaction(async (transaction) => {
    await ensureShops(transaction, [shop]);
    await transaction.shop.updateMany({
      where: { domain: shop, OR: [{ installedAt: null }, { uninstalledAt: { not: null } }] },
      data: { installedAt: now, uninstalledAt: null, reconciledUntil: now, reconcileCursor: null, reconcileAt: now },
    });
    // a new token can have other scopes
    await transaction.shop.updateMany({ where: { domain: shop }, data: { authorizedAt: now, grantedScopes: null } });
    await releaseHeld(app, transaction, shop);
    await checkAgain(transaction, { shop, now });
  });
  await readShopProfile(app, shop);
}

/** app/scopes_update: the granted scopes are requested again when they are needed next. */
export async function forgetScopes(transaction: Transaction, shop: string): Promise<null> {
  await transaction.shop.updateMany({ where: { domain: shop }, data: { grantedScopes: null } });
  return null;
}

/**
 * The app was uninstalled. Hand-overs and reads stop at once, and the tokens, which no longer work, are deleted. The
 * settings stay until shop/redact. Shopify can deliver this webhook after the merchant has installed the app again: then
 * a token was issued after the webhook was triggered.
 */
export async function uninstall(
  app: Pick<AppContext, 'now'>,
  transaction: Transaction,
  { shop, triggeredAt }: { shop: string; triggeredAt: Date | null },
): Promise<string | null> {
  const notSince = triggeredAt ? [{ authorizedAt: null }, { authorizedAt: { lte: triggeredAt } }] : [{}];
  const { count } = await transaction.shop.updateMany({
    where: { domain: shop, uninstalledAt: null, OR: notSince },
    data: { uninstalledAt: triggeredAt ?? app.now(), reconcileAt: null },
  });
  if (count === 0) return 'the shop is not installed, or was installed again since';
  await transaction.session.deleteMany({ where: { shop } });
  return null;
}

/** customers/data_request: there is no buyer's data to report. The audit row lists the orders whose ids are stored. */
export async function reportCustomerData(
  app: Pick<AppContext, 'now'>,
  transaction: Transaction,
  { shop, orderIds }: { shop: string; orderIds: readonly string[] },
): Promise<null> {
  const deliveries = await transaction.delivery.count({ where: { shopDomain: shop, orderId: { in: [...orderIds] } } });
  return audit(app, transaction, shop, 'customers/data_request', { orderIds: [...orderIds], deliveries });
}

/**
 * customers/redact: no buyer's data is stored. The operator's words about those orders are deleted nevertheless, with
 * the details of their problems and the fingerprints of what was handed over and printed. The codes and fields of
 * problems stay.
 */
export async function redactCustomer(
  app: Pick<AppContext, 'now'>,
  transaction: Transaction,
  { shop, orderIds }: { shop: string; orderIds: readonly string[] },
): Promise<null> {
  const { count } = await transaction.attempt.updateMany({
    where: { delivery: { shopDomain: shop, orderId: { in: [...orderIds] } }, message: { not: null } },
    data: { message: null },
  });
  await transaction.print.deleteMany({ where: { delivery: { shopDomain: shop, orderId: { in: [...orderIds] } } } });
  await forgetCustomer(transaction, { shop, orderIds });
  await forgetCustomerOfOrders(transaction, { shop, orderIds });
  return audit(app, transaction, shop, 'customers/redact', { orderIds: [...orderIds], messagesRemoved: count });
}

/** How many deliveries one transaction deletes, with their attempts, states, publications and prints. */
const PORTION = 1_000;

/**
 * Before `redactShop`: a shop with years of orders has more deliveries than one transaction can delete in its time. All
 * but the last portion are deleted here, each portion in a transaction of its own.
 */
export async function redactPortions(
  app: Pick<AppContext, 'database' | 'now'>,
  { shop }: { shop: string },
): Promise<void> {
  const redactPortion = async (transaction: Transaction) => {
    if (await hasApp(transaction, shop)) return 0;
    const installedUntil = await endOfInstallation(app, transaction, shop);
    const deliveries = await deleteDeliveries(transaction, { shop, keep: PORTION, limit: PORTION });
    if (deliveries > 0) await audit(app, transaction, shop, 'shop/redact-portion', { deliveries, installedUntil });
    return deliveries;
  };
  while (await app.database.$transaction(redactPortion));
}

/**
 * shop/redact, 48 hours after an uninstall: everything of the shop is deleted, with its operator account if no other
 * shop uses it. The audit row counts the deliveries that `redactPortions` has left.
 */
export async function redactShop(
  app: Pick<AppContext, 'now'>,
  transaction: Transaction,
  { shop }: { shop: string },
): Promise<string | null> {
  if (await hasApp(transaction, shop)) return 'the shop has the app installed';
  const deliveries = await transaction.delivery.count({ where: { shopDomain: shop } });
  const installedUntil = await endOfInstallation(app, transaction, shop);
  await transaction.session.deleteMany({ where: { shop } });
  await transaction.shop.deleteMany({ where: { domain: shop } });
  await transaction.operatorAccount.deleteMany({ where: { shops: { none: {} }, deliveries: { none: {} } } });
  await transaction.webhookReceipt.deleteMany({ where: { shop } });
  await transaction.auditEntry.deleteMany({
    where: { shop, action: { in: ['district-remembered', 'state-meaning-chosen'] } },
  });
  await transaction.actionBudget.deleteMany({ where: { key: shop } });
  return audit(app, transaction, shop, 'shop/redact', { deliveries, installedUntil });
}

/**
 * Until when hand-overs of the shop may have gone out, for a later installation that knows nothing of them: the time of
 * the uninstall by Shopify's clock, or now if no uninstall was ever reported.
 */
async function endOfInstallation(
  app: Pick<AppContext, 'now'>,
  transaction: Transaction,
  shop: string,
): Promise<string> {
  const row = await transaction.shop.findUnique({ where: { domain: shop }, select: { uninstalledAt: true } });
  return (row?.uninstalledAt ?? app.now()).toISOString();
}

/**
 * Where app/uninstalled never arrived the shop still counts as installed, but Shopify has refused its tokens since: the
 * look for missed webhooks uses them every few minutes.
 */
async function hasApp(transaction: Transaction, shop: string): Promise<boolean> {
  const installed = await transaction.shop.count({
    where: { domain: shop, installedAt: { not: null }, uninstalledAt: null },
  });
  if (installed === 0) return false;
  const usable = await transaction.session.count({
    where: { shop, OR: [{ expires: null }, { expires: { gt: SESSION_ENDED } }] },
  });
  return usable > 0;
}

async function audit(
  app: Pick<AppContext, 'now'>,
  transaction: Transaction,
  shop: string,
  action: string,
  detail: Prisma.InputJsonObject,
): Promise<null> {
  await transaction.auditEntry.create({ data: { at: app.now(), shop, action, detail } });
  return null;
}
