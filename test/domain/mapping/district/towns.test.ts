import { expect, test } from 'vitest';
import { NO_PLACE, OTHER_PLACES, TOWNS } from '../../../../app/domain/mapping/district/towns.ts';
import { foldText } from '../../../../app/domain/mapping/clean-text.ts';
import { LISTED_TOWNS } from '../addresses/towns.ts';

test('no name was lost from the lists of towns', () => {
  const sizes = TOWNS.map(({ country, names, provinces, districts }) =>
    [country, names.length, provinces.length, districts.length].join(' '),
  );
  expect([...sizes, `others ${OTHER_PLACES.size}`, `no places ${NO_PLACE.size}`]).toMatchInlineSnapshot(`
    [
      "CL 6 17 47",
      "CL 3 7 8",
      "PE 6 21 52",
      "CO 6 13 20",
      "CO 3 5 22",
      "MX 14 13 18",
      "BR 6 5 59",
      "AR 11 11 49",
      "others 262",
      "no places 19",
    ]
  `);
});

test('every name is in the form in which addresses are compared, and stands once in its list', () => {
  const lists = [...TOWNS.flatMap((town) => [town.names, town.provinces, town.districts]), [...NO_PLACE]];
  for (const names of [...lists, [...OTHER_PLACES]]) {
    expect(names.filter((name) => name === '' || foldText(name) !== name)).toEqual([]);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  }
});

test.each(LISTED_TOWNS.map((town) => [town.name, town] as const))('%s is known by its districts', (_, { served }) => {
  const keys = served.map(foldText);
  const shares = TOWNS.map(({ districts }) => keys.filter((key) => districts.includes(key)).length / keys.length);
  expect(Math.max(...shares)).toBeGreaterThan(0.8);
});
