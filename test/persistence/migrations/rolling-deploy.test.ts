import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { applyMigrations } from '../../../app/persistence/migrations.ts';
import { onServer, urlOf } from '../../set-up/database/database-server.ts';
import { TEST_PACE } from '../../set-up/time/pace.ts';

/** The last migration of the release that may run beside this one. */
const PREVIOUS_RELEASE = '20261127180000_initial';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const name = `handoff_test_${randomUUID().replaceAll('-', '')}`;
const url = () => urlOf(inject('maintenanceUrl'), name);

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
}

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

interface Schema {
  readonly columns: readonly Column[];
  /** Checks, keys, and unique indexes: what a row must keep to. */
  readonly constraints: readonly Constraint[];
}

let before: Schema;
let after: Schema;

beforeAll(async () => {
  await onServer(inject('maintenanceUrl'), (client) => client.query(`CREATE DATABASE ${name}`));
  await applyMigrations(url(), TEST_PACE.database, { last: PREVIOUS_RELEASE });
  before = await readSchema();
  await applyMigrations(url(), TEST_PACE.database);
  after = await readSchema();
});

afterAll(async () => {
  await onServer(inject('maintenanceUrl'), (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
});

async function readSchema(): Promise<Schema> {
  return onServer(url(), async (client) => {
    const columns = await client.query<Column>(`
      SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS "type",
        a.attnotnull AS "isRequired", a.atthasdef OR a.attidentity <> '' AS "hasDefault"
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped`);
    const constraints = await client.query<Constraint>(`
      SELECT c.relname AS "table", i.relname AS "name", pg_get_indexdef(i.oid) AS "definition"
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
      WHERE c.relnamespace = 'public'::regnamespace AND x.indisunique
      UNION ALL
      SELECT c.relname, k.conname, pg_get_constraintdef(k.oid)
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      WHERE c.relnamespace = 'public'::regnamespace AND k.contype IN ('c', 'f')`);
    return { columns: columns.rows, constraints: constraints.rows };
  });
}

const isOld = ({ table }: { table: string }) => before.columns.some((each) => each.table === table);
const keyOf = ({ table, column }: Column) => `${table}.${column}`;

describe('a process of the previous release works on the schema of this one', () => {
  it('with every column that it reads and writes, of the same type', () => {
    const present = new Map(after.columns.map((column) => [keyOf(column), column.type]));
    expect(before.columns.length).toBeGreaterThan(100);
    const changed = before.columns.filter((column) => present.get(keyOf(column)) !== column.type).map(keyOf);
    expect(changed, 'a migration only adds: remove or change a column one release after its last use').toEqual([]);
  });

  it('without values for columns that it does not know', () => {
    const known = new Map(before.columns.map((column) => [keyOf(column), column]));
    const demanded = after.columns
      .filter(isOld)
      .filter((column) => column.isRequired && !column.hasDefault && !known.get(keyOf(column))?.isRequired)
      .map(keyOf);
    expect(demanded, 'a new column of a table that exists may be null, or has a default').toEqual([]);
  });

  it('and keeps to every constraint of its tables', () => {
    const known = new Set(before.constraints.map(({ definition }) => definition));
    const stricter = after.constraints.filter(isOld).filter(({ definition }) => !known.has(definition));
    // a longer list of allowed words is the only change that refuses nothing
    const isWidened = ({ table, name: wanted, definition }: Constraint) => {
      const former = before.constraints.find((each) => each.table === table && each.name === wanted);
      const words = (text: string): readonly string[] => text.match(/'[^']*'/g) ?? [];
      return former !== undefined && words(former.definition).every((word) => words(definition).includes(word));
    };
    const refusing = stricter.filter((constraint) => !isWidened(constraint) && !ofNewColumns(constraint));
    expect(refusing.map(({ table, name: of }) => `${table}: ${of}`)).toEqual([]);
  });
});

/** The previous release leaves a new column empty, which no constraint on it refuses. */
function ofNewColumns({ table, definition }: Constraint): boolean {
  const known = new Set(before.columns.filter((each) => each.table === table).map(({ column }) => column));
  const added = after.columns.filter((each) => each.table === table && !known.has(each.column));
  return added.some(({ column }) => new RegExp(`"?\\b${column}\\b"?`).test(definition));
}

/** Tables that stay small however large the shops become. */
const SMALL = ['Shop', 'OperatorAccount', 'Session', 'DatabaseLife', 'WriteCheck', 'ActionBudget', 'Backfill'];

const INDEX = 'an index of a table that may be large is built by CREATE INDEX CONCURRENTLY IF NOT EXISTS';
const ALONE = 'CREATE INDEX CONCURRENTLY IF NOT EXISTS is the only statement of its file';
const REWRITE = 'a change that reads or writes every row keeps everybody out meanwhile';
const CHECKED = 'a constraint of a table that may be large is added NOT VALID, and validated by a later statement';

/** What in a migration would keep others from their work. */
function whatKeepsOut(sql: string): string[] {
  const created = [...sql.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/g)].map(([, table]) => table);
  const isLarge = (table = '') => !created.includes(table) && !SMALL.includes(table);
  const indexed = [...sql.matchAll(/CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)[^;]*?\bON "(\w+)"/g)];
  const [first = '', ...others] = sql
    .replace(/^--.*$/gm, '')
    .split(';')
    .filter((each) => each.trim() !== '');
  const isAlone = others.length === 0 && first.includes('INDEX CONCURRENTLY IF NOT EXISTS "');
  const changes = [...sql.matchAll(/ALTER TABLE "(\w+)"([^;]*)/g)]
    .filter(([, table]) => isLarge(table))
    .map(([, , change = '']) => change);
  return [
    ...(indexed.some(([, table]) => isLarge(table)) ? [INDEX] : []),
    ...(sql.includes('CONCURRENTLY') && !isAlone ? [ALONE] : []),
    ...(changes.some((each) => /SET NOT NULL|ALTER COLUMN "\w+" (SET DATA )?TYPE/.test(each)) ? [REWRITE] : []),
    ...(changes.some((each) => each.includes('ADD CONSTRAINT') && !each.includes('NOT VALID')) ? [CHECKED] : []),
  ];
}

