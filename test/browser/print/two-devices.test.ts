import { afterAll, beforeAll, expect, it } from 'vitest';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { until } from '../../set-up/time/until.ts';
import { startBrowserWorld, STILL_TIMELINE, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import type { EmbeddedApp } from '../../set-up/browser/embedded-app.ts';
import { numberOf } from './handed-over-orders.ts';

let world: BrowserWorld;

beforeAll(async () => {
  world = await startBrowserWorld({ timeline: STILL_TIMELINE });
  await world.setUpShop(await world.start());
  const shop = world.shopify.store.get(SHOP);
  if (shop) shop.record.locale = 'en';
});

afterAll(() => world.stop());

/** Deliveries with 1, 2 and 3 boxes in turn. */
const DELIVERIES = 12;
const boxesAt = (index: number) => (index % 3) + 1;

async function handOver(pickup: string, count: number) {
  const made = Array.from({ length: count }, () =>
    world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id),
  );
  return Promise.all(
    made.map(async (fulfillment, index) => {
      const { id: deliveryId } = await until('the delivery handed over', () =>
        world.database.delivery.findFirst({ where: { fulfillmentId: fulfillment.id, phase: 'in-delivery' } }),
      );
      await world.database.delivery.update({ where: { id: deliveryId }, data: { pickup, boxes: boxesAt(index) } });
      return { ...fulfillment, deliveryId, number: numberOf(fulfillment), boxes: boxesAt(index) };
    }),
  );
}

it('two devices scan one batch: reads that repeat, wrong boxes, a reload and a time offline, and the sheet says what went', async () => {
  const deliveries = await handOver('404', DELIVERIES);
  const [elsewhere] = await handOver('505', 1);
  const isExpected = (complaint: string) => complaint.includes('Failed to load resource');
  const open = async () => {
    const tab = await world.openTab(SHOP, { isExpected });
    await tab.open('/app/warehouse?step=scan&waiting&pickup=404');
    await tab.app.locator('[data-scan]').waitFor();
    return tab;
  };
  const [one, other] = [await open(), await open()];
  const scan = async ({ app }: EmbeddedApp, code: string, kind: string) => {
    const field = app.getByRole('textbox', { name: 'Operator no.' });
    await field.fill(code);
    await field.press('Enter');
    await app.locator(`[data-scan="${kind}"]`, { hasText: code.split('/')[0] ?? '' }).waitFor();
  };
  const shows = ({ app }: EmbeddedApp, count: number, total: number) =>
    app.getByText(`${count} of ${total} boxes`).waitFor();
  const codes = deliveries.flatMap(({ number, boxes }, index) =>
    Array.from({ length: boxes }, (_, box) => ({ index, code: `${number}/${box + 1}` })),
  );
  const total = codes.length;
  await shows(one, 0, total);

  // one device begins, and reads a box twice; another one reads it too
  const [first, second, ...others] = codes;
  await scan(one, first?.code ?? '', 'good');
  await scan(one, second?.code ?? '', 'good');
  await scan(one, first?.code ?? '', 'double');
  await shows(other, 2, total);
  await scan(other, second?.code ?? '', 'double');
  await scan(other, `${elsewhere?.number}/1`, 'elsewhere');

  // bars twice, more than two seconds apart: nothing counts until somebody says which box it is, by keyboard too
  const three = deliveries[2];
  const ofThree = `${three?.number}/3`;
  await scan(one, three?.number ?? '', 'which');
  await scan(other, three?.number ?? '', 'which');
  await one.app.getByRole('button', { name: 'Box 3 of 3' }).waitFor();
  await scan(one, first?.code ?? '', 'double');
  await scan(one, three?.number ?? '', 'which');
  await shows(one, 2, total);
  await shows(other, 2, total);
  await one.screenshot('scan-which-box');
  await one.app.getByRole('button', { name: 'Box 3 of 3' }).focus();
  await one.page.keyboard.press('Enter');
  await one.app.locator('[data-scan="good"]', { hasText: three?.number ?? '' }).waitFor();
  await shows(other, 3, total);
  await other.app.getByRole('button', { name: 'Box 3 of 3' }).waitFor({ state: 'detached' });
  await scan(one, ofThree, 'double');
  await shows(one, 3, total);

  // a delivery is cancelled while both have it on their list
  const last = deliveries.at(-1);
  world.shopify.cancelFulfillment(SHOP, last?.id ?? '');
  const left = total - (last?.boxes ?? 0);
  await shows(one, 3, left);
  await scan(one, `${last?.number}/1`, 'cancelled');

  // one device is offline, scans all the same, and is loaded again before it has sent anything
  await other.page.route('**/app/warehouse/scans**', (route) => route.abort());
  const rest = others.filter(({ index, code }) => index < DELIVERIES - 1 && code !== ofThree);
  const missing = rest.at(-1);
  const [online, offline] = [rest.slice(0, 6), rest.slice(6, -1)];
  for (const { code } of offline.slice(0, 4)) await scan(other, code, 'good');
  await other.app.getByText('Handoff did not answer').waitFor();
  for (const { code } of online) await scan(one, code, 'good');
  await one.reload();
  await shows(one, 3 + online.length, left);
  for (const { code } of offline.slice(4)) await scan(other, code, 'good');
  await shows(one, 3 + online.length, left);
  await other.page.unroute('**/app/warehouse/scans**');
  await shows(one, left - 1, left);
  await shows(other, left - 1, left);
  await other.screenshot('scan-two-devices');

  await other.app.getByRole('button', { name: 'Sign handover' }).click();
  const sheet = other.app.frameLocator('iframe[title="Preview of the document"]');
  await sheet.getByText(`Scanned: ${left - 1} of ${left}`).waitFor();
  await other.screenshot('scan-two-devices-sheet');
  for (const { number, boxes, deliveryId } of deliveries.slice(0, -1)) {
    const row = await sheet.locator(`tr[data-delivery="${deliveryId}"]`).textContent();
    const isMissing = missing?.code.startsWith(`${number}/`);
    if (isMissing) expect(row).toContain(boxes > 1 ? `Missing ${boxes - 1}/${boxes}` : 'Missing');
    else expect(row).toContain(boxes > 1 ? `✓ ${boxes}/${boxes}` : '✓');
  }
  expect(await sheet.getByText(last?.number ?? 'nothing').count()).toBe(0);
  expect(await world.database.handover.findMany({ select: { boxes: true } })).toEqual([{ boxes: left - 1 }]);

  // what is with the courier cannot complete anything again
  await shows(one, 0, 1);
  await scan(one, first?.code ?? '', 'collected');
});
