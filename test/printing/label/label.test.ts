import { describe, expect, it } from 'vitest';
import { loadBarcodes } from '../../../app/printing/label/barcode.ts';
import { policyOf, writeDocument, type Markup } from '../../../app/printing/document.ts';
import type { PaperName } from '../../../app/printing/format.ts';
import { labelPages, labelsOf } from '../../../app/printing/label/label.ts';
import { labelStyle } from '../../../app/printing/label/label-layout.ts';
import type { PrintedDelivery } from '../../../app/printing/printed-delivery.ts';
import { LOCALES } from '../../../app/texts/locale.ts';
import { aPickedLine, aPrintedDelivery } from '../a-printed-delivery.ts';

const reader = {
  locale: 'en' as const,
  format: '100x150' as const,
  shopName: 'Tienda Prueba',
  drawBarcodes: await loadBarcodes(),
};

const htmlOf = (parts: Partial<PrintedDelivery>, change: Partial<typeof reader> = {}) =>
  labelsOf(aPrintedDelivery(parts), { ...reader, ...change }).map(({ html }) => html);
const labelOf = (parts: Partial<PrintedDelivery> = {}) => htmlOf(parts).join('');
/** What stands in an element of a class. */
const textOf = (html: string, name: string) => new RegExp(`class="${name}[^"]*"[^>]*>([^<]*)<`).exec(html)?.[1];

