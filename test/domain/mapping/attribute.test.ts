import { expect, test } from 'vitest';
import { readAttributes } from '../../../app/domain/mapping/attribute.ts';

test('gives every value under the name, cleaned, without the empty ones', () => {
  const attributes = [
    { key: 'Receta', value: ' a\u200B ' },
    { key: 'receta ', value: 'b' },
    { key: 'Otra', value: 'c' },
    { key: 'RECETA', value: null },
    { key: 'Receta', value: '  ' },
  ];
  expect(readAttributes(attributes, ' receta')).toEqual(['a', 'b']);
  expect(readAttributes(attributes, 'recetas')).toEqual([]);
});
