import type { Prisma } from '@prisma/client';
import { DateTime } from 'luxon';
import { BOUNDS } from '../../bounds.ts';
import { setBoxes } from '../../deliveries/delivery-store.ts';
import { readHandover } from '../../deliveries/packing/handovers.ts';
import { GROUPS_AT_PICKUP } from '../../domain/tracking/operator-state.ts';
import { NO_PICKUP, type PrintSelection } from '../../pages/warehouse/print-query.ts';
import { askedPlace, placeOf } from '../../pages/shell/asked-values.ts';
import type { WaitingCount } from '../../pages/warehouse/waiting-view.ts';
import type { ShopContext } from '../shop-context.ts';

export const PRINTED = {
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
  boxes: true,
  problems: true,
  attentionSince: true,
} as const satisfies Prisma.DeliverySelect;

export type SelectedDelivery = Prisma.DeliveryGetPayload<{ select: typeof PRINTED }>;

export interface SelectedDeliveries {
  readonly rows: readonly SelectedDelivery[];
  /** How many deliveries of the selection come after those. */
  readonly more: number;
  /** Where the next part of a list begins; null at the end, and for a selection by ids. */
  readonly next: string | null;
}

/** Deliveries that were handed over earlier do not wait at a pickup any more. */
const DAYS_AT_PICKUP = 30;

/** @returns null when one of the deliveries, or every one of the orders, is not the shop's */
export async function selectDeliveries(
  own: ShopContext,
  selection: PrintSelection,
  limit: number,
): Promise<SelectedDeliveries | null> {
  if (selection.kind === 'waiting') return selectWaiting(own, selection, limit);
  if (selection.kind === 'handover') {
    const handover = await readHandover(own, selection.id);
    const ofHandover = { id: { in: [...(handover?.boxes.keys() ?? [])] } };
    return (
      handover && {
        rows: await own.database.delivery.findMany({
          where: ofHandover,
          select: PRINTED,
          orderBy: [{ handedOverAt: 'asc' }, { id: 'asc' }],
          take: BOUNDS.scannedDeliveries,
        }),
        more: 0,
        next: null,
      }
    );
  }
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
  return { rows: sorted, more: count - rows.length, next: null };
}

/**
 * A part of the list of deliveries that wait for collection, the earliest first. It begins after a delivery and not at a
 * number, because deliveries that are collected between two parts would move the others to the part before.
 */
async function selectWaiting(
  { domain, database, app }: ShopContext,
  { pickup, day, after, collected }: Extract<PrintSelection, { kind: 'waiting' }>,
  limit: number,
): Promise<SelectedDeliveries> {
  const where: Prisma.DeliveryWhereInput = {
    ...handedOverLately(domain, app.now()),
    ...(pickup === null ? {} : { pickup: pickup === NO_PICKUP ? null : pickup }),
    ...(day === null ? {} : { promisedDate: day }),
    AND: [
      collected && day !== null ? { phase: { not: 'failed' } } : AT_PICKUP,
      after === null ? {} : comesAfter(after),
    ],
  };
  const [found, count] = await Promise.all([
    database.delivery.findMany({
      where,
      select: PRINTED,
      orderBy: [{ handedOverAt: 'asc' }, { id: 'asc' }],
      take: limit + 1, // one more says whether there is a next part
    }),
    database.delivery.count({ where }),
  ]);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (found.length === rows.length || !last?.handedOverAt) return { rows, more: 0, next: null };
  return { rows, more: Math.max(1, count - rows.length), next: placeOf(last.handedOverAt, last.id) };
}

/** The deliveries behind a place in the list. What is handed over in the meantime is added to the end. */
function comesAfter(place: string): Prisma.DeliveryWhereInput {
  const { at: handedOverAt, id } = askedPlace.parse(place);
  return { OR: [{ handedOverAt: { gt: handedOverAt } }, { handedOverAt, id: { gt: id } }] };
}

const AT_PICKUP = {
  endedAt: null,
  OR: [{ stateGroup: null }, { stateGroup: { in: [...GROUPS_AT_PICKUP] } }],
} satisfies Prisma.DeliveryWhereInput;

function handedOverLately(shopDomain: string, now: Date) {
  return {
    shopDomain,
    handedOverAt: { gte: DateTime.fromJSDate(now).minus({ days: DAYS_AT_PICKUP }).toJSDate() },
  } satisfies Prisma.DeliveryWhereInput;
}

const COUNT_LIMIT = 500;

/**
 * Says how many boxes deliveries have.
 *
 * @returns those that have that number now; of the others it is fixed
 */
export function sayBoxes(
  { app, database, domain }: ShopContext,
  deliveryIds: readonly string[],
  boxes: number,
): Promise<ReadonlySet<string>> {
  const isSent = app.environment.profile.packagesAre === 'boxes';
  return setBoxes(database, { shop: domain, deliveryIds, boxes, isSent });
}

/** What waits at each pickup, by day and service. */
export async function countWaiting({ domain, database, app }: ShopContext): Promise<WaitingCount[]> {
  const since = DateTime.fromJSDate(app.now()).minus({ days: DAYS_AT_PICKUP }).toJSDate();
  return database.$queryRaw<WaitingCount[]>`
    SELECT d."pickup", d."promisedDate" AS "day", d."service", count(*)::int AS "count",
      count(*) FILTER (WHERE d."cancelRequestedAt" IS NOT NULL)::int AS "cancelled",
      count(*) FILTER (WHERE d."cancelRequestedAt" IS NULL AND gone)::int AS "gone",
      count(*) FILTER (WHERE d."cancelRequestedAt" IS NULL AND NOT gone AND p."deliveryId" IS NOT NULL)::int AS "printed"
    FROM "Delivery" d LEFT JOIN "Print" p ON p."deliveryId" = d."id"
    CROSS JOIN LATERAL (SELECT count(*) >= coalesce(d."boxes", p."packages", 1) AS gone FROM "ScannedBox" s
      WHERE s."deliveryId" = d."id" AND s."handoverId" IS NOT NULL) AS taken
    WHERE d."shopDomain" = ${domain} AND d."handedOverAt" >= ${since} AND d."endedAt" IS NULL
      AND (d."stateGroup" IS NULL OR d."stateGroup" = ANY (${[...GROUPS_AT_PICKUP]}))
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 LIMIT ${COUNT_LIMIT}`;
}
