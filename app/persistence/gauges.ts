import { Prisma } from '@prisma/client';
import { Gauge, Registry } from 'prom-client';
import type { Logger } from '../logging.ts';
import type { Pace } from '../pace.ts';
import type { Database } from './database.ts';

/** What is measured in the database on request. */
export interface Gauges {
  /** Text in Prometheus' format. While the database does not answer, it contains only `handoff_database_answers 0`. */
  text(): Promise<string>;
}

/** The largest number of names and accounts with a line of their own. */
const LINE_LIMIT = 50;
const NAME_LIMIT = 80;
const COMPARING = 'notice-edits';
/** After so many failed tries in a row, about half an hour, a comparison counts as failed. */
const FAILED_TRIES = 8;

/** Each gauge reads only the rows that are out of order, with an index on these alone. */
export const GAUGES: readonly {
  name: string;
  help: string;
  labels?: readonly string[];
  read: (now: Date) => Prisma.Sql;
}[] = [
  {
    name: 'handoff_deliveries_waiting',
    help: 'Deliveries on their way to a hand-over that nothing holds back.',
    read: () => Prisma.sql`SELECT count(*)::float8 AS "value" FROM "Delivery" WHERE ${ON_THEIR_WAY}`,
  },
  {
    name: 'handoff_deliveries_due',
    help: 'Of these, the ones whose time has come.',
    read: (now) => Prisma.sql`
      SELECT count(*)::float8 AS "value" FROM "Delivery" WHERE ${ON_THEIR_WAY} AND "sendAt" <= ${now}`,
  },
  {
    name: 'handoff_oldest_due_seconds',
    help: 'For how long the oldest of these has been due.',
    read: (now) => Prisma.sql`
      SELECT ${secondsSince(now, Prisma.sql`min("sendAt")`)} FROM "Delivery" WHERE ${ON_THEIR_WAY}`,
  },
  {
    name: 'handoff_deliveries_held',
    help: 'Deliveries that are held back, by what holds them.',
    labels: ['reason'],
    read: () => Prisma.sql`
      SELECT "heldFor" AS "reason", count(*)::float8 AS "value" FROM "Delivery" WHERE "heldFor" IS NOT NULL GROUP BY 1`,
  },
  {
    name: 'handoff_oldest_hold_seconds',
    help: 'For how long the oldest of these has been held back, by what holds it.',
    labels: ['reason'],
    read: (now) => Prisma.sql`
      SELECT "heldFor" AS "reason", ${secondsSince(now, Prisma.sql`min("heldSince")`)} FROM "Delivery"
      WHERE "heldFor" IS NOT NULL GROUP BY 1`,
  },
  {
    name: 'handoff_webhooks_waiting',
    help: 'Webhooks that wait to be handled.',
    read: () => Prisma.sql`SELECT count(*)::float8 AS "value" FROM "WebhookReceipt" WHERE "dueAt" IS NOT NULL`,
  },
  {
    name: 'handoff_oldest_webhook_seconds',
    help: 'For how long the oldest of these has waited.',
    read: (now) => Prisma.sql`
      SELECT ${secondsSince(now, Prisma.sql`min("receivedAt")`)} FROM "WebhookReceipt" WHERE "dueAt" IS NOT NULL`,
  },
  {
    name: 'handoff_reads_due',
    help: 'Deliveries whose read has come due.',
    read: (now) => Prisma.sql`
      SELECT coalesce(sum(due."count"), 0)::float8 AS "value" FROM "OperatorAccount" a CROSS JOIN LATERAL (
        SELECT count(*) FROM "PlannedRead" r WHERE r."operatorAccountId" = a."id" AND r."readAt" <= ${now}) AS due`,
  },
  {
    name: 'handoff_oldest_read_late_seconds',
    help: 'How late the oldest due read is.',
    read: (now) => Prisma.sql`
      SELECT ${secondsSince(now, Prisma.sql`min(first."readAt")`)} FROM "OperatorAccount" a CROSS JOIN LATERAL (
        SELECT r."readAt" FROM "PlannedRead" r WHERE r."operatorAccountId" = a."id" ORDER BY r."readAt" LIMIT 1) AS first`,
  },
  {
    name: 'handoff_publications_open',
    help: 'Publications that are not settled.',
    read: () => Prisma.sql`SELECT count(*)::float8 AS "value" FROM "Publication" WHERE "settledAt" IS NULL`,
  },
  {
    name: 'handoff_oldest_publication_seconds',
    help: 'Age of the oldest open publication.',
    read: (now) => Prisma.sql`
      SELECT ${secondsSince(now, Prisma.sql`min("createdAt")`)} FROM "Publication" WHERE "settledAt" IS NULL`,
  },
  {
    name: 'handoff_deliveries_needing_attention',
    help: 'Deliveries that need a person, each by the first of its problems and warnings, as merchants count them.',
    labels: ['problem'],
    read: () => Prisma.sql`
      SELECT coalesce("exception_codes"("problems", "flags") ->> 0, 'unknown') AS "problem", count(*)::float8 AS "value"
      FROM "Delivery" WHERE "attentionSince" IS NOT NULL GROUP BY 1`,
  },
  {
    name: 'handoff_operator_accounts',
    help: 'Operator accounts, by environment and status.',
    labels: ['environment', 'status'],
    read: (now) => Prisma.sql`
      SELECT "environment", ${accountStatus(now)} AS "status", count(*)::float8 AS "value"
      FROM "OperatorAccount" GROUP BY 1, 2`,
  },
  {
    name: 'handoff_operator_account_stopped',
    help: `1 for each account that is paused or rests, at most ${LINE_LIMIT}.`,
    labels: ['account', 'environment', 'status'],
    read: (now) => Prisma.sql`
      SELECT "id"::text AS "account", "environment", ${accountStatus(now)} AS "status", 1::float8 AS "value"
      FROM "OperatorAccount" WHERE ${accountStatus(now)} <> 'working' ORDER BY "pausedAt", "id" LIMIT ${LINE_LIMIT}`,
  },
  {
    name: 'handoff_oldest_account_pause_seconds',
    help: 'For how long the account that was paused first has been paused, by environment.',
    labels: ['environment'],
    read: (now) => Prisma.sql`
      SELECT "environment", ${secondsSince(now, Prisma.sql`min("pausedAt")`)} FROM "OperatorAccount"
      WHERE "pausedAt" IS NOT NULL GROUP BY 1`,
  },
  {
    name: 'handoff_shopify_refuses_address_seconds',
    help: "For how long Shopify has refused this server's address; 0 while it does not.",
    read: (now) => Prisma.sql`
      SELECT ${secondsSince(now, Prisma.sql`min("since")`)} FROM "AddressRefusal" WHERE "until" > ${now}`,
  },
  {
    name: 'handoff_jobs',
    help: 'Comparisons of edited orders with what was handed over, by state. Those that have failed are tried again.',
    labels: ['queue', 'state'],
    read: () => Prisma.sql`
      SELECT ${COMPARING} AS "queue", counted."state", counted."value"::float8 AS "value" FROM (
        SELECT count(*) FILTER (WHERE "dueAt" > now() AND "claimToken" IS NULL) AS "deferred",
          count(*) FILTER (WHERE "dueAt" <= now()) AS "ready",
          count(*) FILTER (WHERE "dueAt" > now() AND "claimToken" IS NOT NULL) AS "active",
          count(*) FILTER (WHERE "tries" >= ${FAILED_TRIES}) AS "failed"
        FROM ${COMPARISONS}) c,
      LATERAL (VALUES ('deferred', c."deferred"), ('ready', c."ready"), ('active', c."active"), ('failed', c."failed"))
        AS counted("state", "value")`,
  },
  {
    name: 'handoff_oldest_job_seconds',
    help: 'For how long the oldest of these has been due.',
    labels: ['queue'],
    read: () => Prisma.sql`
      SELECT ${COMPARING} AS "queue",
        greatest(0, coalesce(extract(epoch FROM now() - min("dueAt")), 0))::float8 AS "value" FROM ${COMPARISONS}`,
  },
  {
    name: 'handoff_database_bytes',
    help: 'What the database takes on its disk.',
    read: () => Prisma.sql`SELECT pg_database_size(current_database())::float8 AS "value"`,
  },
  {
    name: 'handoff_unknown_state_names',
    help: 'How many names deliveries have for their current state that are in no table of ours.',
    read: () => Prisma.sql`
      SELECT count(DISTINCT "state")::float8 AS "value" FROM "Delivery" WHERE "stateGroup" = 'unknown'`,
  },
  {
    name: 'handoff_deliveries_in_unknown_state',
    help: `Deliveries in such a state, by the operator's word, the ${LINE_LIMIT} most frequent.`,
    labels: ['state'],
    read: () => Prisma.sql`
      SELECT left("state", ${NAME_LIMIT}) AS "state", count(*)::float8 AS "value" FROM "Delivery"
      WHERE "stateGroup" = 'unknown' AND "state" IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${LINE_LIMIT}`,
  },
  {
    name: 'handoff_state_meanings',
    help: `Accounts whose merchants have said what a state means, by state and group, at most ${LINE_LIMIT}.`,
    labels: ['state', 'group'],
    read: () => Prisma.sql`
      SELECT left(m ->> 'name', ${NAME_LIMIT}) AS "state", m ->> 'group' AS "group", count(*)::float8 AS "value"
      FROM "OperatorAccount", jsonb_array_elements("stateMeanings") m GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT ${LINE_LIMIT}`,
  },
];

