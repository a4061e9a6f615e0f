import type { Delivery } from '@prisma/client';
import { z } from 'zod';
import { BOUNDS } from '../../bounds.ts';
import { exceptionsOf } from '../../domain/exceptions/exception.ts';
import { problemSchema, STORED_COLUMNS } from '../../domain/lifecycle/stored-columns.ts';
import { PHASES } from '../../domain/lifecycle/delivery-phase.ts';
import {
  inOrderOfTime,
  recogniseState,
  type StateEntry,
  type StateTable,
} from '../../domain/tracking/operator-state.ts';
import { statesOf, type WithMeanings } from '../../domain/tracking/state-meaning.ts';
import { orderFields, type OrderFields } from '../../domain/order-data/order-fields.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../persistence/database.ts';
import { shareWritesTo } from '../../persistence/share-writes.ts';

type WrittenDelivery = Pick<
  Delivery,
  | 'fulfillmentId'
  | 'phase'
  | 'problems'
  | 'flags'
  | 'attentionSince'
  | 'state'
  | 'stateGroup'
  | 'stateAt'
  | 'orderNumber'
  | 'trackingUrl'
  | 'service'
  | 'handedOverAt'
  | 'endedAt'
> &
  Pick<Delivery, 'promisedDate' | 'promisedUntil' | 'windowStart' | 'windowEnd' | 'operatorDate'> &
  WithMeanings & {
    readonly stateEntries: readonly { readonly status: string; readonly date: string; readonly at: string | null }[];
  };

const readEntry = ({ status, date, at }: WrittenDelivery['stateEntries'][number]): StateEntry => {
  return { status, date, at: at === null ? null : new Date(at) };
};

/** What the metafields of an order say. Orders that are written together share the statement. */
const writtenDeliveries = shareWritesTo<Database, { shop: string; orderId: string }, WrittenDelivery[]>({
  async write(database, orders) {
    const rows = await database.$queryRaw<(WrittenDelivery & { place: number })[]>`
      SELECT (asked."place" - 1)::int AS "place", written.* FROM ROWS FROM (
        json_to_recordset(${JSON.stringify(orders)}::json) AS ("shop" text, "orderId" text)
      ) WITH ORDINALITY AS asked("shop", "orderId", "place")
      CROSS JOIN LATERAL (
        SELECT d."fulfillmentId", d."phase", d."problems", d."flags", d."attentionSince", d."state", d."stateGroup", d."stateAt", d."orderNumber", d."trackingUrl",
          d."service", d."handedOverAt", d."endedAt", d."promisedDate", d."promisedUntil", d."windowStart", d."windowEnd", d."operatorDate", d."createdAt",
          (SELECT a."stateMeanings" FROM "OperatorAccount" a WHERE a."id" = d."operatorAccountId") AS "stateMeanings", (
            SELECT coalesce(json_agg(newest), '[]') FROM (
              SELECT e."status", e."date", e."at" FROM "StateEntry" e WHERE e."deliveryId" = d."id"
              ORDER BY e."at" DESC NULLS LAST LIMIT ${BOUNDS.writtenHistory}) AS newest) AS "stateEntries"
        FROM "Delivery" d WHERE d."shopDomain" = asked."shop" AND d."orderId" = asked."orderId"
        ORDER BY d."createdAt" LIMIT ${BOUNDS.orderDeliveries}) AS written
      ORDER BY written."createdAt"`;
    const written: WrittenDelivery[][] = orders.map(() => []);
    for (const { place, ...delivery } of rows) written[place]?.push(delivery);
    return written;
  },
  atOnce: 2,
  limit: 40,
});

/** What needs a person, by its code: of a problem that this version does not know, no code. */
function writtenExceptions(delivery: WrittenDelivery): object[] {
  const { phase, problems, flags } = storedExceptions.parse(delivery);
  return exceptionsOf({ phase, problems, flags, attentionSince: delivery.attentionSince }).map(({ code, since }) => {
    return { code, since };
  });
}

const storedExceptions = z.object({
  phase: z.enum(PHASES),
  problems: z.array(problemSchema.nullable().catch(null)).catch([null]),
  flags: STORED_COLUMNS.flags.catch([]),
});

/** The values of an order's metafields. They contain nothing about the buyer. */
export interface OrderMetafields {
  /** Each delivery of the order by the fulfillment's gid. */
  readonly deliveries: object;
  readonly fields: OrderFields;
}

export async function orderMetafields(
  { database, environment, now }: Pick<AppContext, 'database' | 'environment' | 'now'>,
  order: { shop: string; orderId: string },
): Promise<OrderMetafields> {
  const written = await writtenDeliveries(database, order);
  const fields = orderFields(written, { operator: environment.OPERATOR_NAME, now: now() });
  return { deliveries: describeEach(written, environment.profile.stateTable), fields };
}

function describeEach(deliveries: readonly WrittenDelivery[], states: StateTable): object {
  return Object.fromEntries(
    deliveries.map((delivery) => {
      const meant = statesOf(delivery, states);
      const history = inOrderOfTime(delivery.stateEntries.map(readEntry), meant).map(({ status, at }) => ({
        status,
        stateGroup: recogniseState(status, meant).group,
        at,
      }));
      const written = {
        phase: delivery.phase,
        exceptions: writtenExceptions(delivery),
        state: delivery.state,
        stateGroup: delivery.stateGroup,
        stateAt: delivery.stateAt,
        orderNumber: delivery.orderNumber,
        trackingUrl: delivery.trackingUrl,
        service: delivery.service,
        promisedDate: delivery.promisedDate,
        windowStart: delivery.windowStart,
        windowEnd: delivery.windowEnd,
        operatorDate: delivery.operatorDate,
        history,
      };
      return [delivery.fulfillmentId, written];
    }),
  );
}
