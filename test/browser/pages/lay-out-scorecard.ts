import { DateTime } from 'luxon';
import { countDeliveries } from '../../../app/scorecard/delivery-counts.ts';
import { dayOf } from '../../../app/domain/lifecycle/daily-count.ts';
import type { Database } from '../../../app/persistence/database.ts';

const DISTRICTS = ['Ate', 'Barranco', 'Lince', 'Miraflores', 'San Borja', 'Surco'];
const DAYS = 28;
const DAILY = 60;
const FRIDAY = 5;
const WEEK = 7;

/**
 * Four weeks of deliveries. Ate is late on Fridays, and a little worse than others on other days. One district has too few to
 * judge.
 *
 * @returns the last day
 */
export async function layOutScorecard(database: Database, shop: string, now: Date): Promise<string> {
  const { operatorAccountId, timeZone } = await database.shop.findUniqueOrThrow({ where: { domain: shop } });
  const zone = timeZone ?? 'UTC';
  const last = DateTime.fromISO(dayOf(now, zone), { zone }).minus({ days: 1 });
  const rows = Array.from({ length: DAYS }, (_, age) => last.minus({ days: age })).flatMap((day) =>
    Array.from({ length: DAILY }, (_, index) => {
      const number = Number(day.toFormat('MMdd')) * DAILY + index;
      const district = index === 0 && day.weekday === 1 ? 'Ancón' : (DISTRICTS[index % DISTRICTS.length] ?? '');
      const isLate =
        district === 'Ate' ? (day.weekday === FRIDAY ? number % 5 < 3 : number % 7 === 0) : number % 17 === 0;
      const isFailed = number % 29 === 3;
      const fulfilledAt = day.minus({ days: 1 }).set({ hour: 10 + (index % 6) });
      const endedAt = day.plus({ days: isLate ? 1 : 0 }).set({ hour: 9 + (index % 8) });
      return {
        shopDomain: shop,
        operatorAccountId,
        orderName: `#${number}`,
        fulfillmentId: `gid://shopify/Fulfillment/8${number}`,
        orderId: `gid://shopify/Order/8${number}`,
        orderNumber: `${shop} ${number}`,
        service: index % 3 === 0 ? 'NextdayWithWindow' : 'Nextday',
        pickup: index % 4 === 0 ? '102' : '101',
        district,
        promisedDate: day.toFormat('yyyy-MM-dd'),
        promisedUntil: day.endOf('day').toJSDate(),
        fulfilledAt: fulfilledAt.toJSDate(),
        createdAt: fulfilledAt.toJSDate(),
        handedOverAt: fulfilledAt.plus({ minutes: 1 }).toJSDate(),
        collectedAt: fulfilledAt.plus({ hours: 3 + (index % 5) }).toJSDate(),
        firstFailure: isFailed ? 'dirección incorrecta' : number % 13 === 2 ? 'cliente ausente' : null,
        attentionSeconds: isFailed ? 60 * (10 + (index % 40)) : null,
        decisions: [
          { field: 'delivery_date', source: 'now', rule: index % 20 === 7 ? 'after-cutoff' : 'next-working-day' },
        ],
        phase: isFailed ? 'failed' : 'delivered',
        state: isFailed ? 'devuelto' : 'entregado',
        stateGroup: isFailed ? 'ended-badly' : 'delivered',
        stateAt: endedAt.toJSDate(),
        endedAt: endedAt.toJSDate(),
        lastReadAt: now,
      };
    }),
  );
  await database.delivery.createMany({ data: rows });
  const stored = await database.shop.findUniqueOrThrow({ where: { domain: shop } });
  const app = { database, now: () => now };
  for (let age = DAYS - WEEK; age >= 0; age -= WEEK) {
    await countDeliveries(app, { day: last.minus({ days: age }).toFormat('yyyy-MM-dd'), shop: stored, zone });
  }
  return last.toFormat('yyyy-MM-dd');
}