describe('a label', () => {
  it('says everything that the courier needs', () => {
    const html = labelOf();
    for (const text of [
      'Tienda Prueba',
      'From Almacén Surquillo · Branch 118',
      'Same day',
      'Mon, Nov 23',
      '14:00–18:00',
    ]) {
      expect(html).toContain(text);
    }
    expect(textOf(html, 'district')).toBe('Miraflores');
    expect(textOf(html, 'recipient')).toBe('María-José Ñahui Quispe');
    for (const line of ['Calle Los Ñandúes 345', 'dpto 402, timbre 4', '15074 Lima']) expect(html).toContain(line);
    expect(html).toContain('+51 987 654 321');
    expect(textOf(html, 'notes')).toBe('Tocar el timbre dos veces');
    expect(textOf(html, 'number')).toBe('tienda-prueba-1001.1');
    expect(textOf(html, 'order')).toBe('#1001.1');
    expect(html.match(/<svg/g)).toHaveLength(2);
  });

  const picked = (...lines: readonly (readonly [name: string, quantity: number])[]) =>
    lines.map(([name, quantity]) => aPickedLine({ name, quantity }));

  it.each([
    ['a poncho and two hats in one box', picked(['Poncho', 1], ['Hat', 2]), 1, ['1 × Poncho · 2 × Hat']],
    ['two ponchos in two boxes', picked(['Poncho', 2]), 2, ['1 × Poncho', '1 × Poncho']],
    ['three items in two boxes', picked(['Poncho', 1], ['Hat', 2]), 2, Array(2).fill('1 × Poncho · 2 × Hat')],
    ['each item in its box', picked(['Poncho', 1], ['Hat', 2]), 3, ['1 × Poncho', '1 × Hat', '1 × Hat']],
  ])('is one for each box, and says what is in it: %s', (_, lines, boxes, contents) => {
    const labels = htmlOf({ lines, boxes });
    expect(labels.map((html) => textOf(html, 'count'))).toEqual(
      Array.from({ length: boxes }, (__, index) => `${index + 1} of ${boxes}`),
    );
    expect(labels.map((html) => textOf(html, 'contents'))).toEqual(contents);
  });

  it.each([
    ['en', 'Canceled', 'Do not hand this over'],
    ['es', 'Cancelada', 'No la entregue al repartidor'],
    ['pt', 'Cancelada', 'Não entregue ao entregador'],
  ] as const)('says that the delivery is cancelled, in %s', (locale, cancelled, what) => {
    const [html = ''] = labelsOf(aPrintedDelivery({ isCancelled: true }), { ...reader, locale }).map(
      (each) => each.html,
    );
    expect(html).toContain(`<strong>${cancelled}</strong>${what}`);
    expect(labelOf()).not.toContain('Do not hand this over');
  });

  it('says that a delivery was not sent to the operator yet', () => {
    const html = labelOf({ service: null, promisedDate: null });
    expect(textOf(html, 'service none')).toBe('Not sent yet');
    expect(html).not.toContain('class="day"');
  });

  it('escapes whatever somebody wrote', () => {
    const bad = `"><script>alert('x')</script>&`;
    const html = htmlOf(
      {
        orderNumber: 'a-1',
        name: bad,
        recipient: bad,
        address: [bad],
        district: bad,
        phone: bad,
        notes: bad,
        pickup: { identity: bad, name: bad },
        lines: [aPickedLine({ name: bad, sku: bad, location: bad })],
      },
      { shopName: bad },
    ).join('');
    expect(html).not.toMatch(/<script|alert\('/);
    expect(html.match(/&#60;script&#62;/g)?.length).toBeGreaterThanOrEqual(8);
  });

  it('has each text in its own direction, and leaves no text without one', () => {
    const html = labelOf({
      recipient: 'محمد الأنصاري',
      district: 'العليا',
      address: ['شارع الملك فهد 123'],
      name: '山田',
    });
    for (const name of ['recipient', 'district', 'order', 'notes']) {
      expect(html).toMatch(new RegExp(`class="${name}[^"]*" dir="auto"`));
    }
    expect(html).toContain('<p dir="auto">شارع الملك فهد 123</p>');
    expect(html).toContain('<bdi>+51 987 654 321</bdi>');
  });

  it('cuts only the notes, however long the texts are', () => {
    const recipient = 'Maximiliano Wolfeschlegelsteinhausenbergerdorff de la Santísima Trinidad y Ñuñez';
    const address = ['Edificio Las Magnolias, Torre B, piso 17', `Avenida ${'Libertador '.repeat(15)}12345`];
    const html = labelOf({ recipient, address, notes: 'Dejar con el portero. '.repeat(60) });
    expect(textOf(html, 'recipient')).toBe(recipient);
    for (const line of address) expect(html).toContain(line);
    expect(textOf(html, 'notes')).toMatch(/^Dejar con el portero.*…$/);
  });

  it('fills the free height with names and addresses, and shows notes whole where there is room', () => {
    const short = { recipient: 'Ana Ruiz', address: ['Sol 1'], phone: null, notes: null };
    expect(labelOf(short)).toContain('class="to size0"');
    const notes = 'Dejar con el portero. '.repeat(12).trim();
    expect(textOf(labelOf({ ...short, notes }), 'notes')).toBe(notes);
  });

  it('uses smaller letters for more text, and for wide characters', () => {
    const sizeOf = (parts: Partial<PrintedDelivery>) => Number(/class="to size(\d+)"/.exec(labelOf(parts))?.[1]);
    const short = sizeOf({ notes: null });
    expect(short).toBeLessThan(5);
    expect(sizeOf({ address: ['Avenida '.repeat(30)] })).toBeGreaterThan(short);
    expect(sizeOf({ address: ['京'.repeat(120)] })).toBeGreaterThan(sizeOf({ address: ['a'.repeat(120)] }));
  });

  it('stands beside its bars where the number is long', () => {
    const html = labelOf({ orderNumber: 'mi-tienda-de-ropa-para-ninos-1001.1' });
    expect(html).toContain('class="label upright"');
    expect(html).toContain('class="side"');
    expect(labelOf({ orderNumber: 'ñandú-1' })).toContain('Scan the QR code');
  });
});

describe('the document of labels', () => {
  async function write(format: PaperName, labels: readonly Markup[]): Promise<string> {
    const each = async function* () {
      yield* labels;
    };
    const head = { title: 'Labels', locale: 'en' as const, format, style: labelStyle(format) };
    let text = '';
    for await (const part of writeDocument(head, labelPages(each(), format))) text += part;
    return text;
  }

  it.each([
    ['100x150', 'size:100mm 150mm', 5],
    ['a4', 'size:210mm 297mm', 2],
    ['letter', 'size:215.9mm 279.4mm', 2],
  ] as const)('on %s has its size and as few pages as possible', async (format, size, pages) => {
    const text = await write(format, Array.from({ length: 5 }, () => labelsOf(aPrintedDelivery(), reader)).flat());
    expect(text).toContain(size);
    expect(text.match(/<div class="page">/g)).toHaveLength(pages);
    expect(text.match(/<section class="label/g)).toHaveLength(5);
  });

  it.each(LOCALES)('has no scripts and loads nothing, in %s', async (locale) => {
    const text = await write('a4', labelsOf(aPrintedDelivery(), { ...reader, locale }));
    expect(text).not.toMatch(/<script|\son\w+=|src=|href=|url\(|style="/i);
    expect(text).toContain('default-src &#39;none&#39;; style-src &#39;sha256-');
  });

  it('allows no style but its own', () => {
    const own = policyOf({ format: 'a4', style: labelStyle('a4') });
    expect(own).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+=*'; base-uri 'none'; form-action 'none'$/);
    expect(own).not.toBe(policyOf({ format: 'a4', style: `${labelStyle('a4')}a{}` }));
  });
});
