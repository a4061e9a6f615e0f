import { expect, test } from 'vitest';
import { orderDraft, SHOP, startSandbox } from '../sandbox-under-test.ts';

const page = async (url: string) => (await (await fetch(url)).text()).replaceAll(/\s+/g, ' ');
const numberOf = (id: string) => id.split('/').at(-1) ?? '';

test('shows a buyer the fulfillments of an order, with room for extensions, and nothing of the merchant', async () => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, { ...orderDraft, note: 'ring twice' });
  const url = `${sandbox.url}/account/zapateria/orders/${numberOf(order.id)}`;
  expect(await page(`${url}?locale=en`)).toContain('Your order is being prepared.');
  const fulfillment = sandbox.fulfill(SHOP, order.id);
  const shown = await page(url);
  expect(shown).toContain(`data-fulfillment="${fulfillment.id}"`);
  expect(shown).toContain('customer-account.order-status.fulfillment-details.render-after');
  expect(shown).not.toContain('ring twice');
  expect(await page(`${url}?locale=pt-BR`)).toContain('Confirmado');
  expect((await fetch(`${sandbox.url}/account/zapateria/orders/1`)).status).toBe(404);
});

test('offers blocks that are not pinned, and shows them once they are', async () => {
  const sandbox = await startSandbox();
  sandbox.installApp(SHOP);
  const store = sandbox.store.get(SHOP);
  if (!store) throw new Error('the shop is missing');
  store.hasPinnedBlocks = false;
  const order = sandbox.enterOrder(SHOP, orderDraft);
  const url = `${sandbox.url}/store/zapateria/orders/${numberOf(order.id)}`;
  expect(await page(url)).toMatch(/data-pin-label="[^"]+"/);
  const pinned = await fetch(`${url}/pin-blocks`, { method: 'POST', redirect: 'manual' });
  expect(pinned.status).toBe(303);
  expect(await page(url)).not.toContain('data-pin-label');
});
