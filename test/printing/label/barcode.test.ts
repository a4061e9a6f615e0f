import { describe, expect, it } from 'vitest';
import { loadBarcodes } from '../../../app/printing/label/barcode.ts';

const drawBarcodes = await loadBarcodes();
const draw = (orderNumber: string) => drawBarcodes(orderNumber, { scale: 1 });

/** The width and the height of a drawing in millimetres, as it says itself. */
function sizeOf(svg: string): [number, number] {
  const [, width = '', height = ''] = /width="([\d.]+)mm" height="([\d.]+)mm"/.exec(svg) ?? [];
  return [Number(width), Number(height)];
}

const modulesAcross = (svg: string) => Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
const DOT = 25.4 / 203;

describe('the bars of an order number', () => {
  it.each([
    ['A1', false],
    ['tienda-prueba-1001.1', false],
    ['una-tienda-de-veras-12345.12', false],
    ['mi-tienda-de-ropa-para-ninos-1001.1', true],
  ])('of %s have at least two dots for a module, and room on every label', (orderNumber, isUpright) => {
    const { code128 } = draw(orderNumber);
    const svg = code128?.drawing.html ?? '';
    const [length, thickness] = isUpright ? sizeOf(svg).reverse() : sizeOf(svg);
    const modules = isUpright ? Number(/viewBox="0 0 1 (\d+)"/.exec(svg)?.[1]) : modulesAcross(svg);
    expect(code128?.isUpright).toBe(isUpright);
    expect((length ?? 0) / modules / DOT).toBeGreaterThan(1.999);
    expect(length).toBeLessThanOrEqual(isUpright ? 131.7 : 92);
    expect(thickness).toBe(15);
  });

  it('are whole dots of a label printer where there is room for three', () => {
    const svg = draw('1001.1').code128?.drawing.html ?? '';
    const dots = sizeOf(svg)[0] / modulesAcross(svg) / DOT;
    expect(dots).toBeCloseTo(4, 2);
  });

  it.each(['ñandú-1001.1', '東京-1001', 'x'.repeat(100)])(
    'are left out for %s, which has the QR code alone',
    (orderNumber) => {
      const { code128, qr } = draw(orderNumber);
      expect(code128).toBeNull();
      expect(qr(1).html).toContain('<path');
      expect(qr(2).html).toBe(qr(1).html);
    },
  );
});

it('the QR code has modules of whole dots, and stays within its place', () => {
  for (const orderNumber of ['1', 'tienda-prueba-1001.1', 'x'.repeat(100)]) {
    const { html } = draw(orderNumber).qr(2);
    const [width, height] = sizeOf(html);
    const dots = width / modulesAcross(html) / DOT;
    expect(width).toBe(height);
    expect(width).toBeLessThanOrEqual(28.5);
    expect(dots).toBeCloseTo(Math.round(dots), 2);
    expect(dots).toBeGreaterThanOrEqual(3);
  }
});
