import { describe, expect, test } from 'vitest';
import { BOUNDS } from '../../../app/bounds.ts';
import { type DeliveryOrder, deliveryOrderSchema } from '../../../app/domain/mapping/delivery-order.ts';

const order: DeliveryOrder = {
  order_number: 'tienda-1001.1',
  delivery_date: '2026-05-06 12:00:00',
  delivery_service: 'NextdayWithWindow',
  delivery_start_time: '09:00',
  delivery_end_time: '23:59',
  notes: '',
  pickup: { location: { id: 1 } },
  dropoff: {
    contact: { fullname: 'Ana Rojas', email: 'ana@example.com', phone: '+56987654321' },
    location: { address: 'Av. Providencia 1234', district: 'Providencia', latitude: -33.4, longitude: -70.6 },
  },
  packages: [{ code: 'A', name: 'Taza', price: '0', qty: 1 }],
  tags: { brand: '' },
  files: [{ name: 'receta.pdf', kind: 'recipe', url: 'https://files.example.com/receta.pdf' }],
  url_tracking: true,
};
const { contact, location } = order.dropoff;
const [aPackage] = order.packages;
const [aFile] = order.files ?? [];

const withContact = (change: object) => ({ dropoff: { contact: { ...contact, ...change }, location } });
const withLocation = (change: object) => ({ dropoff: { contact, location: { ...location, ...change } } });
const withPackage = (change: object) => ({ packages: [{ ...aPackage, ...change }] });
const withFile = (change: object) => ({ files: [{ ...aFile, ...change }] });
const withPickup = (point: object) => ({ pickup: { location: point } });
const BODEGA = { name: 'Bodega', address: 'Irarrázaval 1000', district: 'Ñuñoa' };

describe('what the interface takes', () => {
  test.each<[string, object]>([
    ['every field', {}],
    ...['delivery_start_time', 'delivery_end_time', 'notes', 'files', 'url_tracking'].map((field): [string, object] => [
      `an order without ${field}`,
      { [field]: undefined },
    ]),
    ...['Nextday', 'Express', 'Sameday', 'NextdayWithWindow', 'SamedayWithWindow'].map((service): [string, object] => [
      service,
      { delivery_service: service },
    ]),
    ['a pickup by its address', withPickup(BODEGA)],
    ['the first minute of the day', { delivery_start_time: '00:00' }],
    ['a leap day', { delivery_date: '2028-02-29 00:00:00' }],
    ['the last second of a year', { delivery_date: '2026-12-31 23:59:59' }],
    ['a place without coordinates', withLocation({ latitude: undefined, longitude: undefined })],
    ['the North Pole', withLocation({ latitude: 90, longitude: 180 })],
    ['the South Pole', withLocation({ latitude: -90, longitude: -180 })],
    ['the shortest phone', withContact({ phone: '+5698765' })],
    ['the longest phone', withContact({ phone: '+123456789012345' })],
    ['several packages', { packages: [aPackage, { ...aPackage, price: '12500', qty: 30 }] }],
    ['no tags', { tags: {} }],
    ['no files', { files: [] }],
    ['no tracking URL', { url_tracking: false }],
  ])('%s', (_, change) => {
    const changed = { ...order, ...change };
    expect(deliveryOrderSchema.parse(changed)).toEqual(changed);
  });
});

