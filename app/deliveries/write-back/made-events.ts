import type { Publication } from '@prisma/client';
import { BOUNDS } from '../../bounds.ts';
import type { MadeEvents } from '../../domain/tracking/events-to-publish.ts';
import type { Statements } from '../../persistence/statements.ts';
import { eventStatusOf } from './publications.ts';

/** @returns the events of each delivery that has any; of many, the newest */
export async function madeEventsOf(
  transaction: Statements,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, MadeEvents>> {
  if (deliveryIds.length === 0) return new Map();
  const rows = await transaction.$queryRaw<Pick<Publication, 'deliveryId' | 'eventStatus' | 'happenedAt'>[]>`
    SELECT made.* FROM unnest(${[...deliveryIds]}::uuid[]) AS asked("id") CROSS JOIN LATERAL (
      SELECT "deliveryId", "eventStatus", "happenedAt" FROM "Publication"
      WHERE "deliveryId" = asked."id" AND "kind" = 'event' ORDER BY "id" DESC LIMIT ${BOUNDS.deliveryEvents}) AS made`;
  const ofDelivery = Map.groupBy(rows, ({ deliveryId }) => deliveryId);
  return new Map([...ofDelivery].map(([id, made]) => [id, madeEvents(made)]));
}

function madeEvents(made: readonly Pick<Publication, 'eventStatus' | 'happenedAt'>[]): MadeEvents {
  const events = made.map(({ eventStatus, happenedAt }) => ({ status: eventStatusOf({ eventStatus }), happenedAt }));
  const dated = events.flatMap(({ status, happenedAt }) => (happenedAt ? [{ status, happenedAt }] : []));
  return {
    last: dated[0] ?? null,
    room: BOUNDS.deliveryEvents - dated.length,
    events: events.map(({ status, happenedAt }) => ({ status, isDated: happenedAt !== null })),
  };
}

export const NO_EVENTS: MadeEvents = madeEvents([]);
