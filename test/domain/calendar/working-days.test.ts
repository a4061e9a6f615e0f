import { expect, test } from 'vitest';
import { isWorkingDay, workingDayAfter } from '../../../app/domain/calendar/working-days.ts';
import { setMachineZone } from '../../set-up/time/machine-zone.ts';

const MON_TO_SAT = { workingDays: [1, 2, 3, 4, 5, 6], holidays: [] as string[] };
const EVERY_DAY = { workingDays: [1, 2, 3, 4, 5, 6, 7], holidays: [] as string[] };

test.each([
  ['a Tuesday', '2026-05-05', MON_TO_SAT, true],
  ['a Saturday', '2026-05-09', MON_TO_SAT, true],
  ['a Sunday', '2026-05-10', MON_TO_SAT, false],
  ['a Sunday that is worked', '2026-05-10', EVERY_DAY, true],
  ['a holiday', '2026-05-01', { ...EVERY_DAY, holidays: ['2026-05-01'] }, false],
  ['the same day of another year', '2027-05-01', { ...EVERY_DAY, holidays: ['2026-05-01'] }, true],
])('%s', (_, date, calendar, expected) => expect(isWorkingDay(date, calendar)).toBe(expected));

test.each([
  ['the next day', '2026-05-05', MON_TO_SAT, '2026-05-06'],
  ['over a Sunday', '2026-05-09', MON_TO_SAT, '2026-05-11'],
  ['from a Sunday', '2026-05-10', MON_TO_SAT, '2026-05-11'],
  [
    'over a holiday and a Sunday',
    '2026-05-08',
    { ...MON_TO_SAT, holidays: ['2026-05-09', '2026-05-11'] },
    '2026-05-12',
  ],
  ['over the end of the year', '2026-12-31', { ...MON_TO_SAT, holidays: ['2027-01-01'] }, '2027-01-02'],
  ['onto a leap day', '2028-02-28', MON_TO_SAT, '2028-02-29'],
  ['over a leap day that is a holiday', '2028-02-28', { ...MON_TO_SAT, holidays: ['2028-02-29'] }, '2028-03-01'],
  ['over no leap day', '2026-02-28', EVERY_DAY, '2026-03-01'],
  ['one day a week', '2026-05-05', { workingDays: [2], holidays: ['2026-05-12'] }, '2026-05-19'],
])('%s', (_, date, calendar, expected) => expect(workingDayAfter(date, calendar)).toBe(expected));

test('the zone of the machine does not matter, though 30 December 2011 is no day in Samoa', () => {
  setMachineZone('Pacific/Apia');
  expect(isWorkingDay('2011-12-30', { workingDays: [5], holidays: [] })).toBe(true);
  expect(workingDayAfter('2011-12-29', EVERY_DAY)).toBe('2011-12-30');
});
