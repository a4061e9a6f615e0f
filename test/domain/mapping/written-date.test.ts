import { expect, test } from 'vitest';
import { readWrittenDate } from '../../../app/domain/mapping/written-date.ts';

test.each([
  ['Friday, November 27, 2026', '2026-11-27'],
  ['Nov 27, 2026', '2026-11-27'],
  ['November 27th 2026', '2026-11-27'],
  ['Wed, 20 Dec 2023', '2023-12-20'],
  ['27 November 2026', '2026-11-27'],
  ['viernes, 27 de noviembre de 2026', '2026-11-27'],
  ['27 de setiembre del 2026', '2026-09-27'],
  ['mar. 27 ene. 2026', '2026-01-27'],
  ['sexta-feira, 27 de março de 2026', '2026-03-27'],
  ['5 dez 2026', '2026-12-05'],
  ['2026-11-27', '2026-11-27'],
  ['27/11/2026', '2026-11-27'],
])('%j is %s', (text, date) => expect(readWrittenDate(text)).toBe(date));

test.each([
  'November 31, 2026',
  '27 Novem 2026',
  'November 27',
  'Friday',
  '27 11 2026',
  'Nov 27, 26',
  'Nov 127, 2026',
  '',
])('%j is no date', (text) => expect(readWrittenDate(text)).toBeUndefined());
