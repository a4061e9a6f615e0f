import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { watchPromises } from '../../app/deliveries/tracking/watch-promises.ts';
import type { AppContext } from '../../app/app-context.ts';
import { startTestHandoff, type TestHandoff } from '../set-up/handoff.ts';

const HOUR = 3_600_000;
const HANDED_OVER = new Date('2026-03-02T15:00:00Z');
let now = HANDED_OVER;
const after = (hours: number) => new Date(HANDED_OVER.getTime() + hours * HOUR);

let program: TestHandoff;
let app: AppContext;
let shopDomain: string;

beforeAll(async () => {
  program = await startTestHandoff({ work: false, now: () => now });
  ({ app } = program);
});

afterAll(async () => {
  await program.stop();
});

beforeEach(async () => {
  now = HANDED_OVER;
  shopDomain = `${randomUUID()}.myshopify.com`;
  await app.database.shop.create({ data: { domain: shopDomain } });
});

/** Of an operator account that is paused: nothing reads it. */
async function unread(columns: object): Promise<string> {
  const account = { environment: 'production', tokenEncrypted: '', tokenFingerprint: randomUUID(), tokenLastFour: '' };
  const { id: operatorAccountId } = await app.database.operatorAccount.create({
    data: { ...account, pausedAt: HANDED_OVER },
  });
  const { id } = await app.database.delivery.create({
    data: {
      shopDomain,
      fulfillmentId: randomUUID(),
      orderId: 'gid://shopify/Order/1',
      phase: 'in-delivery',
      operatorAccountId,
      handedOverAt: HANDED_OVER,
      watchAt: HANDED_OVER,
      nextReadAt: HANDED_OVER,
      ...columns,
    },
  });
  return id;
}

const read = (id: string) => app.database.delivery.findUniqueOrThrow({ where: { id } });
const codes = async (id: string) => JSON.stringify((await read(id)).flags).match(/late|stuck|silent|no-news/g) ?? [];

it('flags a delivery that cannot be read when its time comes, and not earlier', async () => {
  const id = await unread({ promisedUntil: after(5) });
  await watchPromises(app);
  expect(await read(id)).toMatchObject({ flags: [], watchAt: after(3) });
  now = after(2);
  await watchPromises(app);
  expect(await read(id)).toMatchObject({ flags: [], watchAt: after(3) });
  now = after(3);
  await watchPromises(app);
  expect(await codes(id)).toEqual(['stuck']);
  expect((await read(id)).watchAt).toEqual(after(5));
  now = after(40);
  await watchPromises(app);
  expect(await codes(id)).toEqual(['late', 'stuck', 'silent']);
  expect((await read(id)).watchAt).toEqual(after(14 * 24));
  now = after(14 * 24);
  await watchPromises(app);
  expect(await codes(id)).toEqual(['late', 'stuck', 'silent', 'no-news']);
  expect((await read(id)).watchAt).toBeNull();
});

it('keeps what a read has stored meanwhile', async () => {
  const id = await unread({ promisedUntil: after(1), endedAt: after(1), phase: 'delivered', flags: [] });
  now = after(40);
  await watchPromises(app);
  expect(await read(id)).toMatchObject({ flags: [], watchAt: null });
});

it('one that is not handed over yet has no flags', async () => {
  const id = await unread({ phase: 'handing-over', handedOverAt: null, promisedUntil: after(1) });
  now = after(2);
  await watchPromises(app);
  expect(await codes(id)).toEqual([]);
  expect((await read(id)).watchAt?.getTime()).toBeGreaterThan(now.getTime());
});
