import type { PromiseView } from '../../app/extension-api/extension-answers.ts';
import type { Words } from './words.ts';

/** The delivery service, and what day and between what times it was promised. */
export function promiseText({ service, date, windowStart, windowEnd }: PromiseView, words: Words<'locale'>): string {
  const window = windowStart && windowEnd ? `, ${windowStart}–${windowEnd}` : '';
  return `${service} · ${words.day(date)}${window}`;
}
