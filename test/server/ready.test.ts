import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestHandoff, type TestHandoff } from '../set-up/handoff.ts';
import { until } from '../set-up/time/until.ts';

let program: TestHandoff;

beforeAll(async () => {
  program = await startTestHandoff({ work: false });
});

afterAll(() => program.stop());

const readyz = () => fetch(`${program.url}/readyz`);

it('/readyz says no while the database cannot write, as on a full disk, and yes again afterwards', async () => {
  const { database } = program.app;
  expect((await readyz()).status).toBe(200);
  await database.$executeRaw`
    CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$`;
  await database.$executeRaw`
    CREATE TRIGGER full_disk BEFORE INSERT ON "WriteCheck" FOR EACH STATEMENT EXECUTE FUNCTION full_disk()`;
  const refused = await until('no', async () => {
    const answer = await readyz();
    return answer.status === 503 && answer;
  });
  expect(await refused.json()).toEqual({ status: 'the database does not answer, or cannot write' });
  await database.$executeRaw`DROP TRIGGER full_disk ON "WriteCheck"`;
  await until('yes', async () => (await readyz()).ok);
});

it('each check takes room on the disk', async () => {
  const fileOf = async () => {
    const [row] = await program.app.database.$queryRaw<{ file: string; bytes: bigint }[]>`
      SELECT pg_relation_filepath('"WriteCheck"') AS "file", pg_relation_size('"WriteCheck"') AS "bytes"`;
    return row;
  };
  const before = await fileOf();
  const after = await until('another file', async () => {
    await readyz();
    const now = await fileOf();
    return now?.file !== before?.file && now;
  });
  expect(Number(after.bytes)).toBeGreaterThan(0);
});
