import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BrowserWorld } from '../set-up/browser/browser-world.ts';
import { LOCALES, startPicturedWorld, walk, wordsOf } from './pictures/walk.ts';
import { readWords } from './pictures/words.ts';

let world: BrowserWorld;

beforeAll(async () => {
  world = await startPicturedWorld();
});

afterAll(() => world.stop());

it.each(LOCALES)(
  'the pictures of the README and the guide show the words of today, in %s; else: npm run screenshots',
  async (locale) => {
    const words: Record<string, string> = {};
    await walk(world, locale, async (motif) => {
      words[motif.name] = (await wordsOf(motif, locale)).join(' ');
    });
    expect(words).toEqual(readWords(locale));
  },
);
