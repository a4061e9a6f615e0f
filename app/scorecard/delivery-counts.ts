import { Prisma, type DailyCount, type Shop } from '@prisma/client';
import { DateTime } from 'luxon';
import { ARRIVAL_DAYS, HOURS, PROMISED_DAY } from '../domain/scorecard/times.ts';
import type { Slice } from '../domain/scorecard/slice.ts';
import { holdName } from '../persistence/exclusive.ts';
import { settingsOf } from '../shops/shop-store.ts';
import type { AppContext } from '../app-context.ts';

/** Only months are kept for longer: the longest period of days, with the one before, is no longer than this. */
const DAYS_KEPT = 200;

/**
 * Counts again what was promised for the newest days up to this one, and adds up their months. The rows are replaced, so that
 * counting twice counts nothing twice.
 *
 * @param count.zone of the operator's wall clock
 */
export async function countDeliveries(
  app: Pick<AppContext, 'database' | 'now'>,
  { day, shop, zone }: Pick<DailyCount, 'day'> & { shop: Shop; zone: string },
): Promise<void> {
  const days = daysToRecount(day);
  for (const each of days) {
    await replaceRows(
      app,
      { shop: shop.domain, span: 'day', day: each },
      dayStatement(shop, each, { now: app.now(), zone }),
    );
  }
  for (const first of new Set(days.map(firstOfMonth))) {
    await replaceRows(app, { shop: shop.domain, span: 'month', day: first }, monthStatement(shop.domain, first));
  }
  const oldest = DateTime.fromISO(day, { zone: 'utc' }).minus({ days: DAYS_KEPT }).toFormat('yyyy-MM-dd');
  await app.database.deliveryCount.deleteMany({ where: { shopDomain: shop.domain, span: 'day', day: { lt: oldest } } });
}

const MONTH = '2026-01'.length;
const firstOfMonth = (day: string) => `${day.slice(0, MONTH)}-01`;

async function replaceRows(
  { database }: Pick<AppContext, 'database'>,
  { shop, span, day }: { shop: string; span: 'day' | 'month'; day: string },
  statement: Prisma.Sql,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    // two processes that count the same rows do so one after the other
    await holdName(transaction, `${shop} ${day} ${span}`);
    await transaction.deliveryCount.deleteMany({ where: { shopDomain: shop, span, day } });
    await transaction.$executeRaw(statement);
  });
}

/** Those that the scorecard counts, delivered or not. */
const IS_COUNTED = Prisma.sql`"fulfilledAt" IS NOT NULL AND "handedOverAt" IS NOT NULL AND "cancelRequestedAt" IS NULL`;
const NEEDED_PERSON = Prisma.sql`("attentionSeconds" IS NOT NULL OR "attentionSince" IS NOT NULL)`;
const FIRST_ATTEMPT = Prisma.sql`("phase" = 'delivered' AND "firstFailure" IS NULL)`;
const NOW = Prisma.sql`now()`;
const outcome = (now: Prisma.Sql) =>
  Prisma.sql`"promise_outcome"("phase", "promisedUntil", "endedAt", "decisions", ${now})`;

/** The conditions that a delivery meets which is one of those behind a figure. */
export function conditionsOfSlice(slice: Slice): Prisma.Sql[] {
  const { from, to, district, service, account, pickup, weekday, counted } = slice;
  return [
    IS_COUNTED,
    Prisma.sql`"promisedDate" >= ${from} AND "promisedDate" <= ${to} AND ${outcome(NOW)} IS NOT NULL`,
    ...(district === null ? [] : [Prisma.sql`coalesce("district", '') = ${district}`]),
    ...(service === null ? [] : [Prisma.sql`"service" = ${service}`]),
    ...(account === null ? [] : [Prisma.sql`"operatorAccountId" = ${account}::uuid`]),
    ...(pickup === null ? [] : [Prisma.sql`coalesce("pickup", '') = ${pickup}`]),
    ...(weekday === null ? [] : [Prisma.sql`extract(isodow FROM "promisedDate"::date) = ${Number(weekday)}`]),
    ...(counted === null ? [] : [isCountedAs(counted)]),
  ];
}

function isCountedAs(counted: NonNullable<Slice['counted']>): Prisma.Sql {
  if (counted === 'first-attempt') return FIRST_ATTEMPT;
  if (counted === 'failed-attempt') return Prisma.sql`"firstFailure" IS NOT NULL`;
  if (counted === 'needed-person') return NEEDED_PERSON;
  return Prisma.sql`${outcome(NOW)} = ${counted}`;
}

