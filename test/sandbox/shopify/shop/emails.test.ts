import { expect, test } from 'vitest';
import { askData, orderDraft, SHOP, startSandbox } from '../sandbox-under-test.ts';

const TRACK = `mutation ($id: ID!, $notify: Boolean) {
  fulfillmentTrackingInfoUpdate(fulfillmentId: $id, notifyCustomer: $notify, trackingInfoInput: { number: "T-1" }) {
    userErrors { message } } }`;
const FULFILL = `mutation ($order: ID!, $notify: Boolean) {
  fulfillmentCreate(fulfillment: { notifyCustomer: $notify, lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: $order }] }) {
    fulfillment { id } userErrors { message } } }`;
const EVENT = `mutation ($id: ID!, $status: FulfillmentEventStatus!) {
  fulfillmentEventCreate(fulfillmentEvent: { fulfillmentId: $id, status: $status }) { userErrors { message } } }`;

async function startWithOrder(draft = orderDraft) {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, draft);
  const kinds = () => sandbox.emails(SHOP).map(({ kind }) => kind);
  return { sandbox, order, kinds };
}

test('a buyer hears of new tracking as often as the app asks for it', async () => {
  const { sandbox, order, kinds } = await startWithOrder();
  const { id } = sandbox.fulfill(SHOP, order.id);
  for (const notify of [false, null, true, true]) await askData(sandbox, TRACK, { id, notify });
  expect(kinds()).toEqual(['shipping-update', 'shipping-update']);
  expect(sandbox.emails(SHOP)[0]).toMatchObject({
    to: 'nora@example.com',
    orderId: order.id,
    fulfillmentId: id,
    trackingInfo: [{ number: 'T-1' }],
  });
});

test.each([
  [true, ['shipping-confirmation']],
  [false, []],
  [null, []],
])('a fulfillment of the app with notifyCustomer %j sends %j', async (notify, sent) => {
  const { sandbox, order, kinds } = await startWithOrder();
  await askData(sandbox, FULFILL, { order: order.fulfillmentOrders[0]?.id, notify });
  expect(order.fulfillments).toHaveLength(1);
  expect(kinds()).toEqual(sent);
});

test('a fulfillment of the merchant sends what the merchant ticks', async () => {
  const { sandbox, order, kinds } = await startWithOrder();
  sandbox.fulfill(SHOP, order.id, { notifyCustomer: true });
  expect(kinds()).toEqual(['shipping-confirmation']);
});

test('events mail the buyer when the templates are on', async () => {
  const { sandbox, order, kinds } = await startWithOrder();
  const { id } = sandbox.fulfill(SHOP, order.id);
  const report = (status: string) => askData(sandbox, EVENT, { id, status });
  await report('OUT_FOR_DELIVERY');
  expect(kinds()).toEqual([]);
  sandbox.setMailsEvents(SHOP, true);
  for (const status of ['CONFIRMED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED']) await report(status);
  expect(kinds()).toEqual(['out-for-delivery', 'delivered']);
});

test('an order without an address of the buyer sends nothing', async () => {
  const { sandbox, order, kinds } = await startWithOrder({ ...orderDraft, email: null, customer: null });
  sandbox.fulfill(SHOP, order.id, { notifyCustomer: true });
  expect(kinds()).toEqual([]);
});
