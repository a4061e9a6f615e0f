import type texts from '../locales/en.default.json';
import type { TextKey, Words } from '../../shared/words.ts';

export type BlockWords = Words<TextKey<typeof texts>>;
