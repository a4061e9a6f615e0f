import { describe, expect, test } from 'vitest';
import { mapDropoff } from '../../../../app/domain/mapping/dropoff/dropoff.ts';
import { found, lacking } from '../../../../app/domain/fulfillment/mapping-result.ts';
import type { MailingAddress, Order } from '../../../../app/domain/fulfillment/fulfillment.ts';
import { aFulfillment, anAddress, settingsWith } from '../../planning/inputs/plan-inputs.ts';

const DISTRICT = found('Providencia', [{ field: 'dropoff.location.district', source: 'test' }]);
const NO_DISTRICT = lacking([{ code: 'district-missing', field: 'dropoff.location.district', details: {} }]);

function map(order: Partial<Order>, district: typeof DISTRICT | typeof NO_DISTRICT = DISTRICT) {
  return mapDropoff(aFulfillment({}, order), district, settingsWith().mapping);
}

function locate(address: Partial<MailingAddress>) {
  const result = map({ shippingAddress: anAddress(address) });
  return result.ok ? result.value.location : result.problems;
}

test('who receives, and where, with the source of each field', () => {
  const shippingAddress = anAddress({ latitude: -33.43, longitude: -70.61 });
  const result = map({ shippingAddress });
  expect(result.ok && result.value).toEqual({
    contact: { fullname: 'Ana Rojas', email: 'ana@example.com', phone: '+56987654321' },
    location: {
      address: 'Av. Providencia 1234, Depto 56',
      district: 'Providencia',
      latitude: -33.43,
      longitude: -70.61,
    },
  });
  expect(result.decisions.slice(3)).toEqual([
    { field: 'dropoff.location.address', source: 'order.shippingAddress.address1 + address2' },
    { field: 'dropoff.location.district', source: 'test' },
    { field: 'dropoff.location.latitude', source: 'order.shippingAddress.latitude' },
    { field: 'dropoff.location.longitude', source: 'order.shippingAddress.longitude' },
  ]);
});

describe('the address keeps the number and the second line', () => {
  test.each([
    ['Lima', 'Av. José Larco 345', 'Dpto. 702, Torre B', 'Av. José Larco 345, Dpto. 702, Torre B'],
    ['Lima', 'Ca. Gral. Borgoño cuadra 8 s/n', '\u2060Miraflores', 'Ca. Gral. Borgoño cuadra 8 s/n, Miraflores'],
    ['Lima', 'Jr. de la Unión 300', 'Int. 4 \u2060Cercado', 'Jr. de la Unión 300, Int. 4 Cercado'],
    ['Lima', 'Mz. C Lt. 12, A.H. Villa María', null, 'Mz. C Lt. 12, A.H. Villa María'],
    ['Arequipa', 'Calle Mercaderes 123-A', '', 'Calle Mercaderes 123-A'],
    [
      'Santiago',
      'Av. Libertador Bernardo O’Higgins \u20601058',
      'Of. 22',
      'Av. Libertador Bernardo O’Higgins 1058, Of. 22',
    ],
    ['Santiago', 'Pasaje Ñandú 45', 'Casa 3 \u2060Villa Los Héroes', 'Pasaje Ñandú 45, Casa 3 Villa Los Héroes'],
    ['Santiago', '  Irarrázaval\u00A03450 ', '\u200BDepto 101', 'Irarrázaval 3450, Depto 101'],
    ['Valparaíso', 'Cerro Alegre, Templeman 600', ' ', 'Cerro Alegre, Templeman 600'],
    ['Concepción', 'Barros Arana 1000', 'Barros Arana 1000', 'Barros Arana 1000'],
    ['Bogotá', 'Calle 28 No. 13A-15', 'Piso 17 \u2060Teusaquillo', 'Calle 28 No. 13A-15, Piso 17 Teusaquillo'],
    ['Bogotá', 'Cra. 7 # 71-21', 'Torre B Ofc 902', 'Cra. 7 # 71-21, Torre B Ofc 902'],
    ['Medellín', 'Carrera 43A #1-50', 'Apto 1204', 'Carrera 43A #1-50, Apto 1204'],
    [
      'Ciudad de México',
      'Av. Álvaro Obregón \u2060286',
      'Int. 5 \u2060Roma Norte',
      'Av. Álvaro Obregón 286, Int. 5 Roma Norte',
    ],
    ['Ciudad de México', 'Insurgentes Sur 1602', 'Piso 4', 'Insurgentes Sur 1602, Piso 4'],
    ['Zapopan', 'Calle Calderón de la Barca 130', 'Calle Calderón de la Barca 130', 'Calle Calderón de la Barca 130'],
    ['São Paulo', 'Av. Paulista, \u20601578', 'apto 12, \u2060Bela Vista', 'Av. Paulista, 1578, apto 12, Bela Vista'],
    ['São Paulo', 'Rua Augusta, \u2060s/n', '\u2060Consolação', 'Rua Augusta, s/n, Consolação'],
    ['Quito', 'Av. Amazonas N34-451', 'y Av. Atahualpa', 'Av. Amazonas N34-451, y Av. Atahualpa'],
    ['Buenos Aires', 'Av. Corrientes 1234', '5º B', 'Av. Corrientes 1234, 5º B'],
    ['anywhere', null, 'Av. Larco 345', 'Av. Larco 345'],
    ['anywhere', '\u202AAv. Bidi 1\u202C', null, 'Av. Bidi 1'],
  ])('%s: %j and %j', (city, address1, address2, expected) => {
    expect(locate({ city, address1, address2 })).toMatchObject({ address: expected });
  });

  test('the source names the lines that are filled', () => {
    const sourceOf = (address: Partial<MailingAddress>) =>
      map({ shippingAddress: anAddress(address) }).decisions.find(({ field }) => field === 'dropoff.location.address')
        ?.source;
    expect(sourceOf({ address2: ' ' })).toBe('order.shippingAddress.address1');
    expect(sourceOf({ address1: null, address2: 'Av. Larco 345' })).toBe('order.shippingAddress.address2');
  });
});

