import { expect, test } from 'vitest';
import { editDistance, nearestDistricts } from '../../../../app/domain/mapping/district/nearest-districts.ts';
import { processorMs } from '../../../set-up/time/processor-time.ts';

test.each([
  ['', '', 0],
  ['nunoa', 'nunoa', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['miraflores', 'mirflores', 1],
  ['mirflores', 'miraflores', 1],
  ['surco', 'zurco', 1],
  ['kitten', 'sitting', 3],
  ['ab', 'ba', 2],
  ['san borja', 'sanborja', 1],
])('%j to %j takes %i', (a, b, distance) => expect(editDistance(a, b)).toBe(distance));

test('a text of a thousand parts takes no longer than one of twenty', () => {
  const served = Array.from({ length: 3_000 }, (_, place) => `Villa ${place.toString(36)} del Mar`);
  const partsUpTo = (count: number) => Array.from({ length: count }, (_, place) => `villa ${place} del`).join(', ');
  const timeOf = (text: string) => {
    const start = processorMs();
    expect(nearestDistricts([text], { served, first: [], last: [] })).toHaveLength(3);
    return processorMs() - start;
  };
  timeOf(partsUpTo(20)); // the names are prepared once
  expect(timeOf(partsUpTo(1_000))).toBeLessThan(10 * timeOf(partsUpTo(20)) + 100);
});
