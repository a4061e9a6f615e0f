import { expect, it } from 'vitest';
import { BOUNDS } from '../../../app/bounds.ts';
import {
  deliveriesPath,
  FOUND_ORDERS,
  isNarrowed,
  listsTheSame,
  queryText,
} from '../../../app/pages/deliveries/delivery-query.ts';
import { readDeliveryQuery } from '../../../app/pages/deliveries/read-delivery-query.ts';

const read = (search: string) => readDeliveryQuery(new URLSearchParams(search));
const WHOLE =
  'tab=ended-badly&q=%231001&orders=12%2C34&state=delivered&flag=late&service=Express&pickup=gid%3A%2F%2Fshopify%2FLocation%2F5&from=2026-01-02&to=2026-01-03&sort=oldest&view=0b5e9a2c-7a51-4f0c-9c63-2f3d1f6f9a10';

it('an address holds the whole query of the list, and can be read back', () => {
  const asked = read(WHOLE);
  expect(asked).toEqual({
    tab: 'ended-badly',
    text: '#1001',
    orders: '12,34',
    stateGroup: 'delivered',
    flag: 'late',
    service: 'Express',
    pickup: 'gid://shopify/Location/5',
    from: '2026-01-02',
    to: '2026-01-03',
    counted: null,
    ordering: 'oldest',
    view: '0b5e9a2c-7a51-4f0c-9c63-2f3d1f6f9a10',
  });
  expect(read(deliveriesPath(asked).split('?')[1] ?? '')).toEqual(asked);
  expect(isNarrowed(asked)).toBe(true);
});

it('leaves out default values', () => {
  expect(deliveriesPath(read(''))).toBe('/app/deliveries');
  expect(deliveriesPath(read('tab=all'), 'after=1_x')).toBe('/app/deliveries?after=1_x&tab=all');
  expect(isNarrowed(read('tab=all&sort=oldest'))).toBe(false);
});

it.each([
  'tab=x',
  'orders=x',
  'orders=1,,2',
  'state=x',
  'flag=x',
  'service=x',
  'pickup=x',
  'from=yesterday',
  'to=2026-13-01',
  'sort=x',
  'view=x',
])('leaves out what cannot be read: %s', (search) => {
  expect(read(search)).toEqual(read(''));
});

it('cuts a search that is no name', () => {
  expect(read(`q=${'x'.repeat(5_000)}`).text).toHaveLength(100);
});

it('is kept in a saved view without the view itself and what a search found, and compared without them', () => {
  const asked = read(WHOLE);
  expect(read(queryText(asked))).toEqual({ ...asked, view: null, orders: null });
  expect(listsTheSame(asked, { ...asked, view: null })).toBe(true);
  expect(listsTheSame(asked, { ...asked, flag: null })).toBe(false);
  expect(listsTheSame(read(''), read('tab=all'))).toBe(true);
});

it('lists at most as many found orders as an address can name', () => {
  const numbers = Array.from({ length: FOUND_ORDERS }, (_, index) => String(10 ** 19 + index)).join(',');
  const asked = read(`orders=${numbers}`);
  expect(asked.orders).toBe(numbers);
  expect(deliveriesPath(asked).length).toBeLessThan(BOUNDS.requestTarget);
  expect(read(`orders=${numbers},1`).orders).toBeNull();
  expect(read('orders=none')).toMatchObject({ orders: 'none' });
  expect(isNarrowed(read('orders=none'))).toBe(true);
});
