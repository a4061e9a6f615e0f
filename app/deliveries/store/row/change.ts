import { Prisma, type Delivery } from '@prisma/client';
import type { Transition } from '../../../domain/lifecycle/delivery-phase.ts';
import type { StoredColumn, StoredValue } from '../../../domain/lifecycle/stored-columns.ts';
import type { Problem } from '../../../domain/problems/problem.ts';
import { violatedIndex, type Statements } from '../../../persistence/statements.ts';
import { jsonRows, jsonRowsOf } from '../../../persistence/json-rows.ts';

/** Columns and their new values. The phase is not among them: the transition sets it. */
export type DeliveryChange = Partial<Omit<Delivery, 'id' | 'phase' | 'createdAt' | 'updatedAt' | StoredColumn>> & {
  readonly [Column in StoredColumn]?: StoredValue<Column>;
};

/** Ends the claim as part of the change, so that any process can take the next step. */
export const CLEAR_CLAIM = { claimToken: null, claimedUntil: null } as const;

/**
 * Builds the only statement that changes a delivery's row. It follows a transition, and the database checks as it
 * writes that the row is in a phase that the transition names (compare and set).
 *
 * Prisma's own update takes several times as long as its statement, on every hot path.
 *
 * @param given.problems an expression that replaces the list
 * @param given.columns further assignments that depend on the row itself
 */
export function updateStatement(
  { from, to }: Transition,
  change: DeliveryChange,
  where: Prisma.Sql,
  { problems, columns = [] }: { problems?: Prisma.Sql; columns?: readonly Prisma.Sql[] } = {},
): Prisma.Sql {
  const changed = Object.keys(change).map((column) => Prisma.raw(`"${column}" = new."${column}"`));
  const assignments = [
    ...(to === null ? [] : [Prisma.sql`"phase" = ${to}`]),
    ...changed,
    ...columns,
    ...(problems ? [Prisma.sql`"problems" = ${problems}`] : []),
    ...('heldFor' in change ? [HELD_SINCE] : []),
    Prisma.sql`"updatedAt" = now()`,
  ];
  const values = Prisma.sql`jsonb_populate_record(NULL::"Delivery", ${JSON.stringify(change)}::jsonb)`;
  return Prisma.sql`UPDATE "Delivery" d SET ${Prisma.join(assignments)} FROM ${values} AS new
    WHERE ${where} AND d."phase" = ANY (${[...from]})`;
}

/** One row's change among many: the transition that it takes, and its own values. */
export interface RowChange {
  readonly id: string;
  readonly transition: Transition;
  readonly change: DeliveryChange;
}

/**
 * Builds one statement that changes many rows, each with its own values of the same columns. The database checks for each row that
 * it is in a phase that its transition names.
 *
 * @param changes at least one
 * @param given.where a further condition on `d`, the row, and `new`, its new values
 * @param given.carried values of `new` that the condition needs and that are not stored
 * @param given.columns further assignments that depend on the row itself
 */
export function updateManyStatement(
  changes: readonly RowChange[],
  given: {
    where?: Prisma.Sql;
    carried?: readonly (keyof DeliveryChange)[];
    columns?: readonly Prisma.Sql[];
  } = {},
): Prisma.Sql {
  const { where = Prisma.sql`TRUE`, carried = [], columns = [] } = given;
  const names = Object.keys(changes[0]?.change ?? {});
  if (changes.some(({ change }) => Object.keys(change).join() !== names.join())) {
    throw new Error('rows that are changed together must change the same columns');
  }
  const stored = names.filter((name) => !carried.some((each) => each === name));
  const assignments = [
    Prisma.sql`"phase" = coalesce(step."to", d."phase")`,
    ...stored.map((name) => Prisma.raw(`"${name}" = new."${name}"`)),
    ...columns,
    ...(stored.includes('heldFor') ? [HELD_SINCE] : []),
    Prisma.sql`"updatedAt" = now()`,
  ];
  const rows = changes.map(({ id, change }) => Object.assign({ id }, change));
  const steps = changes.map(({ id, transition: { from, to } }) => ({ id, from, to }));
  return Prisma.sql`UPDATE "Delivery" d SET ${Prisma.join(assignments)}
    FROM ${jsonRowsOf('Delivery', rows)} AS new
    JOIN ${jsonRows(steps, STEP)} AS step ON step."id" = new."id"
    WHERE d."id" = new."id" AND d."phase" = ANY (step."from") AND ${where}`;
}

const STEP = Prisma.sql`"id" uuid, "from" text[], "to" text`;

/** Since when the delivery has been held for this reason. */
const HELD_SINCE = Prisma.sql`"heldSince" = CASE WHEN new."heldFor" IS NULL THEN NULL
  WHEN d."heldFor" = new."heldFor" THEN d."heldSince" ELSE now() END`;

/** @returns how many rows changed; 0 when another change came first */
export async function changeDeliveries(
  transaction: Statements,
  ...statement: Parameters<typeof updateStatement>
): Promise<number> {
  return transaction.$executeRaw(updateStatement(...statement));
}

/**
 * The list with these problems last, each replacing an earlier one with the same code. Those with the codes `solved` are
 * removed, and the others stay.
 */
export function withProblems(problems: readonly Problem[], solved: readonly Problem['code'][] = []): Prisma.Sql {
  const without = withoutProblems([...problems.map(({ code }) => code), ...solved]);
  return Prisma.sql`${without} || ${JSON.stringify(problems)}::jsonb`;
}

/**
 * The list of each row with its own new problems last, in a statement that changes many rows: `new."problems"`. Those
 * with the codes `solved` are removed.
 */
export function withNewProblems(solved: readonly Problem['code'][]): Prisma.Sql {
  return Prisma.sql`coalesce((SELECT jsonb_agg(p."problem" ORDER BY p."place")
    FROM jsonb_array_elements(d."problems") WITH ORDINALITY AS p("problem", "place")
    WHERE p."problem"->>'code' <> ALL (${[...solved]}) AND NOT new."problems" @>
      jsonb_build_array(jsonb_build_object('code', p."problem"->>'code'))), '[]'::jsonb) || new."problems"`;
}

/** The list without the problems with these codes. The others stay. */
export function withoutProblems(codes: readonly Problem['code'][]): Prisma.Sql {
  return Prisma.sql`coalesce((SELECT jsonb_agg(p."problem" ORDER BY p."place")
    FROM jsonb_array_elements(d."problems") WITH ORDINALITY AS p("problem", "place")
    WHERE p."problem"->>'code' <> ALL (${[...codes]})), '[]'::jsonb)`;
}

const UNIQUE_VIOLATIONS = ['P2002', '23505'];

/** Whether a unique index over this column refused the row, in Prisma's own statement or in raw SQL. */
export function isUniqueViolation(error: unknown, column: string): boolean {
  if (violatedIndex(error)?.includes(column)) return true;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  const meta = JSON.stringify(error.meta ?? {});
  return UNIQUE_VIOLATIONS.some((code) => error.code === code || meta.includes(code)) && meta.includes(column);
}
