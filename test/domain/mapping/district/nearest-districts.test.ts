import { expect, test } from 'vitest';
import { editDistance } from '../../../../app/domain/mapping/district/nearest-districts.ts';

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
