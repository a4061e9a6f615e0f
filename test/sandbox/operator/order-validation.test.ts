import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SandboxOperator } from '../../../sandbox/operator/sandbox-operator.ts';
import { startSandboxOperator } from '../../../sandbox/operator/server.ts';
import { create, errorsOf, type Json, ORDER, orderWith, TOKEN } from './operator-caller.ts';

let operator: SandboxOperator;
beforeAll(async () => {
  operator = await startSandboxOperator({ tokens: [TOKEN], branches: { [TOKEN]: [101, 7] } });
});
beforeEach(() => operator.reset());
afterAll(() => operator.close());

const ADDRESS_PICKUP = { name: 'Bodega', address: 'Jr. Callao 12', district: 'Lima' };
const FILE = { name: 'receta.pdf', kind: 'recipe', url: 'https://files.example.pe/receta.pdf?id=1' };
const NOT_TEXT: Json[] = [null, 7, true, {}, ['x']];
const NO_TEXT: Json[] = [...NOT_TEXT, '', ' \t'];
const NO_OBJECT: Json[] = [null, 'x', 7, [], true];

/** By field of §2.1-2.5: values it takes, values it does not, and whether it may be left out where that can be asked. */
const FIELDS: Record<string, { right: Json[]; wrong: Json[]; required?: boolean }> = {
  order_number: { required: true, right: ['A', 'tienda #1/2 ñ'], wrong: NO_TEXT },
  delivery_date: {
    required: true,
    right: ['2026-12-31 23:59:59', '2028-02-29 00:00:00', '2020-01-01 08:00:00'],
    wrong: [
      ...[...NO_TEXT, '2026-11-21', '2026-11-21T18:00:00', '2026-11-21 18:00', '2026-11-21 18:00:00Z'],
      ...['2026-11-21 18:00:00.5', '21-11-2026 18:00:00', '2026-1-2 18:00:00', ' 2026-11-21 18:00:00'],
      ...['2026-11-21 18:00:00\n', '2026-02-29 10:00:00', '2026-13-01 10:00:00', '2026-04-31 10:00:00'],
      ...['2026-11-00 10:00:00', '2026-11-21 24:00:00', '2026-11-21 10:60:00', '2026-11-21 10:00:60'],
    ],
  },
  delivery_service: {
    required: true,
    right: ['Nextday', 'Express', 'Sameday'],
    wrong: [...NO_TEXT, 'nextday', 'Next Day', 'Samedaywithwindow', 'Pickup'],
  },
  notes: { required: false, right: ['', 'Tocar el timbre\ndos veces'], wrong: NOT_TEXT },
  pickup: { required: true, right: [{ location: { id: 7 } }], wrong: NO_OBJECT },
  'pickup.location': { required: true, right: [{ id: 7 }, ADDRESS_PICKUP], wrong: NO_OBJECT },
  'pickup.location.id': { right: [101, 7], wrong: [null, '101', 1.5, 0, -101, 102, [], true] },
  dropoff: { required: true, right: [], wrong: NO_OBJECT },
  'dropoff.contact': { required: true, right: [], wrong: NO_OBJECT },
  'dropoff.contact.fullname': { required: true, right: ['O'], wrong: NO_TEXT },
  'dropoff.contact.email': {
    required: true,
    right: ['a@b.pe', 'rosa.q+1@mail.example.co.uk', 'ñandú@correo.cl'],
    wrong: [...NO_TEXT, 'rosa', '@b.pe', 'rosa@', 'rosa@example', 'rosa@example.', 'rosa q@b.pe', 'a@b@c.pe', 'a@.pe'],
  },
  'dropoff.contact.phone': {
    required: true,
    right: ['+51987654321', '+56912345678', '+6834001', '+123456789012345'],
    wrong: [
      ...[...NO_TEXT, '51987654321', '0051987654321', '+51 987 654 321', '+51-987654321', '+0987654321'],
      ...['+123456', '+1234567890123456', '+51987654321 ext. 2', '++51987654321', '+٥١٩٨٧٦٥٤٣٢١'],
    ],
  },
  'dropoff.location': { required: true, right: [], wrong: NO_OBJECT },
  'dropoff.location.address': { required: true, right: ['S/N'], wrong: NO_TEXT },
  'dropoff.location.district': { required: true, right: ['Ñuñoa'], wrong: NO_TEXT },
  packages: { required: true, right: [], wrong: [null, {}, 'x', 7, []] },
  'packages.1': { right: [], wrong: NO_OBJECT },
  'packages.1.code': { required: true, right: ['1'], wrong: NO_TEXT },
  'packages.1.name': { required: true, right: ['Vaso'], wrong: NO_TEXT },
  'packages.1.price': {
    required: true,
    right: ['0', '10', '999999999999999'],
    wrong: [...NO_TEXT, 2990, '29.90', '-1', '+1', '1e3', '$10', ' 10', '10 ', '1,000', '٣', '1234567890123456'],
  },
  'packages.1.qty': { required: true, right: [1, 500], wrong: [null, 0, -1, 1.5, '1', true, {}, []] },
  tags: { required: true, right: [{}, { brand: '' }, { brand: 'x', 'otra clave': 'y' }], wrong: NO_OBJECT },
  'tags.brand': { required: false, right: ['x', ''], wrong: NOT_TEXT },
  files: { required: false, right: [[], [FILE], [FILE, FILE]], wrong: [null, {}, 'x', 7, FILE] },
  url_tracking: { required: false, right: [true, false, 'true', 'false'], wrong: [null, 'yes', 'True', '', 1, 0, {}] },
};

