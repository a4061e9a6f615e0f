import { randomUUID } from 'node:crypto';
import { Prisma, type Delivery } from '@prisma/client';
import { DateTime } from 'luxon';
import { expect, it } from 'vitest';
import { conditionsOfSlice, countDeliveries } from '../../app/scorecard/delivery-counts.ts';
import { isWorkingDay } from '../../app/domain/calendar/working-days.ts';
import { ARRIVAL_DAYS, HOURS, PROMISED_DAY } from '../../app/domain/scorecard/times.ts';
import { countOf, totalOf } from '../../app/domain/scorecard/scorecard.ts';
import { COUNTED, DIMENSIONS, type Slice } from '../../app/domain/scorecard/slice.ts';
import { readArrivals, readFailures, readGroups } from '../../app/shop-api/scorecard/read-counts.ts';
import { shopSettingsSchema } from '../../app/domain/settings/shop-settings.ts';
import { fc } from '../set-up/properties.ts';
import { useDatabase } from '../set-up/database/use-database.ts';

const ZONE = 'America/Lima';
const DAY = '2026-03-31';
const NOW = new Date('2026-04-01T06:30:00Z');
const HOUR_MS = 3_600_000;
const ACCOUNT = randomUUID();
const CALENDAR = shopSettingsSchema.parse({ service: { holidays: ['2026-03-20'] } }).service;

const { database } = await useDatabase();

const SERVICES = ['Nextday', 'Sameday', 'NextdayWithWindow'] as const;
type Made = Pick<
  Delivery,
  'phase' | 'district' | 'pickup' | 'promisedDate' | 'firstFailure' | 'attentionSeconds' | 'collectedAt' | 'endedAt'
> & {
  service: (typeof SERVICES)[number];
  rule: string;
  fulfilledAt: Date | null;
  promisedUntil: Date;
  cancelRequestedAt: Date | null;
};

const oftenNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });

const anyDelivery: fc.Arbitrary<Made> = fc
  .record({
    service: fc.constantFrom(...SERVICES),
    district: oftenNull(fc.constantFrom('Ate', 'Lince', 'Surco')),
    pickup: oftenNull(fc.constantFrom('101', '102')),
    rule: fc.constantFrom('next-working-day', 'same-day', 'after-cutoff', 'buyers-date', 'buyers-date-missed'),
    age: fc.nat(6),
    phase: fc.constantFrom('delivered', 'delivered', 'delivered', 'failed', 'in-delivery', 'needs-attention'),
    fulfilledBefore: fc.nat(60 * 24),
    collectedAfter: oftenNull(fc.nat(60 * 30)),
    endedAfter: fc.nat(60 * 24 * 6),
    firstFailure: oftenNull(fc.constantFrom('ausente', 'devuelto')),
    attentionSeconds: oftenNull(fc.nat(7_200)),
    isOld: fc.boolean(),
    isCancelled: fc.boolean(),
  })
  .map(({ age, fulfilledBefore, collectedAfter, endedAfter, isOld, isCancelled, ...made }) => {
    const promised = DateTime.fromISO(DAY, { zone: ZONE }).minus({ days: age });
    const fulfilledAt = promised.minus({ minutes: fulfilledBefore });
    const hasEnded = made.phase === 'delivered' || made.phase === 'failed';
    return {
      ...made,
      promisedDate: promised.toFormat('yyyy-MM-dd'),
      promisedUntil: promised.endOf('day').toJSDate(),
      fulfilledAt: isOld && age === 0 ? null : fulfilledAt.toJSDate(),
      collectedAt: collectedAfter === null ? null : fulfilledAt.plus({ minutes: collectedAfter }).toJSDate(),
      endedAt: hasEnded ? fulfilledAt.plus({ minutes: endedAfter }).toJSDate() : null,
      cancelRequestedAt: isCancelled && age === 1 ? NOW : null,
    };
  });

async function store(shop: string, deliveries: readonly Made[]): Promise<void> {
  await database.delivery.createMany({
    data: deliveries.map(({ rule, ...made }, place) => ({
      ...made,
      shopDomain: shop,
      fulfillmentId: `f${place}`,
      orderId: 'o',
      operatorAccountId: ACCOUNT,
      orderNumber: `${shop} ${place}`,
      handedOverAt: made.fulfilledAt ?? NOW,
      decisions: [{ field: 'delivery_date', source: 'now', rule }],
    })),
  });
}

/** What the migration and the statements say, said again in another way. */
function judge({ phase, endedAt, promisedUntil, rule }: Made): (typeof COUNTED)[number] | null {
  if (phase === 'failed') return 'not-delivered';
  if (phase !== 'delivered') return promisedUntil < NOW ? 'late-operator' : null;
  if (endedAt && endedAt > promisedUntil) return 'late-operator';
  return rule === 'after-cutoff' || rule === 'buyers-date-missed' ? 'late-shop' : 'on-time';
}

function arrivalOf({ phase, service, endedAt, promisedDate, rule }: Made): number | null {
  if (rule === 'buyers-date') return null;
  if (phase !== 'delivered' || !endedAt) return ARRIVAL_DAYS.length;
  const ended = DateTime.fromJSDate(endedAt, { zone: ZONE }).startOf('day');
  const promised = DateTime.fromISO(promisedDate ?? '', { zone: ZONE });
  const [first, last] = ended > promised ? [promised, ended] : [ended, promised];
  let days = 0;
  for (let day = first.plus({ days: 1 }); day <= last; day = day.plus({ days: 1 })) {
    if (isWorkingDay(day.toFormat('yyyy-MM-dd'), CALENDAR)) days += 1;
  }
  const beside = ended > promised ? Math.max(1, days) : -days;
  return Math.min(ARRIVAL_DAYS.length, Math.max(0, PROMISED_DAY[service] + beside));
}

