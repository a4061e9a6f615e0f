import { expect, test } from 'vitest';
import { readWrittenDate } from '../../../../app/domain/mapping/dates/written-date.ts';
import { setMachineZone } from '../../../set-up/time/machine-zone.ts';

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
  ['2030-05-08', '2030-05-08'],
  ['27/11/2026', '2026-11-27'],
  ['Fri Nov 27 2026 00:00:00 GMT-0500 (hora estándar de Perú)', '2026-11-27'],
  ['2026-11-27 (27/11/2026)', '2026-11-27'],
  ['Tuesday 12/01/2026', '2026-12-01'],
  ['martes 12/01/2027', '2027-01-12'],
  ['Sunday 11/29/2026', '2026-11-29'],
  ['sex. 06/05/2026', '2026-06-05'],
  ['ter 12/01/2026', '2026-12-01'],
  ['1º de maio de 2026', '2026-05-01'],
  ['1ro de mayo de 2026', '2026-05-01'],
  ['27 / 11 / 2026', '2026-11-27'],
  ['２７/１１/２０２６', '2026-11-27'],
  ['05/31/2026', '2026-05-31'],
  ['Turno 2 - 27/11/2026', '2026-11-27'],
  ['Turno 12 - 27/11/2026', '2026-11-27'],
  ['27 de noviembre de 2026 por la tarde', '2026-11-27'],
  ['27/11/2026 de 9 - 13, 2 personas', '2026-11-27'],
  ['9:00 - 13:00 27/11/2026', '2026-11-27'],
  ['9 a 13h, 27 de noviembre de 2026', '2026-11-27'],
])('%j is %s', (text, date) => expect(readWrittenDate(text, '2026-01-20')).toBe(date));

test.each([
  'November 31, 2026',
  '27 Novem 2026',
  'November 27',
  'Friday',
  '27 11 2026',
  'Nov 27, 26',
  'Nov 127, 2026',
  '',
  'Monday 27/11/2026',
  '27/11/2026 - 28/11/2026',
  '27/11/2026 o 28 de noviembre de 2026',
  '27 al 28 de noviembre de 2026',
  '27 a 28 de noviembre de 2026',
  '27 até 28 de novembro de 2026',
  '30 nov - 2 dic 2026',
  'Nov 27 - Nov 28 2026',
  'viernes 30/01/2026 o viernes 6/2',
  'entre el 27 y el 28 de noviembre de 2026',
  '27-28 de noviembre de 2026',
  '27-28/11/2026',
  '27/11 - 28/11/2026',
  '30 nov. - 2 dic. 2026',
  'Nov 27 - Nov 28, 2026',
  'viernes 27, sábado 28 de noviembre de 2026',
  '31/31/2026',
  '27/11/2569',
  '2062-11-27',
  // every day but this one, or one before it
  'cualquier día menos el 27/11/2026',
  'no el viernes 27 de noviembre de 2026',
  'antes del 27/11/2026',
  'antes del viernes 27 de noviembre de 2026',
  'before November 27, 2026',
  'exceto 27/11/2026',
])('%j is no date', (text) => expect(readWrittenDate(text, '2026-01-20')).toBeUndefined());

test.each([
  ['08/05/2026', '2026-05-08'],
  // with the month first this is 6 December
  ['12/06/2026', '2026-06-12'],
  ['06/05/2026', '2026-05-06'],
  // past, which is another problem
  ['05/04/2026', '2026-04-05'],
  ['07/09/2026', '2026-09-07'],
  ['05.19.2026', '2026-05-19'],
  // a few days late
  ['01/05/2026', '2026-05-01'],
  ['08/05/2026 antes de las 12:00', '2026-05-08'],
  ['antes de las 12, el 08/05/2026', '2026-05-08'],
  ['08/05/2026, no tocar el timbre', '2026-05-08'],
])('on 5 May, %j is %s', (text, date) => expect(readWrittenDate(text, '2026-05-05')).toBe(date));

test.each(['05/08/2026', '05-12-2026', '05/06/2026', 'Saturday 05/09/2026'])(
  'on 5 May, %j may be in a fortnight with the month first, so it is not read',
  (text) => expect(readWrittenDate(text, '2026-05-05')).toBeUndefined(),
);

test.each(['06/03/2026', '12/04/2026'])(
  'on 5 May, %j is long past with the day first and to come with the month first, so it is not read',
  (text) => expect(readWrittenDate(text, '2026-05-05')).toBeUndefined(),
);

test.each([
  ['viernes 8 de mayo', '2026-05-08'],
  ['Friday, May 8', '2026-05-08'],
  ['sex. 08/05', '2026-05-08'],
  ['Friday 05/08', '2026-05-08'],
  ['viernes 8 de mayo, 10:00 - 13:00', '2026-05-08'],
  ['martes 28 de abril', '2026-04-28'],
])('on 5 May, %j has its year from its weekday: %s', (text, date) =>
  expect(readWrittenDate(text, '2026-05-05')).toBe(date),
);

