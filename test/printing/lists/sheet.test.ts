import { describe, expect, it } from 'vitest';
import { notPrintedPart, sheetOf, type SheetEntry, type SheetReader } from '../../../app/printing/lists/sheet.ts';
import { pickListOf, sumPicks } from '../../../app/printing/lists/pick-list.ts';
import type { PrintedDelivery } from '../../../app/printing/printed-delivery.ts';
import { aPickedLine, aPrintedDelivery } from '../a-printed-delivery.ts';

const reader: SheetReader = {
  locale: 'en',
  shopName: 'Tienda Prueba',
  timeZone: 'America/Lima',
  printedAt: new Date('2026-11-23T14:05:00Z'),
  handedOverAt: null,
  day: '2026-11-23',
};
function entry(number: number, parts: Partial<PrintedDelivery> = {}, rest: Partial<SheetEntry> = {}): SheetEntry {
  const delivery = aPrintedDelivery({ id: `id-${number}`, orderNumber: `T-${number}`, name: `#${number}`, ...parts });
  return { delivery, changedSince: null, isCollected: false, scanned: null, ...rest };
}

const images = 'https://cdn.example';
const sheet = (entries: readonly SheetEntry[], change: Partial<SheetReader> = {}) =>
  sheetOf({ identity: '118', name: 'Almacén Surquillo' }, entries, { ...reader, ...change }).html;
const rowOf = (html: string, number: number) =>
  new RegExp(`<tr data-delivery="id-${number}">.*?</tr>`, 's').exec(html)?.[0];
const captions = (html: string) =>
  Array.from(html.matchAll(/<caption>([^<]*)</g), ([, caption = '']) => caption.trim());