/** Those of a shop that uninstalled wait until it has the app again. */
const COMPARISONS = Prisma.sql`
  "OrderComparison" JOIN "Shop" s ON s."domain" = "shopDomain" AND s."uninstalledAt" IS NULL`;
const ON_THEIR_WAY = Prisma.sql`"phase" IN ('waiting', 'handing-over') AND "heldFor" IS NULL`;

function secondsSince(now: Date, time: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`greatest(0, coalesce(extract(epoch FROM ${now}::timestamptz - ${time}), 0))::float8 AS "value"`;
}

function accountStatus(now: Date): Prisma.Sql {
  return Prisma.sql`CASE WHEN "pausedAt" IS NOT NULL THEN 'paused'
    WHEN "restUntil" > ${now} THEN 'resting' ELSE 'working' END`;
}

export function createGauges(given: {
  database: Database;
  logger: Logger;
  pace: Pace['database'];
  now: () => Date;
}): Gauges {
  const { database, logger, pace, now } = given;
  let last: { readonly at: number; readonly text: Promise<string> } | null = null;
  return {
    text() {
      if (!last || performance.now() - last.at > pace.measuredEveryMs) {
        const text = measure(database, now()).catch((error: unknown) => {
          logger.error({ error }, 'the database could not be measured');
          return inText([{ name: 'handoff_database_answers', help: ANSWERS, rows: [{ value: 0 }] }]);
        });
        last = { at: performance.now(), text };
      }
      return last.text;
    },
  };
}

const ANSWERS = 'Whether the database could be measured.';

type Row = Readonly<Record<string, string | number>>;

/** Measures one gauge after another on one connection, because nobody waits for a gauge. */
async function measure(database: Database, now: Date): Promise<string> {
  const readings: Reading[] = [{ name: 'handoff_database_answers', help: ANSWERS, rows: [{ value: 1 }] }];
  for (const { name, help, labels, read } of GAUGES) {
    readings.push({ name, help, labels, rows: await database.$queryRaw<Row[]>(read(now)) });
  }
  return inText(readings);
}

interface Reading {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[] | undefined;
  readonly rows: readonly Row[];
}

async function inText(readings: readonly Reading[]): Promise<string> {
  const registry = new Registry();
  for (const { name, help, labels = [], rows } of readings) {
    const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
    for (const { value, ...of } of rows) gauge.set(of, Number(value));
  }
  return registry.metrics();
}
