import { describe, expect, it } from 'vitest';
import { printCountdown } from '../use-server-time.ts';
import { createWords } from '../words.ts';

const words = createWords<'locale'>(
  {
    translate: () => 'es',
    formatDate: (date, { inExtensionLocale, ...options } = {}) =>
      `${inExtensionLocale} ${new Intl.DateTimeFormat('es', options).format(date)}`,
  },
  'locale',
);

describe('words', () => {
  it.each([
    [0, 'ahora'],
    [-5_000, 'ahora'],
    [59_000, 'hace 59 segundos'],
    [125_000, 'hace 2 minutos'],
    [7_300_000, 'hace 2 horas'],
    [90_000_000, 'ayer'],
  ])('tell how long ago %d milliseconds are, in the language of the texts', (milliseconds, text) => {
    expect(words.ago(milliseconds)).toBe(text);
  });

  it('print a day of the calendar, whatever the zone, and a moment in the shop’s', () => {
    expect(words.day('2026-11-23')).toMatch(/^true lun, 23 nov/);
    expect(words.moment(Date.UTC(2026, 10, 23, 2, 30), 'America/Lima')).toMatch(/^true 22 nov.*21:30/);
  });
});

it.each([
  [-1, '0:00'],
  [1, '0:01'],
  [60_000, '1:00'],
  [245_000, '4:05'],
  [3_600_000, '1:00:00'],
])('a countdown of %d milliseconds', (left, text) => {
  expect(printCountdown(left)).toBe(text);
});