describe('the sheet that the courier signs', () => {
  it('lists the deliveries by service, the urgent ones first, with their boxes', () => {
    const html = sheet([entry(1, { service: 'Nextday' }), entry(2, { boxes: 2 }), entry(3, { service: null })]);
    expect(captions(html)).toEqual(['Same day · 2 boxes', 'Next day · 1 box', 'Not sent yet · 1 box']);
    expect(html).toContain('3 deliveries · 4 boxes');
    expect(rowOf(html, 2)).toMatch(/T-2.*#2.*Miraflores.*>2</s);
    for (const text of ['Almacén Surquillo · Branch 118', 'Promised for Mon, Nov 23', 'Printed Nov 23, 2026, 9:05']) {
      expect(html).toContain(text);
    }
    for (const field of ['Boxes handed to the courier', 'Courier: signature', 'Store: signature']) {
      expect(html).toContain(field);
    }
  });

  it('does not name the buyer', () => {
    const html = sheet([entry(1)]);
    for (const text of ['Ñahui', 'Ñandúes', '987', 'timbre']) expect(html).not.toContain(text);
  });

  it('sets cancelled deliveries apart, and counts them out', () => {
    const html = sheet([entry(1), entry(2, { isCancelled: true })]);
    expect(html).toContain('1 delivery · 1 box');
    const [before = '', after = ''] = html.split('Do not hand this over');
    expect(before).toContain('T-1');
    expect(after).toContain('T-2');
    expect(after).toContain('class="struck"');
    const two = [entry(2, { isCancelled: true }), entry(3, { isCancelled: true })];
    expect(sheet(two)).toContain('Canceled: Do not hand these over');
    expect(sheet(two, { locale: 'es' })).toContain('Canceladas: No las entregue al repartidor');
  });

  it('marks an order that has changed since it was printed', () => {
    const changed = { changedSince: new Date('2026-11-23T12:00:00Z') };
    const html = sheet([entry(1, {}, changed), entry(2)]);
    expect(html.match(/The order has changed since it was printed on Nov 23, 2026, 7:00/g)).toHaveLength(1);
    expect(html.indexOf('The order has changed')).toBeGreaterThan(html.indexOf('T-1'));
  });

  it('lists what was collected separately', () => {
    const html = sheet([entry(1), entry(2, {}, { isCollected: true })]);
    expect(captions(html)).toEqual(['Same day · 1 box', 'Already collected, according to the operator']);
  });

  it('ends with what was scanned', () => {
    const html = sheet([
      entry(1, {}, { scanned: 1 }),
      entry(2, { boxes: 2 }, { scanned: 1 }),
      entry(3, {}, { scanned: 0 }),
      entry(4, { isCancelled: true }, { scanned: 0 }),
    ]);
    expect(html).toContain('Scanned: 2 of 4');
    expect(rowOf(html, 1)).toContain('✓');
    expect(rowOf(html, 2)).toContain('Missing 1/2');
    expect(rowOf(html, 3)).toContain('Missing');
    expect(rowOf(html, 4)).not.toContain('Missing');
  });

  it('says when nothing waits', () => {
    expect(sheet([])).toContain('Nothing is waiting for collection.');
  });
});

describe('the pick list', () => {
  const line = (sku: string | null, quantity: number, location = 'Almacén', name = `Producto ${sku}`) =>
    aPickedLine({ sku, quantity, location, name, product: name });

  it('sums by location and product over all orders, without cancelled ones', () => {
    const deliveries = [
      aPrintedDelivery({ name: '#1', lines: [line('TE-100', 2), line('TAZA', 1)] }),
      aPrintedDelivery({ name: '#2', lines: [line('TE-100', 3), line('TE-100', 1, 'Centro')] }),
      aPrintedDelivery({ name: '#3', lines: [line('TE-100', 100)], isCancelled: true }),
    ];
    expect(
      sumPicks(deliveries, 'es').map(({ location, sku, quantity, orders }) => [location, sku, quantity, orders]),
    ).toEqual([
      ['Almacén', 'TAZA', 1, ['#1 × 1']],
      ['Almacén', 'TE-100', 5, ['#1 × 2', '#2 × 3']],
      ['Centro', 'TE-100', 1, ['#2 × 1']],
    ]);
    const { html } = pickListOf(deliveries, { ...reader, images });
    expect(html).toContain('7 units · 2 deliveries');
    expect(html).toContain('#1\u00a0×\u00a02, #2\u00a0×\u00a03');
  });

  it('does not sum products that share a SKU, and says that they share it', () => {
    const lines = [
      line('TE-100', 2, 'Almacén', 'Té verde'),
      line('TE-100', 1, 'Almacén', 'Té negro'),
      line('TE-100', 4, 'Centro', 'Té negro'),
    ];
    const deliveries = [
      aPrintedDelivery({ lines }),
      aPrintedDelivery({ lines: [line('TE-100', 3, 'Almacén', 'Té verde')] }),
    ];
    const sums = sumPicks(deliveries, 'en').map(({ location, name, quantity }) => [location, name, quantity]);
    expect(sums).toEqual([
      ['Almacén', 'Té negro', 1],
      ['Almacén', 'Té verde', 5],
      ['Centro', 'Té negro', 4],
    ]);
    const shared = /TE-100<span class="sub">Several products share this SKU<\/span>/g;
    const listOf = (given: typeof deliveries) => pickListOf(given, { ...reader, images }).html;
    expect(listOf(deliveries).match(shared)).toHaveLength(2);
    expect(listOf([aPrintedDelivery({ lines: [line('TE-100', 2)] })])).not.toMatch(shared);
  });

  it('tells products without a SKU apart by their names', () => {
    const lines = [
      line(null, 1, 'Almacén', 'Taza'),
      line(null, 2, 'Almacén', 'Miel'),
      line(null, 4, 'Almacén', 'Taza'),
    ];
    const sums = sumPicks([aPrintedDelivery({ lines })], 'en').map(({ name, quantity }) => [name, quantity]);
    expect(sums).toEqual([
      ['Miel', 2],
      ['Taza', 5],
    ]);
  });

  it('names the variant, and shows its image if it is Shopify’s', () => {
    const of = (variant: string, image: string | null) =>
      aPickedLine({ product: 'Polo', variant, name: `Polo - ${variant}`, image });
    const [blue, red, grey] = [
      of('Azul', `${images}/azul.png?v=1&width=160`),
      of('Rojo', 'https://elsewhere.example/rojo.png'),
      of('Gris', null),
    ];
    const { html } = pickListOf([aPrintedDelivery({ lines: [blue, red, grey] })], { ...reader, images });
    expect(html.match(/<img [^>]*>/g)).toEqual([`<img src="${images}/azul.png?v=1&#38;width=160" alt="">`]);
    for (const variant of ['Azul', 'Rojo', 'Gris']) expect(html).toContain(`<b class="sub" dir="auto">${variant}</b>`);
  });

  it('does not sum variants that only their images tell apart', () => {
    const lines = [aPickedLine({ image: `${images}/1.png` }), aPickedLine({ image: `${images}/2.png` })];
    expect(sumPicks([aPrintedDelivery({ lines })], 'en')).toHaveLength(2);
  });
});

describe('a delivery that could not be printed', () => {
  it('is named with the reason', () => {
    const part = notPrintedPart(
      [
        { name: '#1', reason: 'not-read' },
        { name: '#2', reason: 'skipped' },
        { name: '#3', reason: 'not-read' },
      ],
      'en',
    );
    expect(part?.html).toMatch(/Your rules exclude: <b dir="auto">#2<\/b>.*Print again: <b dir="auto">#1, #3<\/b>/s);
    expect(notPrintedPart([], 'en')).toBeNull();
  });
});
