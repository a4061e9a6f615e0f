import type { Prisma } from '@prisma/client';
import { DateTime } from 'luxon';
import { BOUNDS } from '../../bounds.ts';
import { GROUPS_AT_PICKUP } from '../../domain/tracking/at-pickup.ts';
import { NO_PICKUP, type PrintSelection } from '../../pages/warehouse/print-query.ts';
import type { OwnShop } from '../own-shop.ts';

const PRINTED = {
  id: true,
  fulfillmentId: true,
  fulfillmentName: true,
  orderId: true,
  orderName: true,
  phase: true,
  orderNumber: true,
  service: true,
  pickup: true,
  promisedDate: true,
  windowStart: true,
  windowEnd: true,
  cancelRequestedAt: true,
  stateGroup: true,
  handedOverAt: true,
} as const satisfies Prisma.DeliverySelect;

export type SelectedDelivery = Prisma.DeliveryGetPayload<{ select: typeof PRINTED }>;

export interface SelectedDeliveries {
  readonly rows: readonly SelectedDelivery[];
  /** How many deliveries of the selection come after those. */
  readonly more: number;
}

/** Deliveries that were handed over earlier do not wait at a pickup any more. */
const DAYS_AT_PICKUP = 30;

/** @returns null when one of the deliveries, or every one of the orders, is not the shop's */
export async function selectDeliveries(own: OwnShop, selection: PrintSelection): Promise<SelectedDeliveries | null> {
  if (selection.kind === 'waiting') return selectWaiting(own, selection);
  const limit = BOUNDS.printedDeliveries;
  const isOfDeliveries = selection.kind === 'deliveries';
  const ids = [...selection.ids];
  const where: Prisma.DeliveryWhereInput = {
    shopDomain: own.domain,
    ...(isOfDeliveries ? { id: { in: ids } } : { orderId: { in: ids } }),
  };
  const [rows, count] = await Promise.all([
    own.database.delivery.findMany({ where, select: PRINTED, take: limit }),
    own.database.delivery.count({ where }),
  ]);
  if (rows.length === 0 || (isOfDeliveries && rows.length < ids.length)) return null;
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id, orderId }: SelectedDelivery) => places.get(isOfDeliveries ? id : orderId) ?? 0;
  const byNumber = new Intl.Collator('en', { numeric: true });
  const sorted = rows.sort((a, b) => placeOf(a) - placeOf(b) || byNumber.compare(a.fulfillmentId, b.fulfillmentId));
  return { rows: sorted, more: count - rows.length };
}

/** The deliveries that wait for collection, the earliest first. Those of a chosen day stay when they were collected. */
async function selectWaiting(
  { domain, database, app }: OwnShop,
  { pickup, day, part }: Extract<PrintSelection, { kind: 'waiting' }>,
): Promise<SelectedDeliveries> {
  const limit = BOUNDS.printedDeliveries;
  const where = {
    ...waitingDeliveries(domain, app.now()),
    ...(day === null ? {} : COLLECTED_TOO),
    ...(pickup === null ? {} : { pickup: pickup === NO_PICKUP ? null : pickup }),
    ...(day === null ? {} : { promisedDate: day }),
  } satisfies Prisma.DeliveryWhereInput;
  const [rows, count] = await Promise.all([
    database.delivery.findMany({
      where,
      select: PRINTED,
      orderBy: [{ pickup: 'asc' }, { handedOverAt: 'asc' }, { id: 'asc' }],
      skip: (part - 1) * limit,
      take: limit,
    }),
    database.delivery.count({ where }),
  ]);
  return { rows, more: Math.max(0, count - (part - 1) * limit - rows.length) };
}

const COLLECTED_TOO = { endedAt: undefined, OR: undefined, phase: { not: 'failed' } } as const;

function waitingDeliveries(shopDomain: string, now: Date) {
  return {
    shopDomain,
    handedOverAt: { gte: DateTime.fromJSDate(now).minus({ days: DAYS_AT_PICKUP }).toJSDate() },
    endedAt: null,
    OR: [{ stateGroup: null }, { stateGroup: { in: [...GROUPS_AT_PICKUP] } }],
  } satisfies Prisma.DeliveryWhereInput;
}

/** How many deliveries stand at a pickup, of a promised day. */
export interface WaitingCount {
  readonly pickup: string | null;
  readonly day: string | null;
  readonly count: number;
  /** Those of `count` that must not be collected. They are printed and scanned too, as cancelled ones. */
  readonly cancelled: number;
}

const COUNT_LIMIT = 500;

/** The counts of each pickup and day, the earliest days first. */
export async function countWaiting({ domain, database, app }: OwnShop): Promise<WaitingCount[]> {
  const groups = await database.delivery.groupBy({
    by: ['pickup', 'promisedDate'],
    where: waitingDeliveries(domain, app.now()),
    _count: { _all: true, cancelRequestedAt: true },
    orderBy: [{ pickup: 'asc' }, { promisedDate: 'asc' }],
    take: COUNT_LIMIT,
  });
  return groups.map(({ pickup, promisedDate, _count }) => ({
    pickup,
    day: promisedDate,
    count: _count._all,
    cancelled: _count.cancelRequestedAt,
  }));
}