const groupOf = (from: Date | null, at: Date | null) => {
  if (!from || !at) return null;
  const hours = (at.getTime() - from.getTime()) / HOUR_MS;
  return HOURS.filter((bound) => hours >= bound).length;
};

const histogram = (places: readonly (number | null)[], length: number) =>
  Array.from({ length }, (_, place) => places.filter((each) => each === place).length);

it('the figures are those of a plain recount, by every dimension, and the list behind each has as many', async () => {
  const shop = `${randomUUID()}.myshopify.com`;
  const account = { id: ACCOUNT, environment: 'production', tokenEncrypted: 'k:t', tokenFingerprint: shop };
  await database.operatorAccount.create({ data: { ...account, tokenLastFour: '1234' } });
  await database.shop.create({
    data: { domain: shop, timeZone: ZONE, settings: { service: { holidays: ['2026-03-20'] } } },
  });
  const made = fc.sample(anyDelivery, 400);
  await store(shop, made);
  const app = { database, now: () => NOW };
  const stored = await database.shop.findUniqueOrThrow({ where: { domain: shop } });
  await countDeliveries(app, { day: DAY, shop: stored, zone: ZONE });
  await countDeliveries(app, { day: DAY, shop: stored, zone: ZONE });

  const counted = made.filter((each) => each.fulfilledAt && !each.cancelRequestedAt && judge(each) !== null);
  expect(counted.length).toBeGreaterThan(300);
  const own = { domain: shop, database };
  const everything: Slice = { ...EVERY, from: '2026-03-25', to: DAY };
  for (const span of ['day', 'month'] as const) {
    const slice = span === 'day' ? everything : { ...everything, from: '2026-03-01' };
    for (const by of DIMENSIONS) {
      const groups = await readGroups(own, { slice, span }, { by, before: '2025-03-01' });
      expect(totalOf(groups).before).toMatchObject({ onTime: 0 });
      for (const { key, now } of groups) {
        const some = counted.filter((each) => keyOf(each, by) === key);
        const judged = (outcome: string) => some.filter((each) => judge(each) === outcome).length;
        expect(now).toEqual({
          key,
          isBefore: false,
          onTime: judged('on-time'),
          lateShop: judged('late-shop'),
          lateOperator: judged('late-operator'),
          notDelivered: judged('not-delivered'),
          firstAttempt: some.filter((each) => each.phase === 'delivered' && each.firstFailure === null).length,
          failed: some.filter((each) => each.firstFailure !== null).length,
          neededPerson: some.filter((each) => each.attentionSeconds !== null || isOpen(each)).length,
          personMinutes: now.personMinutes,
          collectedIn: histogram(
            some.map((each) => groupOf(each.fulfilledAt, each.collectedAt)),
            HOURS.length + 1,
          ),
          deliveredIn: histogram(
            some.map((each) => (each.phase === 'delivered' ? groupOf(each.fulfilledAt, each.endedAt) : null)),
            HOURS.length + 1,
          ),
        });
      }
      expect(groups.map(({ now }) => countOf(now)).reduce((sum, each) => sum + each, 0)).toBe(counted.length);
    }
    const arrivals = await readArrivals(own, { slice, span });
    for (const { district, service, arrivedOn } of arrivals) {
      const some = counted.filter((each) => (each.district ?? '') === district && each.service === service);
      expect(arrivedOn).toEqual(histogram(some.map(arrivalOf), ARRIVAL_DAYS.length + 1));
    }
    const failures = await readFailures(own, { slice, span }, { limit: 10 });
    const ofState = (state: string) => counted.filter(({ firstFailure }) => firstFailure === state).length;
    expect(failures.toSorted((a, b) => a.state.localeCompare(b.state))).toEqual(
      ['ausente', 'devuelto'].map((state) => ({ state, count: ofState(state) })),
    );
  }

  const listed = async (slice: Slice) => {
    const where = Prisma.join([Prisma.sql`"shopDomain" = ${shop}`, ...conditionsOfSlice(slice)], ' AND ');
    const [row] = await database.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS "count" FROM "Delivery" WHERE ${where}`;
    return row?.count;
  };
  expect(await listed(everything)).toBe(counted.length);
  for (const outcome of COUNTED.slice(0, 4)) {
    const some = counted.filter((each) => judge(each) === outcome && keyOf(each, 'weekday') === '5');
    expect(await listed({ ...everything, weekday: '5', counted: outcome })).toBe(some.length);
  }
  const failed = counted.filter(({ firstFailure, district }) => firstFailure !== null && district === null);
  expect(await listed({ ...everything, district: '', counted: 'failed-attempt' })).toBe(failed.length);
});

const EVERY = { district: null, service: null, account: null, pickup: null, weekday: null, counted: null } as const;

const isOpen = ({ phase }: Made) => phase === 'needs-attention';

function keyOf({ district, service, pickup, promisedDate }: Made, by: (typeof DIMENSIONS)[number]): string {
  if (by === 'weekday') return String(DateTime.fromISO(promisedDate ?? '').weekday);
  return { district: district ?? '', service, pickup: pickup ?? '', account: ACCOUNT }[by];
}
