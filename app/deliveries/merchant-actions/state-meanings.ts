import { Prisma, type OperatorAccount } from '@prisma/client';
import { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import { BOUNDS } from '../../bounds.ts';
import { foldText } from '../../domain/mapping/clean-text.ts';
import { meaningsOf, newMeaning, profileLine, type StateMeaning } from '../../domain/tracking/state-meaning.ts';
import type { Transaction } from '../../persistence/database.ts';
import { findShop } from '../../shops/shop-store.ts';
import { watchStates } from '../delivery-store.ts';

type App = Pick<AppContext, 'database' | 'environment' | 'logger' | 'now' | 'dueClock'>;

const CHOSEN = 'state-meaning-chosen';

interface Chosen {
  readonly shop: string;
  /** The operator's word. */
  readonly name: string;
  readonly group: StateMeaning['group'];
  /** Number of the staff member in Shopify. */
  readonly by: string;
}

/**
 * Saves what an unknown state means. It holds for all deliveries of the shop's operator account, from now on and
 * backwards: each is judged anew within a moment.
 *
 * @returns false when no delivery is in such a state, the profile knows it by now, or there are too many choices
 */
export async function chooseMeaning(app: App, { shop, name, group, by }: Chosen): Promise<boolean> {
  const account = await accountOf(app, shop);
  const { stateTable } = app.environment.profile;
  const meaning = newMeaning({ name, group }, app.now());
  if (!account || stateTable.has(meaning.key)) return false;
  const before = meaningsOf(account, stateTable).find(({ key }) => key === meaning.key);
  const isSaved = await app.database.$transaction(async (transaction) => {
    if ((await watchAnew(app, transaction, account, meaning, before)) === 0) return false;
    const others = without(meaning.key);
    const changed = await transaction.$executeRaw`
      UPDATE "OperatorAccount" SET "stateMeanings" = ${others} || ${JSON.stringify([meaning])}::jsonb
      WHERE "id" = ${account.id}::uuid AND jsonb_array_length(${others}) < ${BOUNDS.settingsEntries}`;
    if (changed === 0) return false;
    const detail = { key: meaning.key, group, by };
    await transaction.auditEntry.create({ data: { at: app.now(), shop, action: CHOSEN, detail } });
    return true;
  });
  if (!isSaved) return false;
  app.logger.warn(
    { state: name, line: profileLine(meaning) },
    'a state has got a meaning: add the line to the profile',
  );
  app.dueClock.wake();
  return true;
}

/**
 * The state means nothing again. What Shopify was told stays.
 *
 * @returns false when it had no meaning
 */
export async function forgetMeaning(app: App, { shop, key }: { shop: string; key: string }): Promise<boolean> {
  const account = await accountOf(app, shop);
  const before = meaningsOf(account, app.environment.profile.stateTable).find((meaning) => meaning.key === key);
  if (!account || !before) return false;
  await app.database.$transaction(async (transaction) => {
    await transaction.$executeRaw`
      UPDATE "OperatorAccount" SET "stateMeanings" = ${without(key)} WHERE "id" = ${account.id}::uuid`;
    await watchAnew(app, transaction, account, before, before);
  });
  app.logger.info({ state: before.name }, 'a state has no meaning any more');
  app.dueClock.wake();
  return true;
}

async function accountOf({ database }: App, domain: string): Promise<OperatorAccount | null> {
  return (await findShop(database, domain))?.operatorAccount ?? null;
}

const without = (key: string) => Prisma.sql`coalesce((
  SELECT jsonb_agg(m) FROM jsonb_array_elements("stateMeanings") m WHERE m->>'key' <> ${key}), '[]'::jsonb)`;

/** An operator that puts times or names into its states has more of them than anybody can tell the meaning of. */
const SPELLINGS = 1_000;

/** Has all deliveries in the state watched at once. Operators write it in capitals or with other spaces. */
async function watchAnew(
  { now }: App,
  transaction: Transaction,
  { id: accountId }: OperatorAccount,
  { key, name }: Pick<StateMeaning, 'key' | 'name'>,
  before: StateMeaning | undefined,
): Promise<number> {
  const written = await transaction.$queryRaw<{ state: string }[]>`
    SELECT "state" FROM "Delivery" WHERE "operatorAccountId" = ${accountId}::uuid AND "state" IS NOT NULL
      AND "stateGroup" IN ('unknown', ${before?.group ?? 'unknown'})
    GROUP BY 1 ORDER BY "state" = ${name} DESC LIMIT ${SPELLINGS}`;
  const names = written.map(({ state }) => state).filter((state) => foldText(state) === key);
  return watchStates(transaction, { accountId, names, now: now() });
}

/** A state that the operator reports and nobody knows. */
export interface UnknownState {
  /** As the operator wrote it last. */
  readonly name: string;
  readonly count: number;
  readonly since: Date | null;
  /** When the last two deliveries entered it, newest first. */
  readonly last: readonly Date[];
}

/** What a state was said to mean. `by` is the staff member's number; null for one of another shop with this account. */
export interface ChosenMeaning extends StateMeaning {
  readonly by: string | null;
}

const SHOWN = 50;
const chosenDetail = z.object({ key: z.string(), group: z.string(), by: z.string() });

/** What the shop's operator reports and the profile does not name: with a meaning by now, and without. */
export async function unknownStates(
  app: Pick<App, 'database' | 'environment'>,
  shop: string,
): Promise<{ readonly unknown: readonly UnknownState[]; readonly chosen: readonly ChosenMeaning[] }> {
  const { database, environment } = app;
  const account = (await findShop(database, shop))?.operatorAccount ?? null;
  const meanings = meaningsOf(account, environment.profile.stateTable);
  const rows = await database.$queryRaw<UnknownState[]>`
    SELECT "state" AS "name", count(*)::int AS "count", min("stateAt") AS "since",
      coalesce((array_agg("stateAt" ORDER BY "stateAt" DESC) FILTER (WHERE "stateAt" IS NOT NULL))[1:2], '{}') AS "last"
    FROM "Delivery" WHERE "stateGroup" = 'unknown' AND "state" IS NOT NULL AND "shopDomain" = ${shop}
      AND "operatorAccountId" = ${account?.id ?? null}::uuid
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${SHOWN}`;
  const known = new Set([...meanings.map(({ key }) => key), ...environment.profile.stateTable.keys()]);
  const entries = await database.auditEntry.findMany({
    where: { shop, action: CHOSEN },
    orderBy: { id: 'desc' },
    take: BOUNDS.settingsEntries,
  });
  const details = entries.flatMap(({ detail }) => chosenDetail.safeParse(detail).data ?? []);
  return {
    unknown: rows.filter(({ name }) => !known.has(foldText(name))),
    chosen: meanings.map((meaning) => ({
      ...meaning,
      by: details.find(({ key, group }) => key === meaning.key && group === meaning.group)?.by ?? null,
    })),
  };
}