describe('a migration since the previous release lets the others work while it runs', () => {
  it('each of them', () => {
    const since = globSync('prisma/migrations/*/migration.sql', { cwd: ROOT })
      .filter((file) => (file.split(path.sep).at(-2) ?? '') > PREVIOUS_RELEASE)
      .map((file) => ({ file, keepsOut: whatKeepsOut(readFileSync(path.join(ROOT, file), 'utf8')) }));
    expect(since.filter(({ keepsOut }) => keepsOut.length > 0)).toEqual([]);
  });

  it.each([
    ['CREATE TABLE "New" ("id" INT); CREATE INDEX "New_id" ON "New"("id");', []],
    ['ALTER TABLE "Shop" ALTER COLUMN "name" SET NOT NULL;', []],
    ['-- for the list\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "D" ON "Delivery"("orderId");', []],
    ['ALTER TABLE "Delivery" ADD CONSTRAINT "D" CHECK ("tries" >= 0) NOT VALID;', []],
    ['CREATE INDEX "D" ON "Delivery"("orderId");', [INDEX]],
    ['CREATE INDEX CONCURRENTLY IF NOT EXISTS "D" ON "Delivery"("orderId"); SELECT 1;', [ALONE]],
    ['CREATE INDEX CONCURRENTLY "D" ON "Delivery"("orderId");', [ALONE]],
    ['ALTER TABLE "Delivery" ALTER COLUMN "tries" TYPE BIGINT;', [REWRITE]],
    ['ALTER TABLE "Delivery" ADD CONSTRAINT "D" CHECK ("tries" >= 0);', [CHECKED]],
  ])('%s', (sql, expected) => {
    expect(whatKeepsOut(sql)).toEqual(expected);
  });
});
