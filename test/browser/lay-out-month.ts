import { dayOf } from '../../app/domain/lifecycle/daily-count.ts';
import type { Database } from '../../app/persistence/database.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * A shop's last thirty days, with a few deliveries of today still on their way, one of them late, and the count of
 * yesterday, in which one fulfillment is missing and one delivery too much.
 */
export async function layOutMonth(database: Database, shop: string, now: Date): Promise<void> {
  const { operatorAccountId, timeZone } = await database.shop.findUniqueOrThrow({ where: { domain: shop } });
  const made = Array.from({ length: 30 }, (_, daysAgo) =>
    Array.from({ length: 6 + ((daysAgo * 5) % 9) }, (__, index) => ({ daysAgo, index })),
  ).flat();
  const rows = made.map(({ daysAgo, index }, number) => {
    const handedOverAt = new Date(now.getTime() - daysAgo * DAY_MS - (2 + (index % 3)) * HOUR_MS);
    const endedAt = new Date(handedOverAt.getTime() + (1 + (index % 2)) * HOUR_MS);
    const orderName = `#${2_000 + number}`;
    return {
      shopDomain: shop,
      operatorAccountId,
      orderName,
      fulfillmentName: `${orderName}.1`,
      service: 'Sameday',
      fulfillmentId: `gid://shopify/Fulfillment/${number}`,
      orderId: `gid://shopify/Order/${number}`,
      orderNumber: `${shop.split('.')[0]}-${orderName.slice(1)}.1`,
      promisedDate: dayOf(handedOverAt, timeZone ?? 'UTC'),
      createdAt: handedOverAt,
      handedOverAt,
      lastReadAt: now,
      ...(daysAgo === 0 && index < 4
        ? { phase: 'in-delivery', state: 'en despacho', stateGroup: 'on-the-way', stateAt: handedOverAt }
        : number % 23 === 7
          ? { phase: 'failed', state: 'devuelto', stateGroup: 'ended-badly', stateAt: endedAt, endedAt }
          : { phase: 'delivered', state: 'entregado', stateGroup: 'delivered', stateAt: endedAt, endedAt }),
    };
  });
  await database.delivery.createMany({ data: rows });
  const since = new Date(now.getTime() - 1.5 * HOUR_MS).toISOString();
  await database.delivery.updateMany({
    where: { shopDomain: shop, fulfillmentId: rows[0]?.fulfillmentId ?? '' },
    data: { flags: [{ code: 'late', since }] },
  });

  const day = dayOf(new Date(now.getTime() - DAY_MS), timeZone ?? 'UTC');
  const [missing, extra, ...known] = rows.filter((_, number) => made[number]?.daysAgo === 1);
  await database.delivery.updateMany({
    where: { shopDomain: shop, fulfillmentId: missing?.fulfillmentId ?? '' },
    // neither held nor due, or the program would release it or send it
    data: {
      phase: 'waiting',
      sendAt: new Date(now.getTime() + DAY_MS),
      heldFor: null,
      handedOverAt: null,
      endedAt: null,
      state: null,
    },
  });
  await database.dailyCount.deleteMany({ where: { shopDomain: shop } });
  await database.dailyCount.create({ data: { shopDomain: shop, day, countedAt: now } });
  const counted = (row: (typeof rows)[number] | undefined, result: string) =>
    row ? [{ shopDomain: shop, day, ...idsOf(row), result }] : [];
  await database.countedFulfillment.createMany({
    data: [
      ...counted(missing, 'missing'),
      ...counted(extra, 'extra'),
      ...known.flatMap((row) => counted(row, 'known')),
    ],
  });
}

function idsOf({ fulfillmentId, orderId, orderName }: { fulfillmentId: string; orderId: string; orderName: string }) {
  return { fulfillmentId, orderId, orderName };
}