test('a day without its year can be in the next year', () => {
  expect(readWrittenDate('viernes 1 de enero', '2026-12-20')).toBe('2027-01-01');
});

test.each([
  '8 de mayo',
  'jueves 8 de mayo',
  'viernes 8 de mayo de 2569',
  'viernes 8 al 15 de mayo',
  'vie 08/05 - vie 15/05',
  'viernes 9:30',
  'domingo 1 de noviembre del 26',
])('on 5 May, %j is no day', (text) => expect(readWrittenDate(text, '2026-05-05')).toBeUndefined());

test.each([
  [1, 'January', 'enero', 'janeiro', 'jan', 'ene'],
  [2, 'February', 'febrero', 'fevereiro', 'feb', 'fev'],
  [3, 'March', 'marzo', 'março', 'mar'],
  [4, 'April', 'abril', 'apr', 'abr'],
  [5, 'May', 'mayo', 'maio', 'mai'],
  [6, 'June', 'junio', 'junho', 'jun'],
  [7, 'July', 'julio', 'julho', 'jul'],
  [8, 'August', 'agosto', 'aug', 'ago'],
  [9, 'September', 'septiembre', 'setembro', 'setiembre', 'sep', 'set', 'sept'],
  [10, 'October', 'octubre', 'outubro', 'oct', 'out'],
  [11, 'November', 'noviembre', 'novembro', 'nov'],
  [12, 'December', 'diciembre', 'dezembro', 'dec', 'dic', 'dez'],
])('month %i has the names that people write', (month, ...names) => {
  const date = `2026-${String(month).padStart(2, '0')}-17`;
  for (const name of names) {
    expect([name, readWrittenDate(`17 de ${name} de 2026`, '2026-01-20')]).toEqual([name, date]);
    expect([name, readWrittenDate(`${name} 17, 2026`, '2026-01-20')]).toEqual([name, date]);
  }
});

test.each([
  ['2026-05-04', 'Monday mon lunes lun segunda-feira seg'],
  ['2026-05-05', 'Tuesday tue tues martes terça ter'],
  ['2026-05-06', 'Wednesday wed miércoles mié mier quarta-feira qua'],
  ['2026-05-07', 'Thursday thu thur thurs jueves jue quinta qui'],
  ['2026-05-08', 'Friday fri viernes vie sexta sex'],
  ['2026-05-09', 'Saturday sat sábado sab'],
  ['2026-05-10', 'Sunday sun domingo dom'],
])('%s is each of %s, and the day after is none of them', (date, names) => {
  const dayAfter = `${date.slice(0, 8)}${String(Number(date.slice(8)) + 1).padStart(2, '0')}`;
  for (const name of names.split(' ')) {
    expect([name, readWrittenDate(`${name} ${date}`, '2026-05-05')]).toEqual([name, date]);
    expect([name, readWrittenDate(`${name} ${dayAfter}`, '2026-05-05')]).toEqual([name, undefined]);
  }
});

test.each([
  // ten years and a few days
  ['2026-01-20', '2036-01-28', '2036-01-28'],
  ['2026-01-20', '2036-01-29', undefined],
  // a day without its year: two weeks back, half a year ahead
  ['2026-05-05', 'martes 21 de abril', '2026-04-21'],
  ['2026-05-05', 'lunes 20 de abril', undefined],
  ['2026-05-05', 'domingo 1 de noviembre', '2026-11-01'],
  ['2026-05-05', 'lunes 2 de noviembre', undefined],
  ['2026-01-05', 'martes 30 de diciembre', '2025-12-30'],
  // just past, though it would be to come with the month first
  ['2026-05-08', '07/05/2026', '2026-05-07'],
  ['2026-05-21', '07/05/2026', '2026-05-07'],
  ['2026-05-22', '07/05/2026', undefined],
  // far ahead, though it would be today, or in two weeks, with the month first
  ['2026-05-08', '05/08/2026', undefined],
  ['2026-04-28', '05/12/2026', undefined],
  ['2026-04-27', '05/12/2026', '2026-12-05'],
])('on %s, %j is %s', (today, text, date) => expect(readWrittenDate(text, today)).toBe(date));

test('the zone of the machine does not matter, though 30 December 2011 is no day in Samoa', () => {
  setMachineZone('Pacific/Apia');
  expect(readWrittenDate('viernes 30 de diciembre', '2011-07-03')).toBe('2011-12-30');
  expect(readWrittenDate('viernes 16 de diciembre', '2011-12-30')).toBe('2011-12-16');
});
