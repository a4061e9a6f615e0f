import { describe, expect, it } from 'vitest';
import type { DeliveryOrder } from '../../../app/domain/mapping/delivery-order.ts';
import { compareOrder, isOfAnotherBuyer, type RecordedOrder } from '../../../app/domain/hand-over/same-order.ts';

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
        contactName: ' INAKI  NUNEZ',
        contactPhone: null,
        contactEmail: null,
      },
    ],
    ...['N/A', '-', '0', '+51'].map((contactPhone): [string, Partial<RecordedOrder>] => [
      `with his name, and ${contactPhone} for a phone`,
      { contactPhone, contactEmail: null },
    ]),
    ['with his name, and fillers for the rest', { contactPhone: 'sin teléfono', contactEmail: 'no tiene' }],
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
    expect(compareOrder(order, { ...record, ...change })).toBe('same');
  });
});

describe('it is undecided, so that nobody is told of another order', () => {
  it.each<[string, Partial<RecordedOrder>]>([
    ['without any contact', { contactName: null, contactPhone: null, contactEmail: null }],
    ['with fillers alone', { contactName: null, contactPhone: '0', contactEmail: 'N/A' }],
    ['with a masked phone alone', { contactName: null, contactPhone: '+51 *** *** 321', contactEmail: null }],
    [
      'with everything masked',
      { contactName: 'I**** N****', contactPhone: 'XXXXXX321', contactEmail: 'i***@e***.com' },
    ],
    ['with a phone of spaced letters', { contactName: null, contactPhone: 'X X X 321', contactEmail: null }],
    ['with an e-mail that lost its letters', { contactPhone: null, contactEmail: 'i?aki@example.com' }],
    ['with a name of points', { contactName: '\u2022\u2022\u2022\u2022', contactPhone: null, contactEmail: null }],
    [
      'with masked packages',
      {
        packages: [
          { name: '***', qty: 1 },
          { name: '****', qty: 2 },
        ],
      },
    ],
  ])('%s', (_how, change) => {
    expect(compareOrder(order, { ...record, ...change })).toBe('undecided');
  });

  it.each<[string, Partial<RecordedOrder>, string]>([
    ['the e-mail agrees', { contactPhone: '*** 321', contactEmail: 'inaki@example.com' }, 'same'],
    ['the name agrees, beside a masked e-mail', { contactPhone: null, contactEmail: 'i***@e***.com' }, 'same'],
    ['the name agrees', { contactPhone: '*** 321', contactEmail: null }, 'same'],
    ['the e-mail is of somebody else', { contactPhone: '*** 321', contactEmail: 'otro@example.com' }, 'another'],
    ['the name is of somebody else', { contactName: 'Otra', contactPhone: '*** 321', contactEmail: null }, 'another'],
  ])('a masked phone hides nothing where %s', (_what, change, sameness) => {
    expect(compareOrder(order, { ...record, ...change })).toBe(sameness);
  });
});