describe('values that are never sent, by field', () => {
  const TEXTS: readonly [path: string, (text: string) => object][] = [
    ['order_number', (order_number) => ({ order_number })],
    ['dropoff.contact.fullname', (fullname) => withContact({ fullname })],
    ['dropoff.location.address', (address) => withLocation({ address })],
    ['dropoff.location.district', (district) => withLocation({ district })],
    ['packages.0.code', (code) => withPackage({ code })],
    ['packages.0.name', (name) => withPackage({ name })],
    ['files.0.name', (name) => withFile({ name })],
    ['files.0.kind', (kind) => withFile({ kind })],
    ['pickup.location.name', (name) => withPickup({ ...BODEGA, name })],
    ['pickup.location.address', (address) => withPickup({ ...BODEGA, address })],
    ['pickup.location.district', (district) => withPickup({ ...BODEGA, district })],
  ];
  const DATES = [
    ['a day that does not exist', '2026-02-29 12:00:00'],
    ['an hour that does not exist', '2026-05-06 24:00:00'],
    ['a date alone', '2026-05-06'],
    ['a date without seconds', '2026-05-06 12:00'],
    ['a fraction of a second', '2026-05-06 12:00:00.5'],
    ['the form of ISO 8601', '2026-05-06T12:00:00'],
    ['a zone', '2026-05-06 12:00:00Z'],
    ['a word before the date', 'el 2026-05-06 12:00:00'],
  ] as const;
  const TIMES = ['24:00', '9:00', '09:60', '09:00:00', '5 09:00'];
  const PHONES = ['56987654321', '+0987654321', '+569876', '+1234567890123456', '+56 987654321', 'tel:+56987654321'];

  test.each<[string, string, object]>([
    ...['order_number', 'delivery_date', 'delivery_service', 'pickup', 'dropoff', 'packages', 'tags'].map(
      (field): [string, string, object] => ['an order that lacks it', field, { [field]: undefined }],
    ),
    ...TEXTS.map(([path, change]): [string, string, object] => ['nothing but a space', path, change(' ')]),
    ...DATES.map(([what, delivery_date]): [string, string, object] => [what, 'delivery_date', { delivery_date }]),
    ...TIMES.flatMap((time): [string, string, object][] => [
      [time, 'delivery_start_time', { delivery_start_time: time }],
      [time, 'delivery_end_time', { delivery_end_time: time }],
    ]),
    ...PHONES.map((phone): [string, string, object] => [phone, 'dropoff.contact.phone', withContact({ phone })]),
    ['an unknown service', 'delivery_service', { delivery_service: 'Overnight' }],
    ['notes that are no text', 'notes', { notes: 1 }],
    ['branch 0', 'pickup.location.id', withPickup({ id: 0 })],
    ['half a branch', 'pickup.location', withPickup({ id: 1.5 })],
    ['half an address', 'pickup.location', withPickup({ name: 'Bodega', address: 'Irarrázaval 1000' })],
    ['a branch and an address', 'pickup.location', withPickup({ id: 1, ...BODEGA })],
    ['a bad e-mail address', 'dropoff.contact.email', withContact({ email: 'ana' })],
    ['too far north', 'dropoff.location.latitude', withLocation({ latitude: 90.01 })],
    ['too far south', 'dropoff.location.latitude', withLocation({ latitude: -90.01 })],
    ['too far east', 'dropoff.location.longitude', withLocation({ longitude: 180.01 })],
    ['too far west', 'dropoff.location.longitude', withLocation({ longitude: -180.01 })],
    ['no package', 'packages', { packages: [] }],
    ['a price with cents', 'packages.0.price', withPackage({ price: '10.50' })],
    ['a price with its currency', 'packages.0.price', withPackage({ price: '$10' })],
    ['a price that is a number', 'packages.0.price', withPackage({ price: 10 })],
    ['none of a package', 'packages.0.qty', withPackage({ qty: 0 })],
    ['half a package', 'packages.0.qty', withPackage({ qty: 0.5 })],
    ['a tag without a name', 'tags.', { tags: { '': 'x' } }],
    ['a tag that is no text', 'tags.brand', { tags: { brand: 1 } }],
    ['a file that anybody can read on the way', 'files.0.url', withFile({ url: 'http://files.example.com/a.pdf' })],
    ['a file behind another protocol', 'files.0.url', withFile({ url: 'xhttps://files.example.com/a.pdf' })],
    ['a file behind a protocol like it', 'files.0.url', withFile({ url: 'httpsx://files.example.com/a.pdf' })],
    ['a file that is no link', 'files.0.url', withFile({ url: 'receta.pdf' })],
    ['the example’s text in place of a boolean', 'url_tracking', { url_tracking: 'true' }],
    ...(
      [
        ['', { priority: 1 }],
        ['pickup', { pickup: { ...order.pickup, priority: 1 } }],
        ['pickup.location', withPickup({ id: 1, priority: 1 })],
        ['pickup.location', withPickup({ ...BODEGA, priority: 1 })],
        ['dropoff', { dropoff: { ...order.dropoff, priority: 1 } }],
        ['dropoff.contact', withContact({ priority: 1 })],
        ['dropoff.location', withLocation({ priority: 1 })],
        ['packages.0', withPackage({ priority: 1 })],
        ['files.0', withFile({ priority: 1 })],
      ] as const
    ).map(([path, change]): [string, string, object] => ['a field of nobody’s', path, change]),
  ])('%s: %s', (_, path, change) => {
    const issues = deliveryOrderSchema.safeParse({ ...order, ...change }).error?.issues ?? [];
    expect(issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });

  test('the message says what the value must be', () => {
    const messageOf = (change: object) =>
      deliveryOrderSchema.safeParse({ ...order, ...change }).error?.issues[0]?.message;
    expect(messageOf({ delivery_start_time: '9' })).toBe('must be HH:MM');
    expect(messageOf({ delivery_date: 'x' })).toMatch(/^must be YYYY-MM-DD HH:MM:SS/);
    expect(messageOf(withContact({ phone: '1' }))).toBe('must be E.164 with a leading +');
    expect(messageOf(withPackage({ price: 'x' }))).toBe('must be digits');
  });
});

test('texts are sent without spaces at their ends', () => {
  expect(deliveryOrderSchema.parse({ ...order, order_number: ' tienda-1 ' }).order_number).toBe('tienda-1');
});

test('an address of any script is one', () => {
  const contact = { ...order.dropoff.contact, email: 'muñoz@cabañas.cl' };
  expect(deliveryOrderSchema.safeParse({ ...order, dropoff: { ...order.dropoff, contact } }).error).toBeUndefined();
});

test('a date has no other text beside it', () => {
  for (const delivery_date of [`el ${order.delivery_date}`, `${order.delivery_date} aprox.`]) {
    expect(deliveryOrderSchema.safeParse({ ...order, delivery_date }).success).toBe(false);
  }
});

test('an order has as many packages and tags as the limits allow', () => {
  const check = (change: object) => deliveryOrderSchema.safeParse({ ...order, ...change }).error?.issues[0]?.message;
  const packages = (count: number) => ({ packages: Array.from({ length: count }, () => order.packages[0]) });
  const tags = (count: number) => ({
    tags: Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${index}`, 'x'])),
  });
  expect(check(packages(2 * BOUNDS.fulfillmentLines))).toBeUndefined();
  expect(check(packages(2 * BOUNDS.fulfillmentLines + 1))).toBeDefined();
  expect(check(tags(BOUNDS.sentTags))).toBeUndefined();
  expect(check(tags(BOUNDS.sentTags + 1))).toBe(`must be ${BOUNDS.sentTags} at most`);
});
