import { expect, test } from 'vitest';
import { editDistance, nearestDistricts } from '../../../../app/domain/mapping/district/nearest-districts.ts';

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

test('of a text of very many parts, as many are compared as an address has', () => {
  const named = (before: number) => {
    const parts = Array.from({ length: before }, (_, place) => `qqq ${String.fromCharCode(97 + place)}`);
    return nearestDistricts([[...parts, 'mirafores'].join(',')], { served: ['Miraflores'], first: [], last: [] });
  };
  expect(named(10)).toEqual(['Miraflores']);
  expect(named(20)).toEqual([]);
});
