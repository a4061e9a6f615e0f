import { shopSettingsSchema } from '../../app/domain/settings/shop-settings.ts';
import { createEncryption } from '../../app/persistence/secrets/encryption.ts';
import { setOperatorToken } from '../../app/installation/operator-token.ts';
import { findShop } from '../../app/shops/shop-store.ts';
import { testEnvironment } from '../../test/set-up/environment.ts';
import { limaOrder, TEST_SHOP } from '../../test/set-up/world/demo-order.ts';
import { BRANCH, OPERATOR_TOKEN, type OfflineWorld } from '../../test/set-up/world/offline-world.ts';
import type { ProgramProcess } from '../../test/set-up/world/program-process.ts';
import { until } from '../../test/set-up/time/until.ts';
import { signedWebhook } from '../../test/set-up/webhook.ts';

export const tokenOf = (shop: string) => `${OPERATOR_TOKEN}-${shop}`;

/**
 * Installs the app in these shops and sets it up, each with an operator account of its own and a huge budget of query
 * points. Unlike `world.setUpShop` it does not advance the clock, which would leave the program's own clock behind.
 */
export async function setUpShops(
  world: OfflineWorld,
  program: ProgramProcess,
  domains: readonly string[],
): Promise<void> {
  const { shopify, operator, database, clock } = world;
  const encryption = createEncryption(testEnvironment().ENCRYPTION_KEY);
  const settings = shopSettingsSchema.parse({ pickup: { default: { id: BRANCH } }, gracePeriodMinutes: 0 });
  for (const domain of domains) {
    const token = tokenOf(domain);
    shopify.addShop({ ...TEST_SHOP, domain, limits: { maximum: 1e9, restoreRate: 1e9 } });
    operator.addToken(token);
    shopify.installApp(domain);
    await world.openApp(program, domain);
    const shop = await until('the installed shop', () => findShop(database, domain));
    await setOperatorToken(database, encryption, { shop, environment: 'production', token, now: clock.now() });
    await database.shop.update({ where: { domain }, data: { handOverOn: true, settings } });
  }
}

/** Fulfills an order, and makes Shopify's webhook about it. */
export function fulfillWithWebhook({ shopify }: OfflineWorld, shop: string, order = limaOrder()) {
  const { id, orderId } = shopify.fulfill(shop, shopify.enterOrder(shop, order).id);
  const body = { admin_graphql_api_id: id, order_id: Number(orderId.split('/').at(-1)), status: 'success' };
  const webhook = signedWebhook({ topic: 'fulfillments/create', shop, body });
  return { id, body: webhook.body, headers: Object.fromEntries(webhook.headers) };
}

/** @returns the 99th percentile */
export function p99(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? NaN;
}