describe('an apartment alone is no address', () => {
  test.each([
    ['Depto. 1203', null],
    ['Depto. 1203', '\u2060Miraflores'],
    [null, 'Depto. 1203'],
    ['Torre B', 'Of. 902, piso 9'],
    ['1203', ' '],
    ['Casa 3', 'Int. 4 \u2060Cercado'],
  ])('%j and %j', (address1, address2) => {
    expect(locate({ address1, address2 })).toEqual([
      { code: 'street-missing', field: 'dropoff.location.address', details: {} },
    ]);
  });
});

describe('coordinates', () => {
  test('that Shopify has not recognized are left out', () => {
    const place = { latitude: -33.4, longitude: -70.6 };
    expect(Object.keys(locate({ ...place, coordinatesValidated: false }))).toEqual(['address', 'district']);
    const result = map({ shippingAddress: anAddress({ ...place, coordinatesValidated: false }) });
    expect(result.decisions.at(-1)).toEqual({ field: 'dropoff.location.district', source: 'test' });
  });

  test.each([
    [-33.4, -70.6],
    [0, -78.5],
    [-0.2, 0],
    [90, 180],
    [-90, -180],
  ])('%d, %d are sent', (latitude, longitude) => {
    expect(locate({ latitude, longitude })).toMatchObject({ latitude, longitude });
  });

  test.each([
    [null, null],
    [-33.4, null],
    [null, -70.6],
    [0, 0],
    [90.01, 0],
    [-90.01, 10],
    [10, 180.01],
    [10, -180.01],
    [Number.NaN, 10],
    [10, Number.NaN],
  ])('%s, %s are left out', (latitude, longitude) => {
    expect(Object.keys(locate({ latitude, longitude }))).toEqual(['address', 'district']);
    const result = map({ shippingAddress: anAddress({ latitude, longitude }) });
    expect(result.decisions.map(({ field }) => field)).toEqual([
      'dropoff.contact.fullname',
      'dropoff.contact.email',
      'dropoff.contact.phone',
      'dropoff.location.address',
      'dropoff.location.district',
    ]);
  });
});

