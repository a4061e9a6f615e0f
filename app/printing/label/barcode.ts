import { boxCode, LABEL_ROOM, type Paper } from '../format.ts';
import { Markup } from '../document.ts';

/** One dot of a label printer with 203 dots per inch, in millimetres. */
const DOT = 25.4 / 203;
/** Thinner bars than two dots do not survive printing. */
const LEAST_DOTS = 2;
const DOT_LIMIT = 4;
/** Between these, half a dot more is worth more than bars of whole dots. */
const BROKEN_DOTS = { from: 2.5, to: 3 } as const;
const BAR_HEIGHT = 15;
const QR_SIZE = 28.5;

/**
 * The codes of a delivery's labels. The bars say exactly the order number, which the operator reads. The QR code says the
 * box too, as in `shop-1001.1/2`, unless there are no bars: then it is what the operator reads.
 */
export interface Barcodes {
  /** @param box counts from 1 */
  readonly qr: (box: number) => Markup;
  /** Null for a number that Code 128 cannot express, or that has no room. */
  readonly code128: { readonly drawing: Markup; readonly isUpright: boolean } | null;
}

interface Library {
  /** Throws for a text that the symbology cannot express. */
  readonly raw: (options: { bcid: string; text: string; eclevel?: string }) => readonly object[];
}

/** Draws the codes for an order number. */
export type DrawBarcodes = (orderNumber: string, paper: Pick<Paper, 'scale'>) => Barcodes;

/** The library is large, so it is loaded when something is printed first. */
export async function loadBarcodes(): Promise<DrawBarcodes> {
  const { default: library } = await import('bwip-js/generic');
  return (orderNumber, { scale }) => {
    const code128 = drawCode128(library, orderNumber, scale);
    return { qr: (box) => drawQr(library, code128 ? boxCode(orderNumber, box) : orderNumber, scale), code128 };
  };
}

/** QR code, error correction M, in modules of whole dots once it is made smaller. */
function drawQr(library: Library, text: string, scale: number): Markup {
  const { pixs, pixx: size } = firstOf(library.raw({ bcid: 'qrcode', text, eclevel: 'M' }));
  let path = '';
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size;) {
      const start = x;
      while (x < size && pixs[y * size + x] === 1) x += 1;
      if (x > start) path += `M${start} ${y}h${x - start}v1h-${x - start}z`;
      else x += 1;
    }
  }
  const length = mm((size * Math.floor((QR_SIZE * scale) / size / DOT) * DOT) / scale);
  return svg({ name: 'qr', width: length, height: length, box: `0 0 ${size} ${size}`, path });
}

/** Code 128 as wide as the label allows. A long number stands upright at the side. */
function drawCode128(library: Library, text: string, scale: number): Barcodes['code128'] {
  if (!/^[\x20-\x7e]+$/.test(text)) return null;
  const { sbs: widths } = firstOf(library.raw({ bcid: 'code128', text }));
  const modules = widths.reduce((sum, width) => sum + width, 0);
  const across = dotsOfModule(LABEL_ROOM.width * scale, modules);
  const dots = across ?? dotsOfModule(LABEL_ROOM.height, modules);
  if (dots === null) return null;
  const isUpright = across === null;
  let at = 0;
  let path = '';
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) path += isUpright ? `M0 ${at}h1v${width}h-1z` : `M${at} 0h${width}v1h-${width}z`;
    at += width;
  }
  const [length, height] = [mm((modules * dots * DOT) / scale), mm(BAR_HEIGHT)];
  const drawing = isUpright
    ? svg({ name: 'code128', width: height, height: length, box: `0 0 1 ${modules}`, path })
    : svg({ name: 'code128', width: length, height, box: `0 0 ${modules} 1`, path });
  return { drawing, isUpright };
}

/** Dots for one module of a code that has `room` millimetres; null when they would be too few. */
function dotsOfModule(room: number, modules: number): number | null {
  const dots = Math.min(DOT_LIMIT, room / modules / DOT);
  if (dots < LEAST_DOTS) return null;
  return dots >= BROKEN_DOTS.from && dots < BROKEN_DOTS.to ? dots : Math.floor(dots);
}

function svg(given: { name: string; width: string; height: string; box: string; path: string }): Markup {
  const { name, width, height, box, path } = given;
  return new Markup(
    `<svg class="${name}" width="${width}" height="${height}" viewBox="${box}" preserveAspectRatio="none" ` +
      `shape-rendering="crispEdges"><path d="${path}"/></svg>`,
  );
}

const mm = (length: number) => `${length.toFixed(3)}mm`;

/** What the library draws: a matrix of modules, or the widths of bars and spaces. Its types leave open which. */
interface Drawing {
  readonly pixs: readonly number[];
  readonly pixx: number;
  readonly sbs: readonly number[];
}

function firstOf([drawing]: readonly object[]): Drawing {
  if (!drawing) throw new Error('the barcode library returned an empty picture');
  return drawing as Drawing;
}
