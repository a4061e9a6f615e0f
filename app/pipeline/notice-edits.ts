import { Prisma } from '@prisma/client';
import { z } from 'zod';
import {
  haveLinesShrunk,
  shippedQuantities,
  WATCHED_FIELDS,
  watchedFields,
  type WatchedField,
  type WatchedOrder,
} from '../domain/edits.ts';
import type { Fulfillment } from '../domain/fulfillment.ts';
import type { Problem } from '../domain/problem.ts';
import type { Transaction } from '../persistence/database.ts';
import { lockDelivery } from '../persistence/deliveries.ts';
import { readOrder } from '../shopify/read-order.ts';
import { ShopifyError } from '../shopify/shopify-error.ts';
import { goOnLater } from './go-on-later.ts';
import { noticeEditsJob } from './jobs.ts';
import type { World } from './world.ts';

const handedOverWith = z.object({
  fields: z.partialRecord(z.enum(WATCHED_FIELDS), z.string()),
  lines: z.record(z.string(), z.number()),
});

/** Of the values themselves nothing is kept: a keyed hash of each, that of no two deliveries alike. */
export function rememberHandedOver(
  { encryption }: Pick<World, 'encryption'>,
  deliveryId: string,
  fulfillment: Fulfillment,
): Prisma.InputJsonObject {
  return { fields: fingerprintsOf(encryption, deliveryId, fulfillment.order), lines: shippedQuantities(fulfillment) };
}

/** Our own writes change an order several times in a moment: it is looked at once, after the last of them. */
const SETTLES_IN_MS = 3_000;

/**
 * An order has changed in Shopify, may be by ourselves: has it a delivery that the operator has, it is compared soon.
 *
 * @returns the reason when there is nothing to compare
 */
export async function orderChanged(
  world: Pick<World, 'queue' | 'now'>,
  transaction: Transaction,
  { shop, orderId }: { shop: string; orderId: string },
): Promise<string | null> {
  const watched = await transaction.delivery.count({ where: watchedDeliveries(shop, orderId), take: 1 });
  if (watched === 0) return 'the operator has no delivery of this order';
  const startAfter = new Date(world.now().getTime() + SETTLES_IN_MS);
  await world.queue.send(transaction, noticeEditsJob, { shop, orderId }, { key: orderId, startAfter });
  return null;
}

/**
 * Compares an order with what was handed over of it. The interface has no way to change a delivery order, so an edit is a
 * problem that a person must see; the delivery goes on.
 *
 * @throws ShopifyError
 */
export async function noticeEdits(world: World, { shop, orderId }: { shop: string; orderId: string }): Promise<void> {
  const deliveries = await world.database.delivery.findMany({
    where: watchedDeliveries(shop, orderId),
    select: { id: true },
  });
  if (deliveries.length === 0) return;
  let order: Awaited<ReturnType<typeof readOrder>>;
  try {
    order = await readOrder(world.adminApi, shop, orderId);
  } catch (error) {
    if (!(error instanceof ShopifyError) || error.failure !== 'throttled') throw error;
    return goOnLater(world, noticeEditsJob, { shop, orderId }, error);
  }
  if (!order) return;
  for (const { id } of deliveries) {
    await world.database.$transaction(async (transaction) => {
      const delivery = await lockDelivery(transaction, id);
      const before = handedOverWith.safeParse(delivery?.handedOverWith);
      if (!delivery || delivery.cancelRequestedAt || !before.success) return; // cancelled since: there is one thing to do
      const values = watchedFields(order);
      const edited: string[] = WATCHED_FIELDS.filter((field) => {
        const fingerprint = before.data.fields[field];
        if (fingerprint === undefined) return false;
        return world.encryption.isFingerprintOf(fingerprint, secretOf(id, field, values[field])) === false;
      });
      const areLinesEdited = haveLinesShrunk(before.data.lines, order.lines);
      if (areLinesEdited) edited.push('lines');
      if (edited.length === 0) return;
      const lines = areLinesEdited ? asTheyStand(before.data.lines, order.lines) : before.data.lines;
      await transaction.delivery.update({
        where: { id },
        data: {
          problems: withEdits(delivery.problems, edited),
          handedOverWith: { fields: fingerprintsOf(world.encryption, id, order), lines },
        },
      });
      world.logger.info({ deliveryId: id, shop, edited }, 'edited after the hand-over');
    });
  }
}

/** Marked as handled once, an edit is not raised again: the order as it stands is the new measure. */
function asTheyStand(
  shipped: Readonly<Record<string, number>>,
  current: readonly { readonly id: string; readonly currentQuantity: number }[],
): Record<string, number> {
  const now = new Map(current.map(({ id, currentQuantity }) => [id, currentQuantity]));
  return Object.fromEntries(
    Object.entries(shipped).map(([id, quantity]) => [id, Math.min(quantity, now.get(id) ?? quantity)]),
  );
}

const editsProblem = z.object({
  code: z.literal('edited-after-hand-over' satisfies Problem['code']),
  details: z.object({ fields: z.array(z.string()) }),
});

/** Beside the other problems; edits that nobody has handled yet are one problem together. */
function withEdits(problems: Prisma.JsonValue, edited: readonly string[]): Prisma.InputJsonArray {
  const kept = z.array(z.json()).catch([]).parse(problems);
  const earlier = kept.flatMap((problem) => editsProblem.safeParse(problem).data?.details.fields ?? []);
  return [
    ...kept.filter((problem) => !editsProblem.safeParse(problem).success),
    { code: 'edited-after-hand-over', field: null, details: { fields: [...new Set([...earlier, ...edited])] } },
  ] as Prisma.InputJsonArray;
}

function watchedDeliveries(shopDomain: string, orderId: string) {
  return {
    ...{ shopDomain, orderId, handedOverAt: { not: null }, endedAt: null, cancelRequestedAt: null },
    handedOverWith: { not: Prisma.DbNull },
  } satisfies Prisma.DeliveryWhereInput;
}

function fingerprintsOf(
  encryption: World['encryption'],
  deliveryId: string,
  order: WatchedOrder,
): Record<WatchedField, string> {
  const values = watchedFields(order);
  const fingerprint = (field: WatchedField) => encryption.fingerprints(secretOf(deliveryId, field, values[field]))[0];
  return Object.fromEntries(WATCHED_FIELDS.map((field) => [field, fingerprint(field)])) as Record<WatchedField, string>;
}

function secretOf(deliveryId: string, field: WatchedField, value: string): string {
  return `${deliveryId}\n${field}\n${value}`;
}
