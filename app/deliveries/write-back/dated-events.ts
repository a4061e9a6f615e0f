import type { Publication } from '@prisma/client';
import { BOUNDS } from '../../bounds.ts';
import type { EventToPublish } from '../../domain/tracking/events-to-publish.ts';
import type { Statements } from '../../persistence/statements.ts';
import { eventStatusOf } from './publications.ts';

export interface DatedEvents {
  /** The last event that has a date. */
  readonly last: EventToPublish | null;
  /** How many more events the delivery may have. */
  readonly room: number;
}

/** @returns the events of each delivery that has any that have a date */
export async function datedEventsOf(
  transaction: Statements,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, DatedEvents>> {
  if (deliveryIds.length === 0) return new Map();
  const rows = await transaction.$queryRaw<
    (Pick<Publication, 'deliveryId' | 'eventStatus' | 'happenedAt'> & { count: number })[]
  >`
    SELECT last."deliveryId", last."eventStatus", last."happenedAt", last."count"
    FROM unnest(${[...deliveryIds]}::uuid[]) AS asked("id") CROSS JOIN LATERAL (
      SELECT events.*, (count(*) OVER ())::int AS "count" FROM (
        SELECT "id", "deliveryId", "eventStatus", "happenedAt" FROM "Publication"
        WHERE "deliveryId" = asked."id" AND "kind" = 'event' AND "happenedAt" IS NOT NULL
        ORDER BY "id" DESC LIMIT ${BOUNDS.deliveryEvents}) AS events
      ORDER BY "id" DESC LIMIT 1) AS last`;
  return new Map(
    rows.map(({ deliveryId, eventStatus, happenedAt, count }) => [
      deliveryId,
      {
        last: happenedAt && { status: eventStatusOf({ eventStatus }), happenedAt },
        room: BOUNDS.deliveryEvents - count,
      },
    ]),
  );
}

export const NO_EVENTS: DatedEvents = { last: null, room: BOUNDS.deliveryEvents };
