import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DateTime } from 'luxon';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOURS } from '../../../app/domain/scorecard/times.ts';
import { createShopApi } from '../../../app/shop-api/shop-api.ts';
import { openShopContext } from '../../../app/shop-api/shop-context.ts';
import { recogniseState } from '../../set-up/built-in-states.ts';
import { fc } from '../../set-up/properties.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../../set-up/world/offline-world.ts';
import type { ProgramHere } from '../../set-up/world/program.ts';
import { until } from '../../set-up/time/until.ts';

/** The scorecard's figures are those that Shopify's fulfillments and the operator's own records give. */

const ZONE = 'America/Lima';
const HOUR_MS = 3_600_000;
const DISTRICTS = ['Barranco', 'Miraflores', 'San Isidro'];
const LINES = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
const CUTOFF_HOUR = 13;
/** Of each part of the storm: the deliveries before the cutoff, and those after it. */
const PART = 12;
const STEP_MS = 5 * HOUR_MS;

let world: OfflineWorld;
let program: ProgramHere;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'handoff-scorecard-'));
  const districts = path.join(folder, 'districts.json');
  await writeFile(districts, JSON.stringify(DISTRICTS));
  world = await startOfflineWorld();
  program = await world.start({ OPERATOR_DISTRICTS_FILE: districts, TRACKING_INTERVAL_SECONDS: '0.1' });
  await world.setUpShop(program, {
    service: { default: 'Sameday', cutoffs: { Sameday: `${CUTOFF_HOUR}:00` }, workingDays: [1, 2, 3, 4, 5, 6, 7] },
  });
  const noon = DateTime.fromJSDate(world.clock.now(), { zone: ZONE }).plus({ days: 1 }).set({ hour: 12, minute: 0 });
  world.clock.advance(noon.toMillis() - world.clock.now().getTime());
});

afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

const STATES = ['en punto de retiro', 'en despacho', 'en camino entrega', 'sin moradores', 'incidencia', 'almacenaje'];
const ENDS = ['entregado', 'entregado', 'entregado', 'devuelto', null];
/** What happens to a delivery in each step: a state, or nothing. */
const STORIES = fc.sample(
  fc
    .tuple(fc.array(fc.constantFrom(...STATES, null), { maxLength: 6 }), fc.constantFrom(...ENDS))
    .map(([states, end]) => [...states, end]),
  { numRuns: 2 * PART, seed: 46 },
);

async function handOver(from: number) {
  const fulfillments = Array.from({ length: PART }, (_, place) => {
    const city = DISTRICTS[(from + place) % DISTRICTS.length] ?? '';
    const { shippingAddress } = limaOrder();
    const draft = limaOrder({ lineItems: LINES, shippingAddress: { ...shippingAddress, city } });
    return {
      story: STORIES[from + place] ?? [],
      district: city,
      of: world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, draft).id),
    };
  });
  return Promise.all(
    fulfillments.map(async ({ of, ...rest }) => {
      const where = { fulfillmentId: of.id, state: 'ingresado' };
      const { id, orderNumber } = await until('handed over', () => world.database.delivery.findFirst({ where }));
      return { ...rest, id, orderNumber: orderNumber ?? '', fulfilledAt: new Date(of.createdAt) };
    }),
  );
}

type Made = Awaited<ReturnType<typeof handOver>>[number];

async function tell(made: readonly Made[], step: number): Promise<void> {
  const told = made.flatMap(({ id, orderNumber, story }) => {
    const state = story[step] ?? null;
    return state === null ? [] : [{ id, orderNumber, state }];
  });
  for (const { orderNumber, state } of told) world.operator.setState(orderNumber, state, world.clock.now());
  await Promise.all(
    told.map(({ id, state }) =>
      until(`${state} is read`, async () => {
        await world.database.delivery.updateMany({ where: { id }, data: { nextReadAt: world.clock.now() } });
        return world.database.delivery.findFirst({ where: { id, state } });
      }),
    ),
  );
}

const promisedDay = ({ orderNumber }: Made) =>
  world.operator.order(orderNumber)?.order.delivery_date.slice(0, '2026-01-01'.length) ?? '';

