import { expect, test } from 'vitest';
import { startApp } from '../app-under-test.ts';
import { askData, orderDraft, SHOP, startSandbox } from '../sandbox-under-test.ts';

const READ = `query ($id: ID!) { fulfillment(id: $id) {
  status displayStatus service { handle serviceName type } location { name isFulfillmentService }
  order { displayFulfillmentStatus } } }`;

const topicsOf = (sandbox: Awaited<ReturnType<typeof startSandbox>>) =>
  sandbox.webhooks.log.map(({ topic, body }) => [topic, /"status":"(\w+)"/.exec(body)?.[1]]);

test('a fulfillment waits for its service, and ends when the service says so', async () => {
  const app = await startApp();
  const sandbox = await startSandbox({ appUrl: app.url });
  const order = sandbox.enterOrder(SHOP, { ...orderDraft, location: 'Operador externo' });
  const { id } = sandbox.fulfill(SHOP, order.id, { status: 'PENDING' });
  expect(await askData(sandbox, READ, { id })).toEqual({
    fulfillment: {
      status: 'PENDING',
      displayStatus: 'SUBMITTED',
      service: { handle: 'operador-externo', serviceName: 'Operador externo', type: 'THIRD_PARTY' },
      location: { name: 'Operador externo', isFulfillmentService: true },
      order: { displayFulfillmentStatus: 'UNFULFILLED' },
    },
  });
  sandbox.settleFulfillment(SHOP, id);
  expect(await askData(sandbox, READ, { id })).toMatchObject({
    fulfillment: {
      status: 'SUCCESS',
      displayStatus: 'FULFILLED',
      order: { displayFulfillmentStatus: 'FULFILLED' },
    },
  });
  expect(topicsOf(sandbox).filter(([topic]) => topic?.startsWith('fulfillments/'))).toEqual([
    ['fulfillments/create', 'pending'],
    ['fulfillments/update', 'success'],
  ]);
  expect(() => sandbox.settleFulfillment(SHOP, id)).toThrow('waits for nobody');
});

test('a service can fail', async () => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, orderDraft);
  const { id } = sandbox.fulfill(SHOP, order.id, { status: 'OPEN' });
  sandbox.settleFulfillment(SHOP, id, 'ERROR');
  expect(await askData(sandbox, READ, { id })).toMatchObject({
    fulfillment: { status: 'ERROR', displayStatus: 'FAILURE', service: { type: 'MANUAL' } },
  });
});

test('the word that a fulfillment is done can be lost', async () => {
  const app = await startApp();
  const sandbox = await startSandbox({ appUrl: app.url });
  const { id } = sandbox.fulfill(SHOP, sandbox.enterOrder(SHOP, orderDraft).id, { status: 'PENDING' });
  await app.has(2);
  sandbox.setWebhookPolicy({ drop: 2 });
  sandbox.settleFulfillment(SHOP, id);
  expect(sandbox.webhooks.log.slice(-2).map(({ topic, state }) => [topic, state])).toEqual([
    ['fulfillments/update', 'dropped'],
    ['orders/updated', 'dropped'],
  ]);
});

test('a location of a service is listed only for who asks for it, with its service', async () => {
  const sandbox = await startSandbox();
  const [added] = sandbox.addLocations(SHOP, [
    { name: 'Bodega 3PL & Cía', isFulfillmentService: true, address: { address1: 'Km 9', city: 'Funza' } },
  ]);
  const query = `query ($id: ID!) {
    locations(first: 9) { nodes { name } }
    location(id: $id) { name isFulfillmentService address { city countryCode } }
  }`;
  expect(await askData(sandbox, query, { id: added?.id })).toEqual({
    locations: { nodes: [{ name: 'Bodega' }, { name: 'Local' }] },
    location: {
      name: 'Bodega 3PL & Cía',
      isFulfillmentService: true,
      address: { city: 'Funza', countryCode: 'CO' },
    },
  });
  const service = `query ($id: ID!) { location(id: $id) { fulfillmentService { handle serviceName type } } }`;
  expect(await askData(sandbox, service, { id: added?.id })).toEqual({
    location: {
      fulfillmentService: { handle: 'bodega-3pl-cía', serviceName: 'Bodega 3PL & Cía', type: 'THIRD_PARTY' },
    },
  });
});
