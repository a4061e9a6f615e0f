import type { SandboxOperator } from '../../../sandbox/operator/server.ts';
import type { WebhookDelivery } from '../../../sandbox/shopify/webhooks/webhook-delivery.ts';
import type { Database } from '../../../app/persistence/database.ts';
import type { Witness } from '../time/until.ts';

const LINE_LIMIT = 30;

/**
 * Turns the error of a database that is away into a text. The error of a wrong query is thrown.
 */
function unlessAway(error: unknown): string {
  if (/Code: `42/.test(String(error))) throw error;
  return 'away';
}

/**
 * Watches the program's rows, and the calls to the operator.
 *
 * @param webhooks all that Shopify has sent, or wants to send
 */
export function worldWitness(
  database: Database,
  operator: SandboxOperator,
  webhooks: () => readonly WebhookDelivery[] = () => [],
): Witness {
  return {
    async snapshot() {
      const rows = database.$queryRaw<{ seen: string }[]>`
        SELECT jsonb_build_array(
          (SELECT jsonb_agg(d ORDER BY d."phase") FROM (
            SELECT "phase", count(*), sum("tries"), count("handedOverAt"), count("endedAt"), count("heldFor"),
              count("claimToken"), count("cancelRequestedAt"), count("lastReadAt"), sum(length("problems"::text)),
              md5(string_agg("state", ',' ORDER BY "id")) AS "states"
            FROM "Delivery" GROUP BY 1) d),
          (SELECT jsonb_build_array(count(*), count("outcome")) FROM "Attempt"),
          (SELECT count(*) FROM "StateEntry"),
          (SELECT jsonb_build_array(count(*), count("lookedAt"), count("lookAt"), sum("tries"), sum(length("holds"::text)))
            FROM "OpenOrder"),
          (SELECT jsonb_build_array(count(*), count("startedAt"), count("settledAt")) FROM "Publication"),
          (SELECT jsonb_build_array(count(*), count("claimToken"), sum("tries")) FROM "OrderOutbox"),
          (SELECT jsonb_build_array(count(*), count("outcome"), sum("tries")) FROM "WebhookReceipt"),
          (SELECT jsonb_agg(b ORDER BY b."id") FROM (SELECT "id", "state", "ordersRead", "opened" FROM "Backfill") b),
          (SELECT jsonb_agg(c ORDER BY c."day") FROM (
            SELECT "shopDomain", "day", "stage", "cursor", "countedAt" FROM "DailyCount") c),
          (SELECT jsonb_agg(s ORDER BY s."domain") FROM (
            SELECT "domain", "installedAt", "uninstalledAt", "reconciledUntil" FROM "Shop") s),
          (SELECT jsonb_build_array(count(*), count("claimToken"), sum("tries")) FROM "OrderComparison")
        )::text AS "seen"`;
      const seen = await rows.then(([row]) => row?.seen ?? '').catch(unlessAway);
      const requests = operator.requests().filter(({ verb }) => verb !== 'read').length;
      return `${seen} ${requests}`;
    },
    async describe() {
      const deliveries = await database.delivery.findMany({
        where: { OR: [{ phase: { in: ['waiting', 'handing-over', 'in-delivery'] } }, { problems: { not: [] } }] },
        orderBy: { updatedAt: 'desc' },
        take: LINE_LIMIT,
        include: { attempts: { orderBy: { id: 'desc' }, take: 3 }, publications: { where: { settledAt: null } } },
      });
      // a report is cut off at its end, and what a test waits for is most often not with the operator yet
      deliveries.sort((a, b) => Number(a.phase === 'in-delivery') - Number(b.phase === 'in-delivery'));
      const lines = deliveries.map((delivery) => {
        const { orderNumber, fulfillmentId, phase, tries, heldFor, state, problems } = delivery;
        const { sendAt, claimedUntil, handedOverAt, lastReadAt, nextReadAt, attempts, publications } = delivery;
        const dates = { sendAt, claimedUntil, handedOverAt, lastReadAt, nextReadAt };
        const times = Object.entries(dates).flatMap(([name, at]) => (at ? `${name} ${at.toISOString()}` : []));
        const calls = attempts.map(
          ({ verb, outcome, httpStatus }) => `${verb} ${outcome ?? 'open'} ${httpStatus ?? '-'}`,
        );
        return [
          `  ${orderNumber ?? fulfillmentId}: ${phase}, tries ${tries}, held for ${heldFor ?? 'nothing'}, state ${state ?? '-'}`,
          `times: ${times.join(', ') || 'none'}`,
          `last attempts: ${calls.join(', ') || 'none'}`,
          `${publications.length} publications open, problems ${JSON.stringify(problems)}`,
        ].join('; ');
      });
      const underWay = operator.requests().filter(({ status }) => status === null);
      const comparisons = await database.orderComparison.count();
      const outboxes = await database.orderOutbox.findMany({ orderBy: { dueAt: 'asc' }, take: LINE_LIMIT });
      const receipts = await database.webhookReceipt.count({ where: { outcome: null } });
      const accounts = await database.operatorAccount.findMany({ take: LINE_LIMIT });
      const limits = await database.callLimit.findMany({ take: LINE_LIMIT });
      const unsent = webhooks().filter(({ state }) => state !== 'delivered');
      return [
        `deliveries (${deliveries.length} of those that are under way or have a problem):`,
        ...lines,
        `calls to the operator without an answer: ${underWay.length}`,
        ...underWay.slice(-LINE_LIMIT).map(({ at, verb, orderNumber, fault }) => {
          return `  ${verb ?? 'unknown'} ${orderNumber ?? '-'} since ${at.toISOString()}, fault ${fault ?? 'none'}`;
        }),
        `orders to be compared: ${comparisons}`,
        `orders to be written: ${outboxes.length}`,
        ...outboxes.map(({ orderId, dueAt, claimToken, hasNews, tries }) => {
          const claim = claimToken === null ? 'not claimed' : 'claimed';
          return `  ${orderId}: due ${dueAt.toISOString()}, ${claim}, ${hasNews ? 'with news' : 'no news'}, tries ${tries}`;
        }),
        ...accounts.map(({ id, pausedAt, restUntil, restReason }) => {
          const { pace, shares } = limits.find(({ key }) => key === id) ?? {};
          const paused = pausedAt ? `paused since ${pausedAt.toISOString()}` : 'not paused';
          const rest = restUntil ? `rests until ${restUntil.toISOString()}, ${restReason}` : 'never rested';
          return `account ${id}: ${paused}, ${rest}, pace ${JSON.stringify(pace)}, shares ${JSON.stringify(shares)}`;
        }),
        `webhooks that Shopify has not delivered: ${unsent.length}`,
        ...unsent.slice(-LINE_LIMIT).map(({ topic, triggeredAt, state, attempts }) => {
          const tried = attempts.map(({ status, error }) => status ?? error).join(', ') || 'not tried';
          return `  ${topic} of ${triggeredAt}: ${state}; ${tried}`;
        }),
        `webhooks not handled: ${receipts}; now ${new Date().toISOString()}`,
      ].join('\n');
    },
  };
}
