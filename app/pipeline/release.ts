import type { Hold } from '../domain/hold.ts';
import type { SkipCode } from '../domain/skip-reason.ts';
import type { Transaction } from '../persistence/database.ts';
import { findShop, shopHold } from '../persistence/shops.ts';
import { publishJob } from './jobs.ts';
import type { World } from './world.ts';

/** As many go without asking; parcels of more may long have left by another way. */
const HANDFUL = 5;

/**
 * Lets the shop's held deliveries go on, oldest first, when nothing holds the shop back any more. Call it after whatever
 * may have ended the reason: settings saved, token replaced, app opened. Those that waited for the merchant's set-up are
 * held for a yes when they are more than a handful (`releaseAsked`, `skipHeld`).
 *
 * @returns how many go on
 */
export async function releaseHeld(
  world: Pick<World, 'queue' | 'now'>,
  transaction: Transaction,
  domain: string,
): Promise<number> {
  const shop = await findShop(transaction, domain);
  if (!shop || shopHold(shop)) return 0;
  const unasked = { shopDomain: domain, phase: 'waiting', heldFor: { in: UNTIL_SET_UP } };
  if ((await transaction.delivery.count({ where: unasked })) > HANDFUL) {
    await transaction.delivery.updateMany({ where: unasked, data: { heldFor: 'release' satisfies Hold } });
  }
  const { count } = await transaction.delivery.updateMany({
    where: { shopDomain: domain, heldFor: { in: [...UNTIL_SET_UP, 'account-paused' satisfies Hold] } },
    data: { heldFor: null, sendAt: world.now(), tries: 0 },
  });
  const unpublished = await transaction.delivery.findMany({
    where: { shopDomain: domain, publications: { some: { settledAt: null } } },
    distinct: ['orderId'],
    select: { orderId: true },
  });
  for (const { orderId } of unpublished) {
    await world.queue.send(transaction, publishJob, { shop: domain, orderId }, { key: orderId });
  }
  return count;
}

const UNTIL_SET_UP: Hold[] = ['set-up', 'switched-off', 'no-shopify-token', 'uninstalled'];

/** The merchant's yes: all that was held for it goes, oldest first. */
export async function releaseAsked(world: Pick<World, 'database' | 'now'>, shopDomain: string): Promise<number> {
  const { count } = await world.database.delivery.updateMany({
    where: { shopDomain, heldFor: 'release' satisfies Hold },
    data: { heldFor: null, sendAt: world.now(), tries: 0 },
  });
  return count;
}

/** The merchant's no: what was held for a yes is not handed over, and can be one by one. */
export async function skipHeld(world: Pick<World, 'database'>, shopDomain: string): Promise<number> {
  const { count } = await world.database.delivery.updateMany({
    where: { shopDomain, phase: 'waiting', heldFor: 'release' satisfies Hold },
    data: {
      phase: 'skipped',
      skipReason: { code: 'stopped' satisfies SkipCode },
      heldFor: null,
      sendAt: null,
      tries: 0,
    },
  });
  return count;
}
