import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import type { Locale } from '../../../app/texts/locale.ts';
import type { BrowserWorld } from '../../set-up/browser/browser-world.ts';
import { LOCALES, startPicturedWorld, walk, wordsOf, type Motif } from './walk.ts';
import { keepWords } from './words.ts';

/**
 * `npm run screenshots`: the pictures of the README, in `docs/pictures`, and of the merchants' guide, in `docs/guide`. A
 * run that was interrupted is continued with the languages that it had not finished.
 */

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** A file for each language that is finished, until all are. */
const FINISHED = path.join(ROOT, 'screenshots/finished');
const QUALITY = 0.82;

let world: BrowserWorld;

beforeAll(async () => {
  await mkdir(FINISHED, { recursive: true });
  world = await startPicturedWorld();
});

afterAll(async () => {
  await world.stop();
  if (LOCALES.every(isFinished)) await rm(FINISHED, { recursive: true });
});

const isFinished = (locale: Locale) => existsSync(path.join(FINISHED, locale));

it.each(LOCALES.filter((locale) => !isFinished(locale)))('are taken in %s', async (locale) => {
  const words = new Map<string, string[]>();
  await walk(world, locale, async (motif) => {
    words.set(motif.name, await wordsOf(motif, locale));
    await take(motif, locale);
  });
  keepWords(locale, words);
  await writeFile(path.join(FINISHED, locale), '');
});

/** As WebP, which is half as large as PNG. */
async function take({ name, of, tallest }: Motif, locale: Locale): Promise<void> {
  const [room, file] = name.split('/');
  const folder = path.join(ROOT, room === 'guide' ? `docs/guide/${locale}/pictures` : 'docs/pictures');
  await of.scrollIntoViewIfNeeded();
  const png = await of.screenshot({ animations: 'disabled', caret: 'hide' });
  const painter = await world.browser.newPage();
  const webp = await painter.evaluate(
    async ({ source, height, quality }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = Math.min(image.naturalHeight, height);
      const context = canvas.getContext('2d', { alpha: false });
      context?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, height: tallest, quality: QUALITY },
  );
  await painter.close();
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${file}.webp`), Buffer.from(webp.split(',')[1] ?? '', 'base64'));
}