describe('missing fields', () => {
  const codesOf = (result: ReturnType<typeof map>) => (result.ok ? [] : result.problems.map(({ code }) => code));

  test('the street, though there is an address', () => {
    const shippingAddress = anAddress({ address1: null, address2: ' ' });
    expect(map({ shippingAddress })).toMatchObject({
      problems: [{ code: 'street-missing', field: 'dropoff.location.address', details: {} }],
    });
  });

  test('all at once', () => {
    const shippingAddress = anAddress({ address1: null, address2: null, phone: null });
    const result = map({ shippingAddress, email: null }, NO_DISTRICT);
    expect(codesOf(result)).toEqual(['email-missing', 'phone-missing', 'street-missing', 'district-missing']);
    expect(result.decisions).toEqual([{ field: 'dropoff.contact.fullname', source: 'order.shippingAddress.name' }]);
  });

  test('without an address nothing is said of the district', () => {
    const billingAddress = anAddress();
    expect(codesOf(map({ shippingAddress: null, billingAddress }, NO_DISTRICT))).toEqual(['address-missing']);
    const [first] = codesOf(map({ shippingAddress: null }, NO_DISTRICT));
    expect(first).toBe('address-missing');
  });

  test.each([NO_DISTRICT, DISTRICT])('customer data withheld by Shopify is one problem of its own', (district) => {
    const withheld = { firstName: null, lastName: null, phone: null, address1: null, address2: null, zip: null };
    expect(map({ shippingAddress: anAddress({ ...withheld, company: 'Té SpA' }), email: null }, district)).toEqual({
      ok: false,
      problems: [
        {
          code: 'customer-data-withheld',
          field: 'dropoff',
          details: { fields: ['name', 'address', 'phone', 'email'] },
        },
      ],
      decisions: [],
    });
  });

  describe('customer data withheld in part', () => {
    const NOTHING = { firstName: null, lastName: null, email: null, phone: null };
    const blank = {
      name: { shippingAddress: anAddress({ firstName: null, lastName: null }) },
      address: { shippingAddress: anAddress({ address1: null, address2: null, zip: null }) },
      phone: { shippingAddress: anAddress({ phone: null }) },
      email: { email: null, customer: NOTHING },
    };
    const theProblem = (...fields: string[]) => ({
      code: 'customer-data-withheld',
      field: 'dropoff',
      details: { fields },
    });

    test.each(['name', 'address', 'phone', 'email'] as const)(
      '%s alone is named, and the order is not blamed',
      (kind) => {
        for (const district of [DISTRICT, NO_DISTRICT]) {
          const result = map({ ...blank[kind], withheld: [kind] }, district);
          const others = district.ok || kind === 'address' ? [] : ['district-missing'];
          expect(result).toMatchObject({ ok: false });
          if (!result.ok) expect(result.problems[0]).toEqual(theProblem(kind));
          expect(codesOf(result).slice(1)).toEqual(others);
        }
        expect(codesOf(map(blank[kind]))).toEqual([kind === 'address' ? 'street-missing' : `${kind}-missing`]);
      },
    );

    test('several are one problem, beside what is wrong with the order', () => {
      const result = map({
        ...blank.email,
        shippingAddress: anAddress({ firstName: null, lastName: null, phone: '1' }),
        withheld: ['name', 'email'],
      });
      expect(result.ok ? [] : result.problems[0]).toEqual(theProblem('name', 'email'));
      expect(codesOf(result)).toEqual(['customer-data-withheld', 'phone-unusable']);
    });

    test('the value that the merchant has set instead is used', () => {
      const settings = settingsWith({ mapping: { phoneFallback: '+56222345678' } }).mapping;
      const order = { ...blank.phone, withheld: ['phone' as const] };
      expect(mapDropoff(aFulfillment({}, order), DISTRICT, settings)).toMatchObject({
        ok: true,
        value: { contact: { phone: '+56222345678' } },
      });
    });
  });

  test.each<Partial<MailingAddress>>([{ firstName: 'Ana' }, { lastName: 'Rojas' }, { phone: '987654321' }])(
    'with %j the address was left out by the buyer, not withheld',
    (given) => {
      const blank = { firstName: null, lastName: null, phone: null, address1: null, address2: null };
      expect(codesOf(map({ shippingAddress: anAddress({ ...blank, ...given }) }))).toContain('street-missing');
    },
  );
});