/** `packages.1.qty` as the operator names it: `packages[1].qty`. */
function nameOf(path: string): string {
  return path.replace(/\.(\d+)/g, '[$1]');
}

async function expectRefused(order: Json, ...fields: string[]) {
  const response = await create(operator, order);
  expect(response.status).toBe(422);
  const errors = await errorsOf(response);
  expect(errors.map(({ field }) => field)).toEqual(fields);
  for (const { field, message } of errors) expect(message).toMatch(field || /^the body /);
  expect(operator.orders()).toEqual([]);
  return errors;
}

async function expectAccepted(order: Json) {
  const response = await create(operator, order);
  expect({ status: response.status, body: await response.text() }).toMatchObject({ status: 201 });
  expect(JSON.parse(operator.orders()[0]?.rawBody ?? '')).toEqual(JSON.parse(JSON.stringify(order)));
}

describe.each(Object.entries(FIELDS))('%s', (path, { required, right, wrong }) => {
  test.each(right.map((value) => [JSON.stringify(value), value] as const))('may be %s', async (_title, value) => {
    await expectAccepted(orderWith({ [path]: value }));
  });

  test.each(wrong.map((value) => [JSON.stringify(value), value] as const))('may not be %s', async (_title, value) => {
    await expectRefused(orderWith({ [path]: value }), nameOf(path));
  });

  if (required) {
    test('is required', async () => {
      const [error] = await expectRefused(orderWith({ [path]: undefined }), nameOf(path));
      expect(error?.message).toBe(`${nameOf(path)} is required`);
    });
  }
  if (required === false) {
    test('may be left out', async () => {
      await expectAccepted(orderWith({ [path]: undefined }));
    });
  }
});

describe('the body', () => {
  test.each([null, 'x', 7, true, [], [ORDER]])('may not be %j', async (body) => {
    await expectRefused(body, '');
  });

  test('names every problem at once', async () => {
    const order = {
      delivery_date: 'tomorrow',
      delivery_service: 'SamedayWithWindow',
      pickup: { location: { id: 99 } },
      dropoff: { contact: { phone: '987654321' }, location: { address: 'Av. 1', latitude: 0, longitude: 0 } },
      packages: [{ code: 'SKU', name: 'Taza', price: 5, qty: '2' }],
      tags: { brand: 1 },
      extra: true,
    };
    await expectRefused(
      order,
      ...['order_number', 'delivery_date'],
      ...['dropoff.contact.fullname', 'dropoff.contact.email', 'dropoff.contact.phone', 'dropoff.location.district'],
      ...['packages[0].price', 'packages[0].qty', 'tags.brand', 'extra', 'pickup.location.id'],
      ...['delivery_start_time', 'delivery_end_time', 'dropoff.location.latitude', 'dropoff.location.longitude'],
    );
  });
});

describe('a field that the interface does not know is refused in', () => {
  test.each([
    'comment',
    'pickup.comment',
    'dropoff.comment',
    'dropoff.contact.comment',
    'dropoff.location.comment',
    'packages.0.comment',
    'files.0.comment',
  ])('%s', async (path) => {
    const [error] = await expectRefused(
      path.startsWith('files') ? orderWith({ files: [{ ...FILE, comment: 'x' }] }) : orderWith({ [path]: 'x' }),
      nameOf(path),
    );
    expect(error?.message).toBe(`${nameOf(path)} is not a field of the interface`);
  });
});

