import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { setOperatorToken } from '../../app/installation/operator-token.ts';
import { findShop, type ShopWithAccount } from '../../app/shops/shop-store.ts';
import type { AppContext } from '../../app/app-context.ts';
import { startTestHandoff, type TestHandoff } from '../set-up/handoff.ts';

let program: TestHandoff;
let app: AppContext;
let first: string;
let second: string;

beforeAll(async () => {
  program = await startTestHandoff({ work: false });
  ({ app } = program);
});

afterAll(async () => {
  await program.stop();
});

beforeEach(async () => {
  [first, second] = [`${randomUUID()}.myshopify.com`, `${randomUUID()}.myshopify.com`];
  await app.database.shop.createMany({ data: [{ domain: first }, { domain: second }] });
});

async function theShop(domain: string): Promise<ShopWithAccount> {
  const shop = await findShop(app.database, domain);
  if (!shop) throw new Error(`no shop ${domain}`);
  return shop;
}

const enter = async (domain: string, token: string, environment = 'production') =>
  setOperatorToken(app.database, app.encryption, { shop: await theShop(domain), environment, token, now: app.now() });

async function deliver(shopDomain: string, orderNumber: string): Promise<string> {
  const { operatorAccountId } = await theShop(shopDomain);
  const { id } = await app.database.delivery.create({
    data: {
      shopDomain,
      fulfillmentId: randomUUID(),
      orderId: 'gid://shopify/Order/1',
      phase: 'in-delivery',
      orderNumber,
      operatorAccountId,
      handedOverAt: app.now(),
      nextReadAt: app.now(),
    },
  });
  return id;
}

const accountOf = async (id: string) =>
  (await app.database.delivery.findUniqueOrThrow({ where: { id } })).operatorAccountId;
const audits = (shop: string) =>
  app.database.auditEntry.findMany({ where: { shop, action: 'operator-token-replaced' }, orderBy: { id: 'asc' } });
const token = () => `token-${randomUUID()}`;

it('two shops that share an account both enter a new token: every delivery goes with its shop', async () => {
  const [old, fresh] = [token(), token()];
  const before = await enter(first, old);
  expect(await enter(second, old)).toBe(before);
  const [ofFirst, ofSecond] = [await deliver(first, 'A-1'), await deliver(second, 'B-1')];
  await app.database.operatorAccount.update({ where: { id: before }, data: { pausedAt: app.now() } });

  const after = await enter(first, fresh);
  expect(after).not.toBe(before);
  expect(await accountOf(ofFirst)).toBe(after);
  expect(await accountOf(ofSecond)).toBe(before); // its own merchant has said nothing yet
  expect(await enter(second, fresh)).toBe(after);
  expect(await accountOf(ofSecond)).toBe(after);
  expect((await audits(second)).at(-1)).toMatchObject({ detail: { from: before, to: after, moved: 1, kept: [] } });
});

it('a shop enters a token that another shop has: its deliveries move to that account', async () => {
  const theirs = token();
  const shared = await enter(second, theirs);
  await enter(first, token());
  const delivery = await deliver(first, 'A-1');
  expect(await enter(first, theirs)).toBe(shared);
  expect(await accountOf(delivery)).toBe(shared);
});

it('an order number that is taken there stays where it is, and its delivery says so', async () => {
  const theirs = token();
  const shared = await enter(second, theirs);
  await deliver(second, 'SAME');
  const before = await enter(first, token());
  const [taken, free] = [await deliver(first, 'SAME'), await deliver(first, 'FREE')];
  await enter(first, theirs);
  expect(await accountOf(taken)).toBe(before);
  expect(await accountOf(free)).toBe(shared);
  expect(await app.database.delivery.findUniqueOrThrow({ where: { id: taken } })).toMatchObject({
    problems: [{ code: 'order-number-taken', details: { orderNumber: 'SAME' } }],
  });
  expect((await audits(first)).at(-1)).toMatchObject({ detail: { moved: 1, kept: ['SAME'] } });
});

it('deliveries of another environment stay with their account', async () => {
  const production = await enter(first, token());
  const delivery = await deliver(first, 'A-1');
  await enter(first, token(), 'test');
  expect(await accountOf(delivery)).toBe(production);
});

it('the account of one shop keeps its id with a new token, and the same token again is no replacement', async () => {
  const same = token();
  const id = await enter(first, token());
  expect(await enter(first, same)).toBe(id);
  const count = (await audits(first)).length;
  expect(await enter(first, same)).toBe(id);
  expect(await audits(first)).toHaveLength(count);
});