/** What became of a delivery, by the operator's record alone. */
function judge(made: Made) {
  const { orderNumber, fulfilledAt } = made;
  const held = world.operator.order(orderNumber);
  const entries = (held?.history ?? []).toReversed();
  const group = recogniseState(held?.state ?? '').group;
  const end = DateTime.fromISO(promisedDay(made), { zone: ZONE }).endOf('day');
  const endedAt = DateTime.fromJSDate(entries.at(-1)?.at ?? new Date(Number.NaN));
  const isPastCutoff = DateTime.fromJSDate(fulfilledAt, { zone: ZONE }).hour >= CUTOFF_HOUR;
  const first = (groups: readonly string[]) =>
    entries.find(({ status }) => groups.includes(recogniseState(status).group));
  const hoursUntil = (at: Date | undefined) => (at ? (at.getTime() - fulfilledAt.getTime()) / HOUR_MS : null);
  const isDelivered = group === 'delivered';
  const failure = first(['attempt-failed', 'needs-merchant', 'ended-badly'])?.status ?? null;
  return {
    outcome: !isDelivered
      ? group === 'ended-badly'
        ? 'not-delivered'
        : 'late-operator'
      : endedAt > end
        ? 'late-operator'
        : isPastCutoff
          ? 'late-shop'
          : 'on-time',
    failure,
    isFirstAttempt: isDelivered && failure === null,
    collectedIn: hoursUntil(first(['on-the-way', 'out-for-delivery', 'delivered', 'attempt-failed'])?.at),
    deliveredIn: isDelivered ? hoursUntil(entries.at(-1)?.at) : null,
  };
}

/** The half and the nine of ten, to the hours between which a figure is known. */
function groupOfShare(hours: readonly (number | null)[], share: number): number | null {
  const known = hours.flatMap((each) => each ?? []).sort((a, b) => a - b);
  const at = known[Math.ceil(share * known.length) - 1];
  return at === undefined ? null : HOURS.filter((bound) => at >= bound).length;
}

const placeOf = (percentile: { hours: number; isMore: boolean } | null) =>
  percentile && (percentile.isMore ? HOURS.length : HOURS.filter((bound) => percentile.hours > bound).length);

it('after a storm of states and failing calls the figures are those of the operator’s own records', async () => {
  const early = await handOver(0);
  world.clock.advance(2 * HOUR_MS);
  const late = await handOver(PART);
  const made = [...early, ...late];
  for (const kind of ['500', 'reset', 'html', '429'] as const) {
    world.operator.injectFault({ kind, verb: 'read', probability: 0.05 });
  }
  for (let step = 0; step < 7; step += 1) {
    world.clock.advance(STEP_MS);
    await tell(made, step);
  }
  world.clock.advance(48 * HOUR_MS);
  // a day that ends after the last state: the promised days may have been counted before it, and are counted again with this one
  const yesterday = DateTime.fromJSDate(world.clock.now(), { zone: ZONE }).minus({ days: 1 }).toFormat('yyyy-MM-dd');
  await until('the day is counted', () =>
    world.database.dailyCount.findFirst({ where: { shopDomain: SHOP, day: yesterday, countedAt: { not: null } } }),
  );

  const api = createShopApi(openShopContext(program.handoff, { shop: SHOP, staff: '1' }, 'en'), program.app);
  const only = { district: null, service: null, account: null, pickup: null, weekday: null };
  const { total, rows, failures } = await api.scorecard({ period: '7', by: 'district', only });
  const judged = made.map((each) => ({ district: each.district, ...judge(each) }));
  for (const { key, ...figures } of [{ key: null, ...total }, ...rows]) {
    const some = judged.filter(({ district }) => key === null || district === key);
    const having = (outcome: string) => some.filter((each) => each.outcome === outcome).length;
    expect({
      of: figures.onTime.of,
      onTime: figures.onTime.count,
      lateShop: figures.lateShop,
      lateOperator: figures.lateOperator,
      notDelivered: figures.notDelivered,
      firstAttempt: [figures.firstAttempt.count, figures.firstAttempt.of],
      collected: [placeOf(figures.collected.half), placeOf(figures.collected.nine)],
      delivered: [placeOf(figures.delivered.half), placeOf(figures.delivered.nine)],
    }).toEqual({
      of: some.length,
      onTime: having('on-time'),
      lateShop: having('late-shop'),
      lateOperator: having('late-operator'),
      notDelivered: having('not-delivered'),
      firstAttempt: [
        some.filter(({ isFirstAttempt }) => isFirstAttempt).length,
        some.filter(({ isFirstAttempt, failure }) => isFirstAttempt || failure !== null).length,
      ],
      collected: [0.5, 0.9].map((share) =>
        groupOfShare(
          some.map(({ collectedIn }) => collectedIn),
          share,
        ),
      ),
      delivered: [0.5, 0.9].map((share) =>
        groupOfShare(
          some.map(({ deliveredIn }) => deliveredIn),
          share,
        ),
      ),
    });
  }
  expect(rows.map(({ key }) => key).sort()).toEqual(DISTRICTS);
  expect(new Set(judged.map(({ outcome }) => outcome)).size).toBe(4);
  const counted = Object.entries(Object.groupBy(judged, ({ failure }) => failure ?? '')).flatMap(([state, each]) =>
    state === '' ? [] : [{ state, count: each?.length ?? 0 }],
  );
  const byState = (a: { state: string }, b: { state: string }) => a.state.localeCompare(b.state);
  expect(failures.toSorted(byState)).toEqual(counted.sort(byState));
});
