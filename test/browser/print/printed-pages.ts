import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { PATIENCE_MS } from '../../set-up/browser/embedded-app.ts';

const run = promisify(execFile);
const SCREENSHOTS = path.resolve(import.meta.dirname, '../../../screenshots');
/** Of most label printers. */
const DOTS_PER_INCH = 203;
const MM_PER_POINT = 25.4 / 72;

export interface PrintedPages {
  /** Width and height of each page in millimetres. */
  readonly sizes: readonly (readonly [width: number, height: number])[];
  /** Each page as a label printer puts it on paper, as a PNG. */
  readonly pictures: readonly Uint8Array[];
}

/** Prints a document as Chromium's print dialog does, on the paper that it asks for. */
export async function printPages(browser: Browser, html: string, { scale }: { scale: number }): Promise<PrintedPages> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handoff-print-'));
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  try {
    await page.setContent(html);
    const pdf = path.join(folder, 'document.pdf');
    // what is black must be black without the box "background graphics"
    await page.pdf({ path: pdf, preferCSSPageSize: true, printBackground: false, scale });
    const { stdout } = await run('pdfinfo', ['-l', '-1', pdf]);
    const sizes = Array.from(
      stdout.matchAll(/^Page +\d+ size: +([\d.]+) x ([\d.]+)/gm),
      ([, width, height]) => [Number(width) * MM_PER_POINT, Number(height) * MM_PER_POINT] as const,
    );
    await run('pdftoppm', ['-r', String(DOTS_PER_INCH), '-gray', '-png', pdf, path.join(folder, 'page')]);
    const files = (await readdir(folder)).filter((file) => file.endsWith('.png')).sort();
    const pictures = await Promise.all(files.map((file) => readFile(path.join(folder, file))));
    return { sizes, pictures: pictures.map((picture) => new Uint8Array(picture)) };
  } finally {
    await page.close();
    await rm(folder, { recursive: true });
  }
}

/** Kept in `screenshots/`, for people to look at. */
export async function keepPicture(name: string, picture: Uint8Array | undefined): Promise<void> {
  if (!picture) throw new Error(`there is no page ${name}`);
  await mkdir(SCREENSHOTS, { recursive: true });
  await writeFile(path.join(SCREENSHOTS, `${name}.png`), picture);
}

export interface Decoded {
  readonly qr: readonly string[];
  readonly code128: readonly string[];
}

const WASM = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
let isReady: Promise<unknown> | null = null;

/** What a decoder reads in pictures of pages, sorted. */
export async function decode(pictures: readonly Uint8Array[]): Promise<Decoded> {
  isReady ??= readFile(WASM).then((wasm) =>
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true }),
  );
  await isReady;
  const found = await Promise.all(
    pictures.map((picture) =>
      readBarcodes(picture, { formats: ['QRCode', 'Code128'], tryHarder: true, maxNumberOfSymbols: 50 }),
    ),
  );
  const textsOf = (format: string) =>
    found
      .flat()
      .filter((each) => each.format === format)
      .map(({ text }) => text)
      .sort();
  return { qr: textsOf('QRCode'), code128: textsOf('Code128') };
}
