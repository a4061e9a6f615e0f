import { expect, test } from 'vitest';
import { choosePickup, pickupIdentity } from '../../../app/domain/planning/pickup.ts';
import { aFulfillment, LOCATION } from './inputs/plan-inputs.ts';

const { location } = aFulfillment();
const ADDRESS = { name: 'Bodega', address: 'Irarrázaval 1000', district: 'Ñuñoa' };
const OTHER = 'gid://shopify/Location/1';
const at = (point: { id: number } | typeof ADDRESS | null) => ({ handOver: true, point });

test.each([
  [
    'the location’s own branch',
    location,
    { [LOCATION]: at({ id: 7 }) },
    { id: 7 },
    'settings.pickup.locations',
    ['id'],
  ],
  [
    'the location’s own address',
    location,
    { [OTHER]: at({ id: 1 }), [LOCATION]: at(ADDRESS) },
    ADDRESS,
    'settings.pickup.locations',
    ['name', 'address', 'district'],
  ],
  [
    'the default where the location has none',
    location,
    { [LOCATION]: at(null) },
    { id: 12 },
    'settings.pickup.default',
    ['id'],
  ],
  [
    'the default for another location',
    location,
    { [OTHER]: at({ id: 1 }) },
    { id: 12 },
    'settings.pickup.default',
    ['id'],
  ],
  [
    'the default where Shopify names no location',
    null,
    { [LOCATION]: at({ id: 7 }) },
    { id: 12 },
    'settings.pickup.default',
    ['id'],
  ],
])('%s', (_, from, locations, point, source, keys) => {
  expect(choosePickup(from, { default: { id: 12 }, locations })).toEqual({
    ok: true,
    value: { location: point },
    decisions: keys.map((key) => ({ field: `pickup.location.${key}`, source })),
  });
});

test('without a default a location of its own is enough', () => {
  expect(choosePickup(location, { default: null, locations: { [LOCATION]: at({ id: 7 }) } })).toMatchObject({
    ok: true,
  });
});

test('none is a problem: the set-up is not complete', () => {
  expect(choosePickup(location, { default: null, locations: { [LOCATION]: at(null) } })).toEqual({
    ok: false,
    problems: [{ code: 'pickup-missing', field: 'pickup.location', details: {} }],
    decisions: [],
  });
});

test('a delivery keeps the branch, or the location that an address is of', () => {
  expect(pickupIdentity({ location: { id: 7 } }, LOCATION)).toBe('7');
  expect(pickupIdentity({ location: ADDRESS }, LOCATION)).toBe(LOCATION);
  expect(pickupIdentity({ location: ADDRESS }, null)).toBeNull();
});
