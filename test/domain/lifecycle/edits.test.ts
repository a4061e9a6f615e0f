import { describe, expect, it } from 'vitest';
import {
  comparableFields,
  concernsContact,
  fieldsThatDiffer,
  linesLeft,
  shippedQuantities,
  WATCHED_FIELDS,
  watchedFields,
} from '../../../app/domain/lifecycle/edits.ts';
import { anAddress, aLine, anOrder } from '../planning/inputs/plan-inputs.ts';

const DATES = ['Fecha', 'Horario'];
const order = anOrder({
  phone: '+56 9 1111 2222',
  note: 'Tocar el timbre',
  attributes: [
    { key: 'Fecha', value: '2026-05-08' },
    { key: 'Otra', value: '1' },
  ],
  shippingAddress: anAddress({ company: 'Casa Rojas' }),
});

const differing = (change: Parameters<typeof watchedFields>[0]) => {
  const [before, after] = [watchedFields(order, DATES), watchedFields(change, DATES)];
  return WATCHED_FIELDS.filter((field) => before[field] !== after[field]);
};

it.each([
  ['firstName', 'name'],
  ['lastName', 'name'],
  ['company', 'company'],
  ['phone', 'phone'],
  ['address1', 'street'],
  ['address2', 'street'],
  ['city', 'city'],
  ['province', 'province'],
  ['zip', 'zip'],
  ['countryCode', 'country'],
])('another %s of the shipping address is an edit of the %s', (part, field) => {
  for (const value of ['another', null]) {
    expect(differing({ ...order, shippingAddress: anAddress({ company: 'Casa Rojas', [part]: value }) })).toEqual([
      field,
    ]);
  }
});

it('so are another e-mail and another phone of the order', () => {
  expect(differing({ ...order, email: 'otra@example.com' })).toEqual(['email']);
  expect(differing({ ...order, phone: null })).toEqual(['phone']);
});

it('so are another note, and another day or window in the attributes that the merchant names', () => {
  expect(differing({ ...order, note: 'Tocar dos veces' })).toEqual(['note']);
  expect(differing({ ...order, note: null })).toEqual(['note']);
  const other = { key: 'Otra', value: '2' };
  expect(differing({ ...order, attributes: [{ key: 'Fecha', value: '2026-05-09' }, other] })).toEqual(['deliveryDate']);
  expect(differing({ ...order, attributes: [{ key: 'Horario', value: '2026-05-08' }] })).toEqual(['deliveryDate']);
  expect(differing({ ...order, attributes: [] })).toEqual(['deliveryDate']);
  expect(differing({ ...order, attributes: [{ key: 'fecha ', value: ' 2026-05-08' }, other] })).toEqual([]);
});

it('data that Shopify withholds cannot be compared', () => {
  const hidden = (...withheld: Parameters<typeof comparableFields>[0]) => {
    const shown = new Set(comparableFields(withheld));
    return WATCHED_FIELDS.filter((field) => !shown.has(field));
  };
  expect(hidden()).toEqual([]);
  expect(hidden('phone')).toEqual(['phone']);
  expect(hidden('name', 'address', 'email')).toEqual(['name', 'email', 'street', 'zip']);
});

it('a removed address is an edit of every field that it had', () => {
  expect(differing({ ...order, shippingAddress: null })).toEqual(
    WATCHED_FIELDS.filter((field) => !['email', 'note', 'deliveryDate'].includes(field)),
  );
});

it('a field that the order does not have is empty, whatever else is known', () => {
  const { name, phone, email } = watchedFields({ ...order, email: null, phone: null, shippingAddress: null }, DATES);
  expect([name, phone, email].map((text) => text.trim())).toEqual(['', '', '']);
});

it('what moves from one part of a field to the next is an edit', () => {
  const shippingAddress = anAddress({
    company: 'Casa Rojas',
    address1: 'Av. Providencia 1234Depto 56',
    address2: null,
  });
  expect(differing({ ...order, shippingAddress })).toEqual(['street']);
});

it('an order has shrunk when it has fewer units of a line than were shipped', () => {
  const lines = [
    aLine({ lineItemId: 'a', quantity: 2 }),
    aLine({ lineItemId: 'b', quantity: 1 }),
    aLine({ lineItemId: 'a', quantity: 1 }),
  ];
  const shipped = shippedQuantities({ lines });
  expect(shipped).toEqual({ a: 3, b: 1 });
  const now = (a: number, b: number) => [
    { id: 'a', currentQuantity: a },
    { id: 'b', currentQuantity: b },
  ];
  expect(linesLeft([shipped], now(3, 1))).toEqual([null]);
  expect(linesLeft([shipped], now(9, 9))).toEqual([null]);
  expect(linesLeft([shipped], now(2, 1))).toEqual([{ a: 2, b: 1 }]);
  expect(linesLeft([shipped], now(3, 0))).toEqual([{ a: 3, b: 0 }]);
  expect(linesLeft([shipped], [{ id: 'a', currentQuantity: 3 }])).toEqual([null]);
  expect(linesLeft([shipped], [{ id: 'c', currentQuantity: 0 }])).toEqual([null]);
});

it('units that several deliveries ship count together', () => {
  const now = (currentQuantity: number) => [{ id: 'a', currentQuantity }];
  const shipped: Record<string, number>[] = [{ a: 1 }, { a: 2, b: 1 }, { b: 1 }];
  expect(linesLeft(shipped, now(3))).toEqual([null, null, null]);
  expect(linesLeft(shipped, now(2))).toEqual([{ a: 1 }, { a: 1, b: 1 }, null]);
  expect(linesLeft(shipped, now(0))).toEqual([{ a: 0 }, { a: 0, b: 1 }, null]);
  // what was told once is not told again
  expect(linesLeft([{ a: 1 }, { a: 1 }], now(2))).toEqual([null, null]);
  expect(linesLeft([{ a: 0 }, { a: 1 }], now(0))).toEqual([null, { a: 0 }]);
});

describe('the fields of which the fingerprints differ', () => {
  it.each([
    ['the same', { name: 'k1.a' }, { name: 'k1.a' }, []],
    ['another', { name: 'k1.a', zip: 'k1.z' }, { name: 'k1.b', zip: 'k1.z' }, ['name']],
    ['several', { name: 'k1.a', note: 'k1.n' }, { name: 'k1.b', note: 'k1.o' }, ['name', 'note']],
    ['made with another key', { name: 'k1.a' }, { name: 'k2.a' }, []],
    ['none before', {}, { name: 'k1.a' }, []],
    ['none now', { name: 'k1.a' }, {}, []],
    ['none at all', {}, {}, []],
  ])('%s', (_what, before, now, differ) => {
    expect(fieldsThatDiffer(before, now)).toEqual(differ);
  });
});

it.each(WATCHED_FIELDS)('an edit of the %s concerns the contact, or not', (field) => {
  expect(concernsContact([field])).toBe(['name', 'phone', 'email'].includes(field));
  expect(concernsContact(['note', field])).toBe(['name', 'phone', 'email'].includes(field));
});

it('no edit concerns no contact', () => {
  expect(concernsContact([])).toBe(false);
});
