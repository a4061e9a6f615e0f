import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { startApp } from '../app-under-test.ts';
import { API_KEY, API_SECRET, orderDraft, SHOP, shop, startSandbox } from '../sandbox-under-test.ts';

async function page(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.text()).replaceAll(/\s+/g, ' ');
}

function submit(url: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

const decode = (text: string) => text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

test('lists orders with what a merchant looks for', async () => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, { ...orderDraft, test: true });
  const list = await page(`${sandbox.url}/store/zapateria/orders`);
  for (const text of ['#1001', 'Nora Peña', 'Unfulfilled', 'Test', `value="${order.id.split('/').at(-1)}"`])
    expect(list).toContain(text);
  expect(list).toMatch(/data-extension-target="admin\.order-index\.selection-action\.render"/);
  expect(await page(`${sandbox.url}/store/zapateria`)).toContain('1 of 1 orders');
});

test('shows an order, with room for extensions', async () => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, { ...orderDraft, note: '<script>alert(1)</script>' });
  const fulfillment = sandbox.fulfill(SHOP, order.id, {
    lineItems: [{ id: 0, quantity: 2 }],
    tracking: [{ company: 'Mensajeros', number: 'M-7', url: 'https://track.test/M-7' }],
  });
  sandbox.recordEvent(SHOP, fulfillment.id, 'OUT_FOR_DELIVERY');
  const shown = await page(`${sandbox.url}/store/zapateria/orders/${order.id.split('/').at(-1)}`);
  for (const text of [
    'Out for delivery',
    '#1001.1',
    'Mensajeros',
    'href="https://track.test/M-7"',
    'Cra 15 # 93-60',
    'Envío nacional',
  ])
    expect(decode(shown)).toContain(text);
  expect(shown).not.toContain('<script>alert');
  for (const target of ['admin.order-details.block.render', 'admin.order-details.action.render'])
    expect(shown).toContain(`data-extension-target="${target}" data-shop="${SHOP}" data-order="${order.id}"`);
});

test('fulfills chosen quantities and cancels, from the order page', async () => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, orderDraft);
  const url = `${sandbox.url}/store/zapateria/orders/${order.id.split('/').at(-1)}`;
  const [group] = order.fulfillmentOrders;
  const [boots, laces] = group?.lineItems ?? [];
  const choice = (quantity: string) => ({
    fulfillmentOrder: group?.id ?? '',
    [`quantity:${boots?.id}`]: quantity,
    [`quantity:${laces?.id}`]: '0',
  });
  expect((await submit(`${url}/fulfillments`, choice('2'))).status).toBe(303);
  expect(order.fulfillments).toMatchObject([{ lineItems: [{ quantity: 2 }] }]);
  const refused = await submit(`${url}/fulfillments`, choice('2'));
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('Invalid fulfillment order line item quantity requested.');
  const [fulfillment] = order.fulfillments;
  expect((await submit(`${url}/fulfillments/${fulfillment?.id.split('/').at(-1)}/cancel`, {})).status).toBe(303);
  expect(fulfillment?.status).toBe('CANCELLED');
});

test('fulfills the selected orders', async () => {
  const sandbox = await startSandbox();
  const [one, two, three] = [1, 2, 3].map(() => sandbox.enterOrder(SHOP, orderDraft));
  const body = new URLSearchParams([one, three].map((order) => ['order', order?.id.split('/').at(-1) ?? '']));
  await fetch(`${sandbox.url}/store/zapateria/orders/fulfill-selected`, { method: 'POST', body, redirect: 'manual' });
  expect([one, two, three].map((order) => order?.fulfillments.length)).toEqual([1, 0, 1]);
});

test('installs the app, opens it in a frame as Shopify does, and uninstalls it', async () => {
  const app = await startApp();
  const sandbox = await startSandbox({ appUrl: app.url, shops: [{ ...shop, installed: false }] });
  const url = `${sandbox.url}/store/zapateria/apps/courier`;
  const install = await page(url);
  expect(install).toContain('write_merchant_managed_fulfillment_orders');
  expect(install).not.toContain('<iframe');
  await submit(`${url}/install`, {});
  const opened = await page(`${url}/app/settings?tab=pickup`);
  const source = decode(/<iframe[^>]* src="([^"]*)"/.exec(opened)?.[1] ?? '');
  const { origin, pathname, searchParams } = new URL(source);
  expect([origin, pathname]).toEqual([app.url, '/app/settings']);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    tab: 'pickup',
    embedded: '1',
    shop: SHOP,
    host: Buffer.from('admin.shopify.com/store/zapateria').toString('base64'),
    locale: 'es',
    id_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  });
  const hmac = searchParams.get('hmac');
  searchParams.delete('hmac');
  searchParams.sort();
  const signed = [...searchParams].map(([name, value]) => `${name}=${value}`).join('&');
  expect(hmac).toBe(createHmac('sha256', API_SECRET).update(signed).digest('hex'));
  expect(await page(`${sandbox.url}/store/zapateria/apps/${API_KEY}`)).toContain('<iframe');
  await submit(`${url}/uninstall`, {});
  expect(await page(url)).not.toContain('<iframe');
});

test('gives App Bridge its script and id tokens, from any origin', async () => {
  const sandbox = await startSandbox();
  const script = await fetch(`${sandbox.url}/app-bridge.js`);
  expect(script.headers.get('Content-Type')).toContain('text/javascript');
  const token = await fetch(`${sandbox.url}/app-bridge/id-token?shop=${SHOP}`);
  expect(token.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(await token.json()).toEqual({ idToken: expect.any(String) });
  sandbox.uninstallApp(SHOP);
  expect((await fetch(`${sandbox.url}/app-bridge/id-token?shop=${SHOP}`)).status).toBe(403);
});

test.each(['/store/nowhere', '/store/zapateria/orders/1', '/nothing'])('answers 404 for %s', async (path) => {
  const sandbox = await startSandbox();
  expect((await fetch(`${sandbox.url}${path}`)).status).toBe(404);
});
