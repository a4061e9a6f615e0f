import { describe, expect, it } from 'vitest';
import { changedDate, lastUpdate } from '../../../app/domain/tracking/operator-date.ts';
import { setMachineZone } from '../../set-up/time/machine-zone.ts';

describe('changedDate', () => {
  it.each([
    ['told back in UTC', '2026-11-23T17:00:00.000Z', null],
    ['told back as if it had been UTC', '2026-11-23T12:00:00Z', null],
    ['late on that day in Lima, the next in UTC', '2026-11-24T02:00:00Z', null],
    ['a day without a time', '2026-11-23T00:00:00Z', null],
    ['without a zone', '2026-11-23 12:00:00', null],
    ['another day', '2026-11-25T17:00:00Z', '2026-11-25'],
    ['another day, without a zone', '2026-11-25 17:00:00', '2026-11-25'],
    ['the first year that counts', '2000-01-01T12:00:00Z', '2000-01-01'],
    ['the last year that has four digits', '9999-12-31T12:00:00Z', '9999-12-31'],
    ['a year of five digits', '+010000-01-01T12:00:00Z', null],
    ['another day, late in Lima', '2026-11-26T02:00:00Z', '2026-11-25'],
    ['another day without a time', '2026-11-25T00:00:00.000Z', '2026-11-25'],
    ['an earlier day', '2026-11-21T17:00:00Z', '2026-11-21'],
    ['another day, as states are dated', '25-11-2026 12:00:00', '2026-11-25'],
    ['a time alone', '10:30', null],
    ['a month alone', '2026-12', null],
    ['a year alone', '2027', null],
    ['nothing', null, null],
    ['no date', 'mañana', null],
    ['no date that exists', '2026-02-30T00:00:00Z', null],
    ['a year that nobody means', '0001-01-01T00:00:00Z', null],
  ])('%s', (_, deliveryDate, changed) => {
    expect(changedDate(deliveryDate, '2026-11-23', 'America/Lima')).toBe(changed);
  });

  it('does not depend on the zone of the machine', () => {
    setMachineZone('Asia/Tokyo');
    expect(changedDate('2026-11-25 02:00:00', '2026-11-23', 'America/Lima')).toBe('2026-11-24');
    expect(changedDate('2026-11-25T16:00:00Z', '2026-11-26', 'America/Lima')).toBe('2026-11-25');
  });

  it('is null as long as nothing was promised', () => {
    expect(changedDate('2026-11-25T17:00:00Z', null, 'America/Lima')).toBeNull();
  });
});

it.each([
  ['2026-11-22T12:00:00Z', '2026-11-22T12:00:00.000Z'],
  ['2026-11-22T12:00:01Z', null],
  ['22-11-2026 11:59:00', '2026-11-22T11:59:00.000Z'],
  ['10:30', null],
  ['ayer', null],
  [null, null],
])('the last update %j is %j', (updated, expected) => {
  expect(lastUpdate(updated, new Date('2026-11-22T12:00:00Z'))?.toISOString() ?? null).toBe(expected);
});
