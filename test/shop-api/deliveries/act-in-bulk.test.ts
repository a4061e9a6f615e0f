import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { BOUNDS } from '../../../app/bounds.ts';
import { actInBulk } from '../../../app/shop-api/deliveries/act-in-bulk.ts';
import { answerHeld } from '../../../app/shop-api/deliveries/delivery-actions.ts';
import type { BulkAction } from '../../../app/pages/deliveries/table/use-bulk-action.ts';
import { openShopContext, type ShopContext } from '../../../app/shop-api/shop-context.ts';
import { startTestHandoff, type TestHandoff } from '../../set-up/handoff.ts';

const now = new Date('2026-03-02T15:00:00Z');
const LATER = new Date('2026-03-02T16:00:00Z');

let program: TestHandoff;
let own: ShopContext;

beforeAll(async () => {
  program = await startTestHandoff({ work: false, now: () => now });
});

beforeEach(async () => {
  const shop = `${randomUUID()}.myshopify.com`;
  await program.app.database.shop.create({ data: { domain: shop } });
  own = openShopContext(program.handoff, { shop, staff: '1' }, 'en');
});

afterAll(() => program.stop());

async function deliver(row: object): Promise<string> {
  const { id } = await program.app.database.delivery.create({
    data: { shopDomain: own.domain, fulfillmentId: randomUUID(), orderId: 'gid://shopify/Order/1', ...row },
  });
  return id;
}

/** One delivery of each kind that a merchant can select, by what "send now" says of it. */
const laidOut = async () => ({
  grace: await deliver({ phase: 'waiting', sendAt: LATER }),
  approval: await deliver({ phase: 'waiting', heldFor: 'release' }),
  due: await deliver({ phase: 'waiting', sendAt: now }),
  'set-up': await deliver({ phase: 'waiting', heldFor: 'set-up' }),
  sending: await deliver({ phase: 'handing-over', sendAt: now }),
  delivered: await deliver({ phase: 'delivered', handedOverAt: now, endedAt: now }),
  attention: await deliver({
    phase: 'needs-attention',
    problems: [{ code: 'phone-missing', field: null, details: {} }],
  }),
  skipped: await deliver({ phase: 'skipped', skipReason: { code: 'test-order' } }),
});

/** Of a page that does not say what it shows. */
const unasked = (ids: readonly string[]) => ids.map((deliveryId) => ({ deliveryId, seen: undefined }));

async function outcomesOf(action: 'send-now' | 'stop') {
  const ids = await laidOut();
  const result = await actInBulk(own, { action, deliveries: unasked(Object.values(ids)) });
  if (result.kind !== 'acted') throw new Error(`not acted: ${result.kind}`);
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, result.outcomes[id]]));
}

it('sends those that wait, and says of each other delivery why it cannot', async () => {
  expect(await outcomesOf('send-now')).toEqual({
    grace: 'done',
    approval: 'done',
    due: 'sending',
    'set-up': 'held',
    sending: 'sending',
    delivered: 'sent',
    attention: 'attention',
    skipped: 'not-to-be-sent',
  });
  const due = { shopDomain: own.domain, phase: 'waiting', heldFor: null, sendAt: now };
  expect(await program.app.database.delivery.count({ where: due })).toBe(3);
});

it('stops those that were never sent: waiting, on hold, or with a person', async () => {
  expect(await outcomesOf('stop')).toEqual({
    grace: 'done',
    approval: 'done',
    due: 'done',
    'set-up': 'done',
    sending: 'sending',
    delivered: 'sent',
    attention: 'done',
    skipped: 'not-to-be-sent',
  });
});

it('says of which deliveries the operator could not be read', async () => {
  const failed = await deliver({ phase: 'in-delivery', handedOverAt: now, tries: 2 });
  const justRead = await deliver({ phase: 'in-delivery', handedOverAt: now, lastReadAt: now });
  const result = await actInBulk(own, { action: 'refresh', deliveries: unasked([failed, justRead]) });
  expect(result).toMatchObject({ outcomes: { [failed]: 'not-read', [justRead]: 'nothing-to-do' } });
});

it('does nothing to a delivery that has changed since the page was loaded', async () => {
  const problems = [{ code: 'phone-missing', field: null, details: {} }];
  const late = { code: 'late', since: now.toISOString() };
  const needy = { phase: 'needs-attention', problems };
  const atOperator = { phase: 'in-delivery', handedOverAt: now, attentionSince: now };
  const left = await deliver({ phase: 'skipped', skipReason: { code: 'stopped' } });
  const fixed = await deliver({ phase: 'waiting', sendAt: LATER });
  const otherwise = await deliver(needy);
  const more = await deliver({ ...atOperator, flags: [late], problems });
  const same = await deliver({ ...atOperator, flags: [late] });
  const act = async (action: BulkAction, deliveryId: string, seen: string) => {
    const result = await actInBulk(own, { action, deliveries: [{ deliveryId, seen }] });
    return result.kind === 'acted' ? result.outcomes[deliveryId] : result.kind;
  };
  expect(await act('retry', left, 'needs-attention phone-missing')).toBe('nothing-to-do');
  expect(await act('stop', fixed, 'needs-attention phone-missing')).not.toBe('done');
  expect(await act('retry', otherwise, 'needs-attention street-missing')).toBe('nothing-to-do');
  expect(await act('retry', otherwise, 'needs-attention phone-missing')).toBe('done');
  expect(await act('dismiss-problem', more, 'in-delivery late')).toBe('nothing-to-do');
  expect(await act('dismiss-problem', same, 'in-delivery late')).toBe('done');
});

it('answers for as many held deliveries as the page says there are, and for no others', async () => {
  await deliver({ phase: 'waiting', heldFor: 'release' });
  await deliver({ phase: 'waiting', heldFor: 'release' });
  expect([await answerHeld(own, 'released', 1), await answerHeld(own, 'skipped', 3)]).toEqual([0, 0]);
  expect(await answerHeld(own, 'released', 2)).toBe(2);
});

it('changes nothing of another shop', async () => {
  const id = await deliver({ phase: 'waiting', sendAt: LATER });
  const other = `${randomUUID()}.myshopify.com`;
  await program.app.database.shop.create({ data: { domain: other } });
  const result = await actInBulk(openShopContext(program.handoff, { shop: other, staff: '1' }, 'en'), {
    action: 'stop',
    deliveries: unasked([id]),
  });
  expect(result).toMatchObject({ kind: 'acted', outcomes: {} });
  expect((await program.app.database.delivery.findUniqueOrThrow({ where: { id } })).phase).toBe('waiting');
});

it('costs as much as the same actions one by one, and does nothing without the points', async () => {
  const deliveries = unasked([
    await deliver({ phase: 'waiting', sendAt: LATER }),
    await deliver({ phase: 'waiting', sendAt: LATER }),
  ]);
  await own.spend(BOUNDS.actionsPerMinute - 1);
  expect(await actInBulk(own, { action: 'stop', deliveries })).toMatchObject({ kind: 'acted' });
  const again = await actInBulk(own, { action: 'stop', deliveries });
  expect(again).toEqual({ kind: 'too-often', seconds: expect.any(Number) });
});
