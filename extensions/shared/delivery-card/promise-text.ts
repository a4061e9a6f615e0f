import type { PromiseView } from '../../../app/extension-api/extension-answers.ts';
import type { Words } from '../words.ts';

/** The delivery service, with the promised day and window. */
export function promiseText({ service, date, windowStart, windowEnd }: PromiseView, words: Words<'locale'>): string {
  const window = windowStart && windowEnd ? `, ${windowStart}–${windowEnd}` : '';
  return `${service} · ${words.day(date)}${window}`;
}
