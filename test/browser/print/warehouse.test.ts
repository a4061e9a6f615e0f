import { randomUUID } from 'node:crypto';
import type { FrameLocator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BOUNDS } from '../../../app/bounds.ts';
import { textsIn } from '../../../app/texts/choose-texts.ts';
import type { Locale } from '../../../app/texts/locale.ts';
import { SHOP } from '../../set-up/world/demo-order.ts';
import { startBrowserWorld, STILL_TIMELINE, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import type { EmbeddedApp } from '../../set-up/browser/embedded-app.ts';
import type { Program } from '../../set-up/world/program.ts';
import { accessibilityFaults } from '../accessibility.ts';
import { documentOf, handOverOrders, numberOf, type HandedOver } from './handed-over-orders.ts';

let world: BrowserWorld;
let program: Program;
let deliveries: readonly HandedOver[];

beforeAll(async () => {
  world = await startBrowserWorld({ timeline: STILL_TIMELINE });
  program = await world.start();
  await world.setUpShop(program);
  deliveries = await handOverOrders(world);
  speak('en');
});

afterAll(() => world.stop());

const selected = () => `deliveries=${deliveries.map(({ deliveryId }) => deliveryId).join(',')}`;

afterEach(() => speak('en'));

/** The language of the admin. */
function speak(locale: Locale): void {
  const shop = world.shopify.store.get(SHOP);
  if (!shop) throw new Error('the shop is missing');
  shop.record.locale = locale;
}

const openTab = (width?: number) => world.openTab(SHOP, width === undefined ? {} : { width });

const numberAt = (index: number) => {
  const delivery = deliveries[index];
  if (!delivery) throw new Error(`there is no delivery ${index}`);
  return numberOf(delivery);
};

describe('in the admin', () => {
  const preview = (app: FrameLocator) => app.frameLocator('iframe[title="Preview of the document"]');

  it('the page of what waits leads to the sheet, and to the labels', async () => {
    const { app, open: openPage, screenshot } = await openTab();
    await openPage('/app/warehouse');
    await app.getByRole('heading', { name: 'Branch 101' }).waitFor();
    // one of the five is cancelled
    await app.getByText('4 deliveries are waiting').first().waitFor();
    await screenshot('warehouse');
    expect(await accessibilityFaults(app)).toEqual([]);
    await app.getByRole('link', { name: 'Print sheet' }).first().click();
    await preview(app).getByText(numberAt(0)).waitFor();
    await app.getByRole('heading', { name: 'Handover sheet', level: 1 }).waitFor();
    await screenshot('warehouse-sheet');
    expect(await accessibilityFaults(app)).toEqual([]);
    await app.getByRole('link', { name: '1. Print labels' }).first().click();
    await app.getByRole('heading', { name: 'Labels', level: 1 }).waitFor();
    await app.getByRole('combobox', { name: 'Paper' }).selectOption('a4');
    await preview(app).getByText('1 of 3').waitFor();
    await screenshot('warehouse-labels');
    await expect.poll(() => app.getByRole('button', { name: 'Print document' }).isEnabled()).toBe(true);
    expect(await accessibilityFaults(app)).toEqual([]);
  });

  it('labels are printed from a delivery, and from the selected ones of the list', async () => {
    const { app, open: openPage } = await openTab();
    await openPage(`/app/deliveries/${deliveries[0]?.deliveryId}`);
    await app.getByRole('link', { name: 'Print labels' }).click();
    await preview(app).getByText('2 of 3').waitFor();

    await openPage('/app/deliveries?tab=all');
    for (const index of [0, 1]) await app.getByRole('checkbox', { name: `Select ${deliveries[index]?.name}` }).check();
    await app.getByRole('button', { name: 'More actions' }).last().click();
    await app.getByRole('button', { name: 'Print labels' }).click();
    await preview(app).getByText(numberAt(1)).first().waitFor();
    await preview(app).getByText(numberAt(0)).first().waitFor();
  });

  it('the print actions of Shopify print them from an order and from selected orders', async () => {
    const { page, openAdmin, screenshot } = await openTab();
    const action = page.frameLocator('dialog iframe[data-extension]');
    const document = page.frameLocator('dialog iframe[title="Preview"]');
    await openAdmin(`/orders/${deliveries[0]?.orderId.split('/').at(-1)}`);
    await page.locator('summary', { hasText: 'Print' }).click();
    await page.getByRole('button', { name: 'Labels and pick list' }).click();
    await document.getByText('3 of 3').waitFor();
    await screenshot('print-action');
    await expect.poll(() => page.getByRole('button', { name: 'Print', exact: true }).isEnabled()).toBe(true);
    await action.getByRole('combobox', { name: 'Document' }).selectOption('pick-list');
    await document.getByRole('cell', { name: 'MIEL', exact: true }).waitFor();
    const images = document.locator('img');
    await expect
      .poll(() => images.evaluateAll((all: HTMLImageElement[]) => all.map(({ naturalWidth }) => naturalWidth)))
      .toEqual([160, 160, 160]);
    await screenshot('print-action-pick-list');

    await openAdmin('/orders');
    for (const index of [0, 1])
      await page.getByLabel(`Select ${deliveries[index]?.name.split('.')[0]}`, { exact: true }).check();
    await page.getByRole('button', { name: 'Labels and pick list' }).click();
    await document.getByText(numberAt(1)).first().waitFor();
    await screenshot('print-action-selection');
  });
});

describe('at the door', () => {
  const result = (app: FrameLocator) => app.locator('[data-scan]');

  async function openScan(tab: EmbeddedApp): Promise<FrameLocator> {
    await tab.open('/app/warehouse?step=scan&waiting&pickup=101');
    await result(tab.app).waitFor();
    return tab.app;
  }

  it('each scan is answered by colour and words, and the count ends on the sheet', async () => {
    // the labels say how many packages a delivery has
    await documentOf(world, program, `labels?${selected()}`);
    const tab = await openTab();
    const app = await openScan(tab);
    const field = app.getByRole('textbox', { name: 'Operator no.' });
    const scan = async (text: string, kind: string, words: string) => {
      await field.fill(text);
      await field.press('Enter');
      await app.locator(`[data-scan="${kind}"]`, { hasText: words }).waitFor();
      await expect.poll(() => field.inputValue()).toBe('');
    };
    await app.getByText('0 of 6 boxes').waitFor();
    await tab.screenshot('scan-ready');
    await scan(numberAt(1), 'good', 'Box 1 of 1');
    await tab.screenshot('scan-good');
    expect(await accessibilityFaults(app)).toEqual([]);
    await scan(`${numberAt(1)}/1`, 'double', 'Already scanned');
    await tab.screenshot('scan-double');
    expect(await accessibilityFaults(app)).toEqual([]);
    await scan(numberAt(4), 'cancelled', 'Do not hand this over');
    await tab.screenshot('scan-cancelled');
    expect(await accessibilityFaults(app)).toEqual([]);
    await scan('another-shop-77', 'unknown', 'Not on this list');
    await tab.screenshot('scan-unknown');
    expect(await accessibilityFaults(app)).toEqual([]);
    for (const number of [1, 2, 3]) await scan(`${numberAt(0)}/${number}`, 'good', `Box ${number} of 3`);
    await app.getByText('4 of 6 boxes').waitFor();
    await app.getByText('Missing deliveries (2)').waitFor();

    await tab.reload();
    await app.getByText('4 of 6 boxes').waitFor();
    // what took minutes to scan is not lost by one press, and what is scanned next is typed into the field
    const startAgain = app.getByRole('button', { name: 'Start again' });
    await startAgain.click();
    await app.getByRole('dialog').getByText('Discard 4 scanned boxes?').waitFor();
    await tab.screenshot('scan-start-again');
    await app.getByRole('button', { name: 'Cancel' }).click();
    await app.getByText('4 of 6 boxes').waitFor();
    await startAgain.click();
    await app.getByRole('button', { name: 'Discard 4 boxes' }).click();
    await app.getByText('0 of 6 boxes').waitFor();
    await app.locator('#scan:focus').waitFor();
    for (const box of [numberAt(1), ...[1, 2, 3].map((number) => `${numberAt(0)}/${number}`)])
      await scan(box, 'good', 'Box');
    await app.getByText('4 of 6 boxes').waitFor();
    await app.getByRole('button', { name: 'Sign handover' }).click();
    const sheet = app.frameLocator('iframe[title="Preview of the document"]');
    await sheet.getByText('Scanned: 4 of 6').waitFor();
    await expect.poll(() => sheet.locator('tr', { hasText: numberAt(2) }).textContent()).toContain('Missing');
    await expect.poll(() => sheet.locator('tr', { hasText: numberAt(0) }).textContent()).toContain('✓ 3/3');
    await tab.screenshot('scan-sheet');
  });

  it('a phone’s camera scans where the browser can read barcodes', async () => {
    const tab = await openTab(390);
    await tab.page.addInitScript((number) => {
      const codes = [{ rawValue: number }];
      const canvas = document.createElement('canvas');
      const picture = canvas.getContext('2d');
      setInterval(() => picture?.fillRect(0, 0, 5, 5), 50);
      navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
      Object.assign(globalThis, {
        BarcodeDetector: class {
          detect = async () => codes.splice(0);
        },
      });
    }, numberAt(3));
    const app = await openScan(tab);
    await app.getByRole('button', { name: 'Use camera' }).click();
    await app.locator('[data-scan="good"]', { hasText: numberAt(3) }).waitFor();
    await tab.screenshot('scan-camera');
    await app.getByRole('button', { name: 'Stop camera' }).click();
    await app.getByText('1 of 2 boxes').waitFor();
  });

  it.each(['es', 'pt'] as const)('speaks the language of whoever scans, in %s', async (locale) => {
    const tab = await openTab(390);
    const texts = textsIn(locale).warehouse.scanning;
    speak(locale);
    await tab.open('/app/warehouse/scan?waiting&pickup=101'); // a link of before
    await tab.app.getByRole('textbox', { name: texts.field }).fill('nada');
    await tab.app.getByRole('textbox', { name: texts.field }).press('Enter');
    await tab.app.getByText(texts.unknown).waitFor();
    await tab.screenshot(`scan-unknown-${locale}`);
    // bars of a delivery that has several boxes
    await tab.app.getByRole('button', { name: texts.moreBoxes({ name: deliveries[2]?.name ?? '' }) }).click();
    await tab.app
      .getByText(/^0\/[23]$/)
      .first()
      .waitFor();
    await tab.app.getByRole('textbox', { name: texts.field }).fill(numberAt(2));
    await tab.app.getByRole('textbox', { name: texts.field }).press('Enter');
    await tab.app.getByText(texts.which).waitFor();
    await tab.screenshot(`scan-which-${locale}`);
    expect(await accessibilityFaults(tab.app)).toEqual([]);
    await tab.open(`/app/warehouse/print?document=labels&deliveries=${deliveries[2]?.deliveryId}`);
    await tab.app.getByText(textsIn(locale).warehouse.print.packages).waitFor();
    await tab.screenshot(`warehouse-labels-${locale}`);
  });
});

it('a list that is longer than a document is scanned as a whole, and printed in parts', async () => {
  const count = BOUNDS.printedDeliveries + 2;
  // skipped, so that no order is read: the documents name them
  const rows = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    shopDomain: SHOP,
    fulfillmentId: `gid://shopify/Fulfillment/99${index}`,
    fulfillmentName: `#L${index}.1`,
    orderId: `gid://shopify/Order/99${index}`,
    orderNumber: `long-list-${index}`,
    phase: 'skipped',
    pickup: '303',
    handedOverAt: new Date(world.clock.now().getTime() + index),
  }));
  await world.database.delivery.createMany({ data: rows });
  onTestFinished(async () => {
    await world.database.delivery.deleteMany({ where: { pickup: '303' } });
  });
  const { app, open: openPage, screenshot } = await openTab();
  const preview = app.frameLocator('iframe[title="Preview of the document"]');
  await openPage('/app/warehouse?step=scan&waiting&pickup=303');
  await app.getByText(`0 of ${count} boxes`).waitFor();
  const field = app.getByRole('textbox', { name: 'Operator no.' });
  await field.fill(`long-list-${count - 1}`);
  await field.press('Enter');
  await app.locator('[data-scan="good"]').waitFor();
  await app.getByText(`${count - 1 - 100} more deliveries`).waitFor();
  await screenshot('scan-long-list');

  await openPage('/app/warehouse/print?document=sheet&waiting&pickup=303');
  await app.getByText('The other deliveries are in the next part.').waitFor();
  await screenshot('warehouse-parts');
  expect(await accessibilityFaults(app)).toEqual([]);
  await app.getByRole('link', { name: 'Show next part' }).click();
  await preview.getByText(`#L${count - 1}.1`).waitFor();
  expect(await app.getByRole('link', { name: 'Show next part' }).count()).toBe(0);
});
