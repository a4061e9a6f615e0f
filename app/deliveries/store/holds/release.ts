import { Prisma } from '@prisma/client';
import { stayingIn, transition } from '../../../domain/lifecycle/delivery-phase.ts';
import type { Hold } from '../../../domain/lifecycle/hold.ts';
import type { Transaction } from '../../../persistence/database.ts';
import { changeDeliveries } from '../row/change.ts';

/** All held deliveries of a shop together. Each function returns how many there were. */

const WAITS = stayingIn('waiting');
const UNDER_WAY = stayingIn('waiting', 'handing-over');

const heldOf = (shop: string, holds: readonly Hold[]) =>
  Prisma.sql`d."shopDomain" = ${shop} AND d."heldFor" = ANY (${[...holds]})`;

export async function countHeld(transaction: Transaction, shop: string, holds: readonly Hold[]): Promise<number> {
  const [row] = await transaction.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "Delivery" d WHERE ${heldOf(shop, holds)} AND d."phase" = 'waiting'`;
  return row?.count ?? 0;
}

/** From now on these deliveries wait for the merchant's approval. */
export async function holdForRelease(transaction: Transaction, shop: string, holds: readonly Hold[]): Promise<number> {
  return changeDeliveries(transaction, WAITS, { heldFor: 'release' satisfies Hold }, heldOf(shop, holds));
}

/** Lets these deliveries continue, oldest first. */
export async function release(
  transaction: Transaction,
  { shop, holds, now }: { shop: string; holds: readonly Hold[]; now: Date },
): Promise<number> {
  return changeDeliveries(transaction, UNDER_WAY, { heldFor: null, sendAt: now, tries: 0 }, heldOf(shop, holds));
}

const STOP = transition(['waiting'], 'skipped');

/** Skips the deliveries that waited for the merchant's approval, because the merchant declined. */
export async function skipHeldForRelease(transaction: Transaction, shop: string, now: Date): Promise<number> {
  const change = { skipReason: { code: 'stopped' }, heldFor: null, sendAt: null, tries: 0, resolvedAt: now } as const;
  return changeDeliveries(transaction, STOP, change, heldOf(shop, ['release']));
}