describe('the company', () => {
  const sent = (address: Partial<MailingAddress>) => {
    const result = map({ shippingAddress: anAddress(address) });
    return result.ok ? [result.value.contact.fullname, result.value.location.address] : result.problems;
  };

  test.each<[string, Partial<MailingAddress>, string, string]>([
    [
      'stands beside the name',
      { company: 'Estudio Luz SpA' },
      'Ana Rojas (Estudio Luz SpA)',
      'Av. Providencia 1234, Depto 56',
    ],
    [
      'that names a part of the building belongs to the address',
      { company: 'Depto 1204 Torre B', address2: null },
      'Ana Rojas',
      'Av. Providencia 1234, Depto 1204 Torre B',
    ],
    [
      'that repeats the second line is not said twice',
      { company: 'depto 56' },
      'Ana Rojas',
      'Av. Providencia 1234, Depto 56',
    ],
    [
      'that repeats the name is not said twice',
      { company: 'ANA ROJAS' },
      'Ana Rojas',
      'Av. Providencia 1234, Depto 56',
    ],
    [
      'that repeats the town is not said twice',
      { company: 'Providencia' },
      'Ana Rojas',
      'Av. Providencia 1234, Depto 56',
    ],
    [
      'is the name where there is none',
      { company: 'Luz SpA', firstName: null, lastName: null },
      'Luz SpA',
      'Av. Providencia 1234, Depto 56',
    ],
    ...[
      '20512345678',
      '76.123.456-K',
      'RUC 20512345678',
      'RUT: 76.123.456-K',
      'NIT 900.123.456-7',
      'CPF 123.456.789-09',
    ].map((company): [string, Partial<MailingAddress>, string, string] => [
      `that is a number of the tax office stays out: ${company}`,
      { company },
      'Ana Rojas',
      'Av. Providencia 1234, Depto 56',
    ]),
    [
      'that is a name and a number is a name',
      { company: 'Luz SpA RUT 76.123.456-K' },
      'Ana Rojas (Luz SpA RUT 76.123.456-K)',
      'Av. Providencia 1234, Depto 56',
    ],
    [
      'that has two offices belongs to the address',
      { company: '1204-1205', address2: null },
      'Ana Rojas',
      'Av. Providencia 1234, 1204-1205',
    ],
    [
      'that is a flat belongs to the address',
      { company: '1204', address2: null },
      'Ana Rojas',
      'Av. Providencia 1234, 1204',
    ],
  ])('%s', (_what, address, fullname, line) => {
    expect(sent(address)).toEqual([fullname, line]);
  });

  test('of a part of the building is named as a source', () => {
    const { decisions } = map({ shippingAddress: anAddress({ company: 'Torre B', address2: null }) });
    expect(decisions).toContainEqual({
      field: 'dropoff.location.address',
      source: 'order.shippingAddress.address1 + company',
    });
  });
});

test.each([
  ['Ana Rojas', 'Ana Rojas', 'Ana Rojas'],
  ['Ana', 'Ana Rojas', 'Ana Rojas'],
  ['Ana Rojas', 'Rojas', 'Ana Rojas'],
  ['Ana', 'Anaya', 'Ana Anaya'],
])('%s and %s are one name: %s', (firstName, lastName, fullname) => {
  const result = map({ shippingAddress: anAddress({ firstName, lastName }) });
  expect(result.ok && result.value.contact.fullname).toBe(fullname);
});

test.each(['https://maps.app.goo.gl/AbC', 'www.google.com/maps?q=1', '-12.1203, -77.0301', 'W9CV+2Q'])(
  '%s is no street',
  (address1) => {
    expect(locate({ address1, address2: 'Depto 5' })).toMatchObject([{ code: 'street-missing' }]);
  },
);