const ofOutcome = (name: string) => Prisma.sql`(count(*) FILTER (WHERE "outcome" = ${name}))::int`;

/** How many are in each group of a column that numbers the groups from 0. */
function groupsOf(column: string, groups: number): Prisma.Sql {
  const counts = Array.from({ length: groups }, (_, place) =>
    Prisma.raw(`(count(*) FILTER (WHERE "${column}" = ${place}))::int`),
  );
  return Prisma.sql`ARRAY[${Prisma.join(counts)}]`;
}

function hoursUntil(column: 'collectedAt' | 'endedAt'): Prisma.Sql {
  const hours = Prisma.raw(`extract(epoch FROM "${column}" - "fulfilledAt")::float8 / 3600`);
  return Prisma.sql`width_bucket(${hours}, ARRAY[${Prisma.join([...HOURS])}]::float8[])`;
}

const sameDay = Object.entries(PROMISED_DAY).flatMap(([service, day]) => (day === 0 ? [service] : []));
const LATER = ARRIVAL_DAYS.length;

/** What the deliveries of one row have in common, besides their days. */
const IN_COMMON = Prisma.sql`"operatorAccountId", "service", "district", "pickup"`;

const COLUMNS = Prisma.sql`"shopDomain", "span", "day", "weekday", ${IN_COMMON}, "onTime", "lateShop", "lateOperator",
  "notDelivered", "firstAttempt", "failed", "failures", "neededPerson", "personMinutes", "collectedIn", "deliveredIn", "arrivedOn"`;

/** Counts the deliveries that were promised for one day. */
function dayStatement(shop: Shop, day: string, { now, zone }: { now: Date; zone: string }): Prisma.Sql {
  const { workingDays, holidays } = settingsOf(shop).service;
  const workingDaysIn = (first: string, last: string) => Prisma.sql`(
    SELECT count(*)::int FROM generate_series(${Prisma.raw(first)}, ${Prisma.raw(last)}, interval '1 day') AS g("at")
    WHERE extract(isodow FROM g."at") = ANY(${[...workingDays]}::int[]) AND NOT g."at"::date::text = ANY(${[...holidays]}))`;
  return Prisma.sql`
    WITH "promised" AS (
      SELECT coalesce("operatorAccountId"::text, '') AS "operatorAccountId", coalesce("service", '') AS "service",
        coalesce("district", '') AS "district", coalesce("pickup", '') AS "pickup", "phase", "firstFailure",
        "attentionSeconds", "attentionSince", ${outcome(Prisma.sql`${now}::timestamptz`)} AS "outcome", "promisedDate"::date AS "promisedDay",
        ("endedAt" AT TIME ZONE ${zone})::date AS "endedOn", "decisions" @> '[{"rule": "buyers-date"}]' AS "isBuyersDay",
        CASE WHEN "collectedAt" IS NOT NULL THEN ${hoursUntil('collectedAt')} END AS "collected",
        CASE WHEN "phase" = 'delivered' THEN ${hoursUntil('endedAt')} END AS "delivered"
      FROM "Delivery" WHERE "shopDomain" = ${shop.domain} AND "promisedDate" = ${day} AND ${IS_COUNTED}
    ), "judged" AS (
      SELECT *, CASE
          WHEN "isBuyersDay" THEN NULL
          WHEN "phase" <> 'delivered' THEN ${LATER}
          ELSE least(${LATER}, greatest(0, CASE WHEN "service" = ANY(${sameDay}) THEN 0 ELSE 1 END + CASE
            WHEN "endedOn" > "promisedDay" THEN greatest(1, ${workingDaysIn('"promisedDay" + 1', '"endedOn"')})
            ELSE -${workingDaysIn('"endedOn" + 1', '"promisedDay"')} END))
        END AS "arrival"
      FROM "promised" WHERE "outcome" IS NOT NULL
    ), "failure" AS (
      SELECT ${IN_COMMON}, jsonb_object_agg("firstFailure", "count") AS "failures" FROM (
        SELECT ${IN_COMMON}, "firstFailure", count(*) AS "count" FROM "judged"
        WHERE "firstFailure" IS NOT NULL GROUP BY ${IN_COMMON}, "firstFailure") AS "each"
      GROUP BY ${IN_COMMON}
    )
    INSERT INTO "DeliveryCount" (${COLUMNS})
    SELECT ${shop.domain}, 'day', ${day}, extract(isodow FROM ${day}::date), ${IN_COMMON},
      ${ofOutcome('on-time')}, ${ofOutcome('late-shop')}, ${ofOutcome('late-operator')}, ${ofOutcome('not-delivered')},
      (count(*) FILTER (WHERE ${FIRST_ATTEMPT}))::int, count("firstFailure")::int, coalesce("failures", '{}'),
      (count(*) FILTER (WHERE ${NEEDED_PERSON}))::int,
      coalesce(round(sum(coalesce("attentionSeconds", 0)
        + coalesce(greatest(0, extract(epoch FROM ${now}::timestamptz - "attentionSince")), 0)) / 60), 0)::int,
      ${groupsOf('collected', HOURS.length + 1)}, ${groupsOf('delivered', HOURS.length + 1)}, ${groupsOf('arrival', LATER + 1)}
    FROM "judged" LEFT JOIN "failure" USING (${IN_COMMON})
    GROUP BY ${IN_COMMON}, "failures"`;
}

