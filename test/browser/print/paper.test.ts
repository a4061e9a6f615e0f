import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { PAPERS, PRINT_FORMATS } from '../../../app/printing/format.ts';
import { LOCALES } from '../../../app/texts/locale.ts';
import { readWholeDatabase } from '../../set-up/database/database-text.ts';
import { MARKED, SHOP } from '../../set-up/world/demo-order.ts';
import { STILL_TIMELINE, startBrowserWorld, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import type { Program } from '../../set-up/world/program.ts';
import { documentOf, handOverOrders, numberOf, type HandedOver } from './handed-over-orders.ts';
import { decode, keepPicture, printPages } from './printed-pages.ts';

let world: BrowserWorld;
let program: Program;
let deliveries: readonly HandedOver[];

beforeAll(async () => {
  world = await startBrowserWorld({ timeline: STILL_TIMELINE });
  program = await world.start();
  await world.setUpShop(program);
  deliveries = await handOverOrders(world);
});

afterAll(() => world.stop());

const selected = () => `deliveries=${deliveries.map(({ deliveryId }) => deliveryId).join(',')}`;
const COMBINATIONS = LOCALES.flatMap((locale) => PRINT_FORMATS.map((format) => [format, locale] as const));

it.each(COMBINATIONS)(
  'labels on %s in %s are true to the millimetre, and their codes say the number',
  async (format, locale) => {
    const html = await documentOf(world, program, `labels?${selected()}&format=${format}&locale=${locale}`);
    const { width, height, labelsAcross, labelsDown } = PAPERS[format];
    const boxes = deliveries.flatMap((delivery, index) =>
      Array.from({ length: index === 0 ? 3 : 1 }, (_, box) => [numberOf(delivery), box + 1] as const),
    );
    const labels = boxes.map(([number]) => number);
    for (const scale of [1, 0.9]) {
      const { sizes, pictures } = await printPages(world.browser, html, { scale });
      if (scale === 1) {
        await keepPicture(`print-labels-${format}-${locale}`, pictures[0]);
        await keepPicture(`print-labels-${format}-${locale}-last`, pictures.at(-1));
        expect(sizes).toHaveLength(Math.ceil(labels.length / (labelsAcross * labelsDown)));
        for (const [printedWidth, printedHeight] of sizes) {
          expect(Math.abs(printedWidth - width)).toBeLessThan(0.5);
          expect(Math.abs(printedHeight - height)).toBeLessThan(0.5);
        }
      }
      expect(await decode(pictures), `scaled by ${scale}`).toEqual({
        qr: boxes.map(([number, box]) => `${number}/${box}`).sort(),
        code128: labels.toSorted(),
      });
    }
  },
);

const OF_OFFICES = LOCALES.flatMap((locale) => [['a4', 'PEN', locale] as const, ['letter', 'MXN', locale] as const]);

it.each(OF_OFFICES)('lists on %s, where one pays in %s, fill its pages in %s', async (format, currency, locale) => {
  const { width, height } = PAPERS[format];
  const before = await world.database.shop.findUniqueOrThrow({ where: { domain: SHOP } });
  onTestFinished(async () => {
    await world.database.shop.update({ where: { domain: SHOP }, data: { currency: before.currency } });
  });
  await world.database.shop.update({ where: { domain: SHOP }, data: { currency } });
  for (const document of ['sheet', 'pick-list']) {
    const html = await documentOf(world, program, `${document}?${selected()}&locale=${locale}`);
    const { sizes, pictures } = await printPages(world.browser, html, { scale: 1 });
    await keepPicture(`print-${document}-${format}-${locale}`, pictures[0]);
    expect(sizes.length).toBeGreaterThan(0);
    for (const [printedWidth, printedHeight] of sizes) {
      expect(Math.abs(printedWidth - width)).toBeLessThan(0.5);
      expect(Math.abs(printedHeight - height)).toBeLessThan(0.5);
    }
  }
});

it('every text of a label is inside it, whatever is written on it', async () => {
  const page = await world.openPage();
  for (const format of PRINT_FORMATS) {
    await page.setContent(await documentOf(world, program, `labels?${selected()}&format=${format}&locale=es`));
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('.to, .district, .face, .promise, .cancelled')].flatMap((part) =>
        part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1 ? [part.outerHTML] : [],
      ),
    );
    expect(cut, format).toEqual([]);
  }
});

it('nothing of the buyer is in the database and the log after all that', async () => {
  const rows = await readWholeDatabase(world.database);
  for (const mark of MARKED) {
    for (const lines of [rows, program.lines]) expect(lines.filter((line) => mark.test(line))).toEqual([]);
  }
});
