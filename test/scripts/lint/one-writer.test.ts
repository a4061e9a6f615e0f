import path from 'node:path';
import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { beforeAll, expect, it } from 'vitest';
import { oneWriter } from '../../../scripts/lint/one-writer.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** No such file exists: the linter reads the text as if it stood there, with the types of the generated client. */
const IMAGINARY = 'test/scripts/lint/imaginary.ts';
const linter = new Linter({ cwd: ROOT });

function problemsOf(code: string): string[] {
  const text = `import type { Prisma, PrismaClient } from '@prisma/client';
    export async function change(tx: Prisma.TransactionClient, client: PrismaClient): Promise<unknown> { ${code} }`;
  const found = linter.verify(
    text,
    {
      files: ['**/*.ts'],
      plugins: { handoff: { rules: { 'one-writer': oneWriter } } },
      rules: { 'handoff/one-writer': 'error' },
      languageOptions: {
        parser: tseslint.parser,
        parserOptions: { projectService: { allowDefaultProject: [IMAGINARY] }, tsconfigRootDir: ROOT },
      },
    },
    path.join(ROOT, IMAGINARY),
  );
  return found.map(({ ruleId, message }) => ruleId ?? message);
}

// the first text loads the types of TypeScript, Node and the client
beforeAll(() => {
  expect(problemsOf('return tx.$queryRaw`SELECT 1`;')).toEqual([]);
}, 300_000);

it.each([
  ['the client', 'return client.delivery.update({ where: { id: "" }, data: {} });'],
  ['a transaction', 'return tx.delivery.updateMany({ data: { tries: 0 } });'],
  ['a table under another name', 'const table = tx.delivery; return table.deleteMany();'],
  ['a table taken out of the client', 'const { delivery: rows } = client; return rows.createMany({ data: [] });'],
  ['a table by an index', 'return tx["delivery"].deleteMany();'],
  ['a method by an index', 'return tx.delivery["deleteMany"]();'],
  ['a method that is computed', 'for (const verb of ["deleteMany", "count"] as const) await tx.delivery[verb]();'],
  ['a method that is passed on', 'const write = tx.delivery.upsert; return write;'],
  ['an extended client', 'return client.$extends({}).delivery.deleteMany();'],
  [
    'a nested write of a shop',
    'return tx.shop.update({ where: { domain: "" }, data: { deliveries: { updateMany: { where: {}, data: {} } } } });',
  ],
  [
    'a nested write of an attempt',
    'return tx.attempt.update({ where: { id: "" }, data: { delivery: { update: { tries: 1 } } } });',
  ],
  ['SQL', 'return tx.$executeRaw`UPDATE "Delivery" SET "tries" = 0`;'],
  ['SQL over two lines', 'return tx.$executeRaw`UPDATE\n ONLY "Delivery" SET "tries" = 0`;'],
  ['SQL with the schema', 'return tx.$executeRaw`DELETE FROM public."Delivery"`;'],
  ['SQL after a WITH', 'return tx.$queryRaw`WITH x AS (SELECT 1) INSERT INTO "Delivery" SELECT * FROM x`;'],
  ['SQL as text', 'return tx.$executeRawUnsafe("TRUNCATE TABLE \\"Delivery\\"");'],
  [
    'SQL with the table as a value',
    'const name = "x"; return tx.$executeRawUnsafe(`UPDATE "${name}" SET "tries" = 0`);',
  ],
  ['SQL that is put together', 'const name = "x"; return tx.$executeRawUnsafe("DELETE FROM " + name);'],
])('reports a delivery that is written by %s', (_, code) => {
  expect(problemsOf(code)).toEqual(['handoff/one-writer']);
});

it.each([
  ['a read', 'return tx.delivery.findMany({ where: { tries: 0 }, take: 1 });'],
  ['a count', 'return client.delivery.count();'],
  ['a filter by deliveries', 'return tx.shop.deleteMany({ where: { deliveries: { none: {} } } });'],
  ['a write of another table', 'return tx.attempt.deleteMany({ where: { delivery: { tries: 0 } } });'],
  ['SQL that locks rows', 'return tx.$queryRaw`SELECT 1 FROM "Delivery" FOR UPDATE ${tx.attempt.name}`;'],
  ['SQL of another table', 'return tx.$executeRaw`DELETE FROM "Attempt" USING "Delivery"`;'],
])('allows %s', (_, code) => {
  expect(problemsOf(code)).toEqual([]);
});

async function ruleFor(file: string, rule: string): Promise<unknown> {
  const config = (await new ESLint({ cwd: ROOT }).calculateConfigForFile(file)) as Linter.Config;
  return config.rules?.[rule];
}

it('holds for the program and its scripts, except for the store of deliveries', async () => {
  for (const file of ['flow/send-triggers.ts', 'domain/lifecycle/hold.ts', 'root.tsx', 'deliveries/open-and-cancel.ts'])
    expect(await ruleFor(`app/${file}`, 'handoff/one-writer'), file).toEqual([2]);
  expect(await ruleFor('scripts/rotate-keys.ts', 'handoff/one-writer')).toEqual([2]);
  expect(await ruleFor('app/deliveries/store/hand-over/claims.ts', 'handoff/one-writer')).toBeUndefined();
});
