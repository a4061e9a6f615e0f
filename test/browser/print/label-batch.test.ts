import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeDocument } from '../../../app/printing/document.ts';
import { PAPER_NAMES, type PaperName } from '../../../app/printing/format.ts';
import { loadBarcodes } from '../../../app/printing/label/barcode.ts';
import { labelPages, labelsOf } from '../../../app/printing/label/label.ts';
import { labelStyle } from '../../../app/printing/label/label-layout.ts';
import type { PrintedDelivery } from '../../../app/printing/printed-delivery.ts';
import { LOCALES, type Locale } from '../../../app/texts/locale.ts';
import { aPrintedDelivery } from '../../printing/a-printed-delivery.ts';
import { launchBrowser } from '../../set-up/browser/embedded-app.ts';
import { decode, keepPicture, printPages } from './printed-pages.ts';

/** Labels of many deliveries, and of the longest and the shortest addresses, on every paper. */

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

async function documentOf(deliveries: readonly PrintedDelivery[], format: PaperName, locale: Locale) {
  const reader = { locale, format, shopName: 'Tienda Prueba', drawBarcodes: await loadBarcodes() };
  async function* labels() {
    for (const delivery of deliveries) yield* labelsOf(delivery, reader);
  }
  const head = { title: 'Labels', locale, format, style: labelStyle(format) };
  let html = '';
  for await (const part of writeDocument(head, labelPages(labels(), format))) html += part;
  return html;
}

it('every code of a batch of 500 labels is read from the printed picture, and no two boxes have the same', async () => {
  const deliveries = Array.from({ length: 250 }, (_, index) =>
    aPrintedDelivery({ orderNumber: `tienda-prueba-${1000 + index}.1`, boxes: 1 + (index % 3) }),
  );
  const boxes = deliveries.flatMap(({ orderNumber, boxes: count }) =>
    Array.from({ length: count }, (_, box) => `${orderNumber}/${box + 1}`),
  );
  expect(boxes.length).toBeGreaterThanOrEqual(499);
  const { pictures } = await printPages(browser, await documentOf(deliveries, 'a4', 'es'), { scale: 1 });
  const { qr, code128 } = await decode(pictures);
  expect(qr).toEqual(boxes.toSorted());
  expect(new Set(qr).size).toBe(boxes.length);
  expect(code128).toEqual(boxes.map((box) => box.split('/')[0]).sort());
});

const SHORTEST = aPrintedDelivery({
  recipient: 'Li',
  address: ['Jr. 5'],
  district: 'Ate',
  phone: null,
  notes: null,
  pickup: { identity: null, name: null },
});
const LONGEST = aPrintedDelivery({
  orderNumber: 'la-tienda-de-ropa-para-ninos-123456.12',
  recipient: 'Wolfeschlegelsteinhausenbergerdorff de la Santísima Trinidad y Ñuñez Maximiliano (Corporación Andina)',
  address: [
    'Avenida Libertador General Don José de San Martín 12345, interior 1701-B',
    'Condominio Los Jardines de la Alameda, torre 14, frente al parque',
    '15074 Lima',
  ],
  district: 'Nuestra Señora del Rosario de Santiago de los Caballeros',
  notes: 'Dejar con el portero si no hay nadie, y llamar antes de subir. '.repeat(8),
  windowStart: '14:00',
  windowEnd: '18:00',
});
const ARABIC = aPrintedDelivery({ recipient: 'محمد الأنصاري', address: ['شارع الملك فهد 123'], district: 'العليا' });

/** Where the folder of real bodies is there, the shortest and the longest address of it. */
function capturedAddresses(): PrintedDelivery[] {
  const folder = path.resolve(import.meta.dirname, '../../../../shared/payloads');
  if (!existsSync(folder)) {
    process.stdout.write('labels: the folder of captured bodies is not there; its addresses were not printed\n');
    return [];
  }
  const found: string[][] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('address1' in value) {
      const { name, address1, address2, zip, city } = value as Readonly<Record<string, unknown>>;
      const lines = [name, address1, address2, [zip, city].filter(Boolean).join(' ')];
      const written = lines.filter((line): line is string => typeof line === 'string' && line !== '');
      if (written.length > 1) found.push(written);
    }
    for (const part of Object.values(value)) visit(part);
  };
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  for (const file of files) visit(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
  const byLength = found.sort((a, b) => a.join('').length - b.join('').length);
  return [byLength.at(0), byLength.at(-1)].flatMap((lines) => {
    const [recipient = '', ...address] = lines ?? [];
    return lines ? [aPrintedDelivery({ recipient, address })] : [];
  });
}

it.each(PAPER_NAMES)(
  'the longest and the shortest address are whole on %s, and their codes are read',
  async (format) => {
    const captured = capturedAddresses();
    const deliveries = [SHORTEST, LONGEST, ARABIC, ...captured];
    const page = await browser.newPage();
    for (const locale of LOCALES) {
      const html = await documentOf(deliveries, format, locale);
      await page.setContent(html);
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('.to, .district, .face, .promise, .address, .recipient')].flatMap((part) =>
          part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1 ? [part.outerHTML] : [],
        ),
      );
      expect(cut).toEqual([]);
      const { pictures } = await printPages(browser, html, { scale: 1 });
      await keepPicture(`print-extremes-${format}-${locale}`, pictures[0]);
      await keepPicture(`print-extremes-${format}-${locale}-longest`, pictures[1] ?? pictures[0]);
      expect((await decode(pictures)).code128).toEqual(deliveries.map(({ orderNumber }) => orderNumber).sort());
      expect((await decode(pictures)).qr).toEqual(deliveries.map(({ orderNumber }) => `${orderNumber}/1`).sort());
    }
    await page.close();
  },
);
