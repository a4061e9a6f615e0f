import { describe, expect, it } from 'vitest';
import type { DeliveryOrder } from '../../app/domain/delivery-order.ts';
import { isSameOrder, type RecordedOrder } from '../../app/domain/same-order.ts';

const order: DeliveryOrder = {
  order_number: 'tienda-1001.1',
  delivery_date: '2026-11-22 12:00:00',
  delivery_service: 'Nextday',
  pickup: { location: { id: 101 } },
  dropoff: {
    contact: { fullname: 'Iñaki Núñez', email: 'inaki@example.com', phone: '+51987654321' },
    location: { address: 'Av. Larco 345', district: 'Miraflores' },
  },
  packages: [
    { code: 'A', name: 'Té verde', price: '20', qty: 2 },
    { code: 'B', name: 'Taza', price: '35', qty: 1 },
  ],
  tags: {},
};
const record: RecordedOrder = {
  contactName: 'Iñaki Núñez',
  contactPhone: '+51987654321',
  contactEmail: 'inaki@example.com',
  packages: [
    { name: 'Taza', qty: 1 },
    { name: 'Té verde', qty: 2 },
  ],
};

describe('it is ours', () => {
  it.each<[string, Partial<RecordedOrder>]>([
    ['as it was sent', {}],
    ['with spaces around the e-mail', { contactEmail: ' inaki@example.com ', contactPhone: null }],
    ['with the phone written otherwise', { contactPhone: '987 654 321', contactEmail: null }],
    [
      'with the e-mail in capitals, and another phone',
      { contactEmail: 'INAKI@EXAMPLE.COM', contactPhone: '+5111111111' },
    ],
    [
      'with a name without accents, and nothing else',
      {
        ...{ contactName: ' INAKI  NUNEZ', contactPhone: null, contactEmail: null },
      },
    ],
    ['without packages', { packages: null }],
    ['with an empty list of packages', { packages: [] }],
    [
      'with packages that say no quantity',
      {
        packages: [
          { name: 'Taza', qty: null },
          { name: 'te verde', qty: null },
        ],
      },
    ],
  ])('%s', (_how, change) => {
    expect(isSameOrder(order, { ...record, ...change })).toBe(true);
  });
});

describe('it is not ours', () => {
  it.each<[string, Partial<RecordedOrder>]>([
    ['with another contact of the same name', { contactPhone: '+51900000000', contactEmail: 'otro@example.com' }],
    ['without any contact', { contactName: null, contactPhone: null, contactEmail: null }],
    ['with another name only', { contactName: 'Otra Persona', contactPhone: null, contactEmail: null }],
    ['with another e-mail and no phone', { contactPhone: null, contactEmail: 'otro@example.com' }],
    ['with another phone and no e-mail', { contactPhone: '+51900000000', contactEmail: null }],
    ['with a package more', { packages: [...(record.packages ?? []), { name: 'Plato', qty: 1 }] }],
    ['with a package more that is sorted last', { packages: [...(record.packages ?? []), { name: 'Zapato', qty: 9 }] }],
    ['with a package less', { packages: (record.packages ?? []).slice(1) }],
    [
      'with another quantity',
      {
        packages: [
          { name: 'Taza', qty: 1 },
          { name: 'Té verde', qty: 3 },
        ],
      },
    ],
    [
      'with another package',
      {
        packages: [
          { name: 'Taza', qty: 1 },
          { name: 'Té negro', qty: 2 },
        ],
      },
    ],
  ])('%s', (_how, change) => {
    expect(isSameOrder(order, { ...record, ...change })).toBe(false);
  });
});

describe('packages of one name', () => {
  const cups: DeliveryOrder = {
    ...order,
    packages: [1, 3].map((qty) => ({ code: `C${qty}`, name: 'Taza', price: '35', qty })),
  };
  const recorded = (...qtys: (number | null)[]) => ({
    ...record,
    packages: qtys.map((qty) => ({ name: 'Taza', qty })),
  });

  it('are told apart by their quantities, as far as the record has them', () => {
    expect(isSameOrder(cups, recorded(3, 1))).toBe(true);
    expect(isSameOrder(cups, recorded(null, 1))).toBe(true);
    expect(isSameOrder(cups, recorded(null, null))).toBe(true);
    expect(isSameOrder(cups, recorded(3, 3))).toBe(false);
    expect(isSameOrder(cups, recorded(null, 2))).toBe(false);
  });
});