const sumOf = (column: string) => Prisma.raw(`sum("${column}")::int`);

/** The sum of each place of a column that is a list. */
function sumOfEach(column: string, length: number): Prisma.Sql {
  const sums = Array.from({ length }, (_, place) => Prisma.raw(`sum("${column}"[${place + 1}])::int`));
  return Prisma.sql`ARRAY[${Prisma.join(sums)}]`;
}

/** The sums of rows of counts, by the names of their columns. */
export const SUMS = Prisma.sql`${sumOf('onTime')} AS "onTime", ${sumOf('lateShop')} AS "lateShop",
  ${sumOf('lateOperator')} AS "lateOperator", ${sumOf('notDelivered')} AS "notDelivered",
  ${sumOf('firstAttempt')} AS "firstAttempt", ${sumOf('failed')} AS "failed", ${sumOf('neededPerson')} AS "neededPerson",
  ${sumOf('personMinutes')} AS "personMinutes", ${sumOfEach('collectedIn', HOURS.length + 1)} AS "collectedIn",
  ${sumOfEach('deliveredIn', HOURS.length + 1)} AS "deliveredIn"`;

export const ARRIVALS = Prisma.sql`${sumOfEach('arrivedOn', LATER + 1)} AS "arrivedOn"`;

/** Adds up the days of a month, each weekday by itself. */
export function monthStatement(shop: string, first: string): Prisma.Sql {
  return Prisma.sql`
    WITH "days" AS (
      SELECT * FROM "DeliveryCount" WHERE "shopDomain" = ${shop} AND "span" = 'day'
        AND "day" >= ${first} AND "day" <= ${`${first.slice(0, MONTH)}-31`}
    ), "failure" AS (
      SELECT "weekday", ${IN_COMMON}, jsonb_object_agg("state", "count") AS "failures" FROM (
        SELECT "weekday", ${IN_COMMON}, "state", sum("count"::int) AS "count"
        FROM "days", jsonb_each_text("failures") AS f("state", "count") GROUP BY "weekday", ${IN_COMMON}, "state") AS "each"
      GROUP BY "weekday", ${IN_COMMON}
    ), "sums" AS (
      SELECT "weekday", ${IN_COMMON}, ${SUMS}, ${ARRIVALS} FROM "days" GROUP BY "weekday", ${IN_COMMON}
    )
    INSERT INTO "DeliveryCount" (${COLUMNS})
    SELECT ${shop}, 'month', ${first}, "weekday", ${IN_COMMON}, "onTime", "lateShop", "lateOperator", "notDelivered",
      "firstAttempt", "failed", coalesce("failures", '{}'), "neededPerson", "personMinutes", "collectedIn", "deliveredIn", "arrivedOn"
    FROM "sums" LEFT JOIN "failure" USING ("weekday", ${IN_COMMON})`;
}

/** A delivery that has not ended by then is with a person, and the day's counts stay as they are. */
const LAST_WEEK = 9;
const DAYS_OF_WEEK = 7;

/**
 * The promised days that are counted once a day has ended: that one and the seven before, because late news is usual then;
 * and for the few that end later, every seventh day before that, for nine weeks.
 *
 * @param day `YYYY-MM-DD`
 */
export function daysToRecount(day: string): string[] {
  const daily = Array.from({ length: DAYS_OF_WEEK }, (_, age) => age);
  const weekly = Array.from({ length: LAST_WEEK }, (_, week) => (week + 1) * DAYS_OF_WEEK);
  const last = DateTime.fromISO(day, { zone: 'utc' });
  return [...daily, ...weekly].map((days) => last.minus({ days }).toFormat('yyyy-MM-dd'));
}