describe('it is not ours', () => {
  it.each<[string, Partial<RecordedOrder>]>([
    ['with another contact of the same name', { contactPhone: '+51900000000', contactEmail: 'otro@example.com' }],
    ['with another name beside fillers', { contactName: 'Otra', contactPhone: 'N/A', contactEmail: '-' }],
    ['with another name only', { contactName: 'Otra Persona', contactPhone: null, contactEmail: null }],
    ['with another e-mail and no phone', { contactPhone: null, contactEmail: 'otro@example.com' }],
    ['with another phone and no e-mail', { contactPhone: '+51900000000', contactEmail: null }],
    ['with a package more', { packages: [...(record.packages ?? []), { name: 'Plato', qty: 1 }] }],
    ['with a package more that is sorted last', { packages: [...(record.packages ?? []), { name: 'Zapato', qty: 9 }] }],
    ['with a package less', { packages: (record.packages ?? []).slice(1) }],
    [
      'with another package that says no quantity',
      {
        packages: [
          { name: 'Taza', qty: 1 },
          { name: 'Plato', qty: null },
        ],
      },
    ],
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
      'with another package beside a masked one',
      {
        packages: [
          { name: '***', qty: 1 },
          { name: 'Té negro', qty: 2 },
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
    expect(compareOrder(order, { ...record, ...change })).toBe('another');
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
    expect(compareOrder(cups, recorded(3, 1))).toBe('same');
    expect(compareOrder(cups, recorded(null, 1))).toBe('same');
    expect(compareOrder(cups, recorded(null, null))).toBe('same');
    expect(compareOrder(cups, recorded(1, 1, 1, 1))).toBe('same');
    expect(compareOrder(cups, recorded(4))).toBe('same');
    expect(compareOrder(cups, recorded(3, 3))).toBe('another');
    expect(compareOrder(cups, recorded(null, 5))).toBe('another');
    expect(compareOrder(cups, recorded(3))).toBe('another');
  });
});

describe('packages whose names begin alike', () => {
  const title = 'Camiseta básica de algodón orgánico';
  const packed = (...names: [name: string, qty: number][]): DeliveryOrder => ({
    ...order,
    packages: names.map(([name, qty]) => ({ code: name, name, price: '20', qty })),
  });
  const recorded = (...rows: [name: string, qty: number | null][]) => ({
    ...record,
    packages: rows.map(([name, qty]) => ({ name, qty })),
  });
  const shirts = packed([`${title} - Talla M Larga`, 1], [`${title} - Talla M`, 2]);
  const cups = packed(['Taza (Acme)', 1], ['Taza', 2]);

  it.each([
    ['as they were sent', shirts, recorded([`${title} - Talla M`, 2], [`${title} - Talla M Larga`, 1])],
    ['cut to one name', shirts, recorded([title, 1], [title, 2])],
    ['cut, without quantities', shirts, recorded([title, null], [title, null])],
    ['with a company', cups, recorded(['Taza', 2], ['Taza (Acme)', 1])],
    ['without the company', cups, recorded(['Taza', 1], ['Taza', 2])],
  ])('are ours %s', (_how, sent, theirs) => {
    expect(compareOrder(sent, theirs)).toBe('same');
  });

  it.each([
    ['one is missing', shirts, recorded([`${title} - Talla M`, 2])],
    ['one has more', shirts, recorded([title, 2], [title, 2])],
    ['one of another name is among them', cups, recorded(['Taza', 2], ['Taza (Otra)', 1])],
  ])('are not ours where %s', (_how, sent, theirs) => {
    expect(compareOrder(sent, theirs)).toBe('another');
  });
});

describe('a name that the operator has cut', () => {
  const name = `Mochila andina de lana tejida a mano ${'muy larga '.repeat(22)}🎒`;
  const long: DeliveryOrder = { ...order, packages: [{ code: 'A', name, price: '20', qty: 1 }] };
  const recordOf = (cut: string) => ({ ...record, packages: [{ name: cut, qty: 1 }] });

  it.each([
    ['at its length', name.slice(0, 50)],
    ['within a character', name.slice(0, -1)],
    ['with points', `${name.slice(0, 47)}...`],
  ])('%s is ours', (_how, cut) => {
    expect(compareOrder(long, recordOf(cut))).toBe('same');
  });

  it.each([
    ['so short that it can be another', 'Mochila andina'],
    ['and that ends otherwise', `${name.slice(0, 50)} azul`],
  ])('%s is not', (_how, cut) => {
    expect(compareOrder(long, recordOf(cut))).toBe('another');
  });
});

describe('a record whose letters were lost on the way', () => {
  const contact = { ...order.dropoff.contact, fullname: 'Íñigo Núñez' };
  const sent: DeliveryOrder = {
    ...order,
    dropoff: { ...order.dropoff, contact },
    packages: [{ code: 'A', name: 'Café molido, 250 g', price: '20', qty: 1 }],
  };
  const garbled = (text: string) => Buffer.from(text, 'latin1').toString('utf8');
  const doubled = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

  it.each([
    ['Latin-1 that was read as UTF-8', garbled],
    ['UTF-8 that was read as Latin-1', doubled],
    ['question marks', (text: string) => text.replace(/[^ -~]/gu, '?')],
  ])('is ours by the letters that are left: %s', (_what, lose) => {
    const packages = [{ name: lose('Café molido, 250 g'), qty: 1 }];
    const nameAlone = { contactName: lose('Íñigo Núñez'), contactPhone: null, contactEmail: null };
    expect(compareOrder(sent, { ...record, packages })).toBe('same');
    expect(compareOrder(sent, { ...nameAlone, packages })).toBe('same');
  });

  it('is undecided when the letters that are left form another text', () => {
    expect(compareOrder(sent, { ...record, packages: [{ name: 'T\uFFFD verde', qty: 1 }] })).toBe('undecided');
    const nameAlone = { contactName: 'Jos\uFFFD', contactPhone: null, contactEmail: null, packages: null };
    expect(compareOrder(sent, nameAlone)).toBe('undecided');
  });

  it('is another order when a readable text disagrees', () => {
    expect(compareOrder(sent, { ...record, packages: [{ name: 'Té verde', qty: 1 }] })).toBe('another');
  });
});

describe('it is of another buyer, beyond doubt', () => {
  const nameAlone = { contactPhone: null, contactEmail: null };
  it.each<[string, Partial<RecordedOrder>, boolean]>([
    ['as it was sent', {}, false],
    ['with other packages only', { packages: [{ name: 'Plato', qty: 1 }] }, false],
    ['with another phone beside the same name', { contactPhone: '+51900000000', contactEmail: null }, false],
    ['with another e-mail beside the same name', { contactPhone: null, contactEmail: 'otro@example.com' }, false],
    ['with another phone and name', { contactPhone: '+51900000000', contactEmail: null, contactName: 'Ana Paz' }, true],
    ['with another e-mail and name', { contactPhone: null, contactEmail: 'a@paz.example', contactName: 'Ana' }, true],
    [
      'with another phone, and a name that has one word of his',
      { contactPhone: '+51900000000', contactEmail: null, contactName: 'Ana Núñez' },
      true,
    ],
    [
      'with another e-mail, and a name that has one word of his',
      { contactPhone: null, contactEmail: 'ana@paz.example', contactName: 'Ana Núñez' },
      true,
    ],
    ['with another phone and no name', { contactPhone: '+51900000000', contactEmail: null, contactName: null }, true],
    ['with the name of somebody else alone', { ...nameAlone, contactName: 'Ana Paz' }, true],
    ['with a form of his name alone', { ...nameAlone, contactName: 'NUNEZ, Señor' }, false],
    ['with one of his names alone', { ...nameAlone, contactName: 'Sr. Núñez' }, false],
    ['with his name alone', { ...nameAlone, contactName: 'iñaki núñez' }, false],
    ['with fillers alone', { contactPhone: 'N/A', contactEmail: '-', contactName: null }, false],
    ['with nothing to compare', { ...nameAlone, contactName: null }, false],
  ])('%s: %s', (_how, change, isAnother) => {
    expect(isOfAnotherBuyer(order, { ...record, ...change })).toBe(isAnother);
  });
});
