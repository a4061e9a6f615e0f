import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { readWrittenTimes } from '../../../../app/domain/mapping/dates/written-times.ts';
import { fc } from '../../../set-up/properties.ts';

function told(...texts: string[]): string | null {
  const times = readWrittenTimes(texts);
  return times ? `${times.start}-${times.end}` : null;
}

test.each([
  ['1:00 - 3:00 PM', '13:00-15:00'],
  ['9:00 - 11:00 AM', '09:00-11:00'],
  ['9:00 - 1:00 PM', '09:00-13:00'],
  ['11:30-12:30 pm', '11:30-12:30'],
  ['10:00 - 1:00 AM', '22:00-01:00'],
  ['11:00 - 12:00 AM', '23:00-00:00'],
  ['13:00 - 3:00 PM', '13:00-15:00'],
  ['9-11am', '09:00-11:00'],
  ['1 – 3 PM', '13:00-15:00'],
  ['9 a 13h', '09:00-13:00'],
  ['entre las 9 y las 13 hs', '09:00-13:00'],
  ['9 a 13 hrs', '09:00-13:00'],
  ['9 hs - 13 hs', '09:00-13:00'],
  ['9 a. m. a 12 m.', '09:00-12:00'],
  ['12 m - 3 pm', '12:00-15:00'],
  ['12m - 3pm', '12:00-15:00'],
  ['9 a.m. a 12m', '09:00-12:00'],
  ['9 a.m. - 12:00 m', '09:00-12:00'],
  ['entre la 1 y las 3 pm', '13:00-15:00'],
  ['de 12 a la 1 pm', '12:00-13:00'],
  ['9 - 11 a. m.', '09:00-11:00'],
  ['2 - 15:00 a 19:00', '15:00-19:00'],
  ['6 a 9h', '06:00-09:00'],
  ['0:30 - 3:00 PM', '00:30-15:00'],
  ['12:30 - 3:00 AM', '00:30-03:00'],
  ['3:00 - 3:00 PM', '15:00-15:00'],
  ['９:00 - 13:00', '09:00-13:00'],
  ['entre las 9 y las 13hs', '09:00-13:00'],
  ['9 a 13:30', '09:00-13:30'],
  ['Turno No. 2: 9:00 - 13:00', '09:00-13:00'],
  ['Noche 19:00 - 21:00', '19:00-21:00'],
  ['18:00 - 24:00', '18:00-00:00'],
  ['9:00\u202fAM – 1:00\u202fPM', '09:00-13:00'],
])('%j is %s', (text, times) => expect(told(text)).toBe(times));

test.each([
  '9 a 13',
  '14:00',
  '3 PM',
  '9:00 - 12:00, 14:00 - 18:00',
  '9:00 - 12:00 (pedir antes de las 8:00)',
  '24:00 - 2:00',
  '18:00 - 24:30',
  '10 am - 24 pm',
  '5 a 9h',
  '9:75 - 11:00 AM',
  'desde las 12 más o menos a 3 pm',
  '8, 9 - 11 AM',
  '2026-05-08 - 11 AM',
  '2 a 4h',
  '2 a 4 hs',
  '2h - 4h',
  '24 a 48 hs',
  'no entregar entre 13:00 y 15:00',
  'NO 13:00 - 15:00',
  'excepto 13:00-15:00',
  'todo el día, menos de 13h a 15h',
  'salvo 1 pm - 3 pm',
  'não entregar das 13h às 15h',
])('%j is no window', (text) => expect(told(text)).toBeNull());

test('each of two texts has one time', () => {
  expect(told('1:00', '3:00 PM')).toBe('13:00-15:00');
  expect(told('9:00 - 10:00', '13:00')).toBeNull();
  expect(told('9:00', '')).toBeNull();
  expect(told('9:00 - 10:00', '')).toBeNull();
});

test('a window is read as it is written, on either clock', () => {
  const minute = fc.integer({ min: 0, max: 24 * 60 - 1 }).map((of) => DateTime.utc(2026, 5, 8).plus({ minutes: of }));
  const form = fc.constantFrom('HH:mm', 'H:mm', 'HH:mm:ss', 'h:mm a', 'hh:mm a', 'h:mma', "H'h'mm");
  const between = fc.constantFrom(' - ', '-', '–', ' a ', ' to ', ' até ');
  fc.assert(
    fc.property(minute, minute, form, form, between, (start, end, startForm, endForm, words) => {
      const written = `${start.toFormat(startForm)}${words}${end.toFormat(endForm)}`;
      // a start without "AM" and "PM" beside an end with it may be in either half
      fc.pre(startForm.includes('a') === endForm.includes('a'));
      expect(told(written)).toBe(`${start.toFormat('HH:mm')}-${end.toFormat('HH:mm')}`);
    }),
  );
});