describe('a pickup by address', () => {
  test.each(['name', 'address', 'district'])('needs its %s', async (field) => {
    for (const value of [undefined, ...NO_TEXT]) {
      await expectRefused(
        orderWith({ 'pickup.location': { ...ADDRESS_PICKUP, [field]: value } }),
        `pickup.location.${field}`,
      );
    }
  });

  test('without any field lacks all three', async () => {
    await expectRefused(
      orderWith({ 'pickup.location': {} }),
      ...['name', 'address', 'district'].map((f) => `pickup.location.${f}`),
    );
  });

  test('does not go with a branch', async () => {
    await expectRefused(
      orderWith({ 'pickup.location': { id: 101, ...ADDRESS_PICKUP } }),
      ...['pickup.location.name', 'pickup.location.address', 'pickup.location.district'],
    );
  });
});

test('a branch of another account is not registered for this one', async () => {
  operator.addToken('another-token', { branches: [55] });
  await expectRefused(orderWith({ 'pickup.location.id': 55 }), 'pickup.location.id');
  const response = await create(operator, orderWith({ 'pickup.location.id': 55 }), { token: 'another-token' });
  expect(response.status).toBe(201);
});

describe('a window', () => {
  const START = 'delivery_start_time';
  const END = 'delivery_end_time';

  test.each(['NextdayWithWindow', 'SamedayWithWindow'])('is required with %s', async (service) => {
    await expectAccepted(orderWith({ delivery_service: service, [START]: '09:00', [END]: '13:30' }));
    operator.reset();
    await expectRefused(orderWith({ delivery_service: service }), START, END);
    await expectRefused(orderWith({ delivery_service: service, [START]: '09:00' }), END);
    await expectRefused(orderWith({ delivery_service: service, [END]: '09:00' }), START);
  });

  test('may go with a service that needs none, as a whole', async () => {
    await expectAccepted(orderWith({ [START]: '00:00', [END]: '23:59' }));
    operator.reset();
    await expectRefused(orderWith({ [START]: '09:00' }), END);
    await expectRefused(orderWith({ [END]: '09:00' }), START);
  });

  test.each(['9:00', '09:00:00', '24:00', '12:60', '09.00', '', ' 09:00', 9, null])('has no time %j', async (value) => {
    await expectRefused(orderWith({ [START]: value, [END]: '18:00' }), START);
    await expectRefused(orderWith({ [START]: '08:00', [END]: value }), END);
  });

  test('does not end when it starts', async () => {
    await expectRefused(orderWith({ [START]: '09:00', [END]: '09:00' }), END);
  });

  test('may end on the next day', async () => {
    await expectAccepted(orderWith({ [START]: '22:00', [END]: '01:00' }));
  });
});

describe('coordinates', () => {
  const LATITUDE = 'dropoff.location.latitude';
  const LONGITUDE = 'dropoff.location.longitude';

  test.each([
    [-12.0464, -77.0428],
    [90, 180],
    [-90, -180],
    [0, -78.4],
    [51.5, 0],
  ])('may be %d, %d', async (latitude, longitude) => {
    await expectAccepted(orderWith({ [LATITUDE]: latitude, [LONGITUDE]: longitude }));
  });

  test.each(['-12.04', null, true, 90.001, -91])('have no latitude %j', async (latitude) => {
    await expectRefused(orderWith({ [LATITUDE]: latitude, [LONGITUDE]: -77 }), LATITUDE);
  });

  test.each(['-77.04', null, true, 180.001, -181])('have no longitude %j', async (longitude) => {
    await expectRefused(orderWith({ [LATITUDE]: -12, [LONGITUDE]: longitude }), LONGITUDE);
  });

  test('are never 0,0, and never one alone', async () => {
    await expectRefused(orderWith({ [LATITUDE]: 0, [LONGITUDE]: 0 }), LATITUDE, LONGITUDE);
    await expectRefused(orderWith({ [LATITUDE]: -12 }), LONGITUDE);
    await expectRefused(orderWith({ [LONGITUDE]: -77 }), LATITUDE);
  });
});

describe('a file', () => {
  test.each(['name', 'kind'])('needs its %s', async (field) => {
    for (const value of [undefined, ...NO_TEXT]) {
      await expectRefused(orderWith({ files: [FILE, { ...FILE, [field]: value }] }), `files[1].${field}`);
    }
  });

  test.each([undefined, null, 7, '', 'receta.pdf', '/receta.pdf', 'ftp://example.pe/x', 'javascript:alert(1)'])(
    'has no url %j',
    async (url) => {
      await expectRefused(orderWith({ files: [{ ...FILE, url }] }), 'files[0].url');
    },
  );

  test.each(NO_OBJECT.map((file) => [JSON.stringify(file), file] as const))('may not be %s', async (_title, file) => {
    await expectRefused(orderWith({ files: [file] }), 'files[0]');
  });
});
