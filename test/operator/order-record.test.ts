import { describe, expect, it } from 'vitest';
import { recordOf, recordsIn } from '../../app/operator/order-record.ts';

const record = {
  notes: '',
  created: '2026-11-21T13:00:00Z',
  updated: '2026-11-21T14:00:00Z',
  contactName: 'Iñaki Núñez',
  contactPhone: '+51987654321',
  contactEmail: 'inaki@example.com',
  orderNumber: 'tienda-1001.1',
  deliveryDate: '2026-11-22T17:00:00Z',
  last_state: 'asignación aceptada',
  state: [{ date: '21-11-2026 08:00:00', status: 'ingresado' }],
  packages: [{ name: 'Taza', price: 35, qty: '1' }],
  trackingURL: 'https://track.example/1',
};

it('reads the record of the interface', () => {
  expect(recordsIn({ errors: null, success: true, data: { deliveries: [record] } })).toEqual([
    {
      orderNumber: 'tienda-1001.1',
      notes: null,
      created: '2026-11-21T13:00:00Z',
      updated: '2026-11-21T14:00:00Z',
      deliveryDate: '2026-11-22T17:00:00Z',
      contactName: 'Iñaki Núñez',
      contactPhone: '+51987654321',
      contactEmail: 'inaki@example.com',
      lastState: 'asignación aceptada',
      history: [{ status: 'ingresado', date: '21-11-2026 08:00:00' }],
      packages: [{ name: 'Taza', price: 35, qty: 1 }],
      trackingUrl: 'https://track.example/1',
    },
  ]);
});

describe('where a record can be', () => {
  it.each<[string, unknown]>([
    ['in the envelope', { data: { deliveries: [record] } }],
    ['in the data of the envelope', { success: true, data: record }],
    ['in a list as data', { data: [record] }],
    ['in an array', [record]],
    ['alone', record],
    ['in a list of deliveries', { deliveries: [record] }],
  ])('%s', (_where, content) => {
    expect(recordsIn(content)).toHaveLength(1);
  });

  it('not deeper than an envelope can be, however deep an answer is', () => {
    const depth = 100_000;
    expect(recordsIn(JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`))).toEqual([]);
    expect(recordsIn(JSON.parse(`${'{"data":'.repeat(depth)}1${'}'.repeat(depth)}`))).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'ok'],
    ['an empty list', []],
    ['an object without a field of a record', { id: 7 }],
    ['numbers', [1, 2]],
  ])('not in %s', (_where, content) => {
    expect(recordsIn(content)).toEqual([]);
  });
});

describe('a record that is not quite as described', () => {
  const read = (change: object) => recordsIn({ ...record, ...change })[0];

  it('keeps what can be read', () => {
    expect(read({ state: 'none', packages: null, contactPhone: 51987654321, notes: { a: 1 } })).toMatchObject({
      history: [],
      packages: null,
      contactPhone: '51987654321',
      notes: null,
      orderNumber: 'tienda-1001.1',
    });
  });

  it('ignores empty entries of the history', () => {
    const state = [{ status: '', date: '' }, null, { date: '1' }, { status: 'entregado', date: '21-11-2026 08:00:00' }];
    expect(read({ state })?.history).toEqual([{ status: 'entregado', date: '21-11-2026 08:00:00' }]);
  });

  it('drops characters that nobody sees', () => {
    const state = [{ status: 'en\u200b ruta', date: '21-11-2026\u200e 08:00:00' }];
    expect(read({ orderNumber: '\ufeff1001', last_state: '\u202eentregado\u00ad', state })).toMatchObject({
      orderNumber: '1001',
      lastState: 'entregado',
      history: [{ status: 'en ruta', date: '21-11-2026 08:00:00' }],
    });
  });

  it('drops or replaces what cannot be stored', () => {
    const long = 'x'.repeat(201);
    const date = '21-11-2026 08:00:00';
    const state = [
      { status: long, date },
      { status: 'entregado\u0000', date: `${date}\u0000` },
      { status: 'a', date: long },
      { status: 'en \ud83d', date },
    ];
    expect(read({ last_state: 'en\u0000despacho\udc00', state })).toMatchObject({
      lastState: 'endespacho\ufffd',
      history: [
        { status: 'entregado', date },
        { status: 'en \ufffd', date },
      ],
    });
  });

  it('writes a tracking URL as a URL is written', () => {
    expect(read({ trackingURL: ' https://track.example/Ñandú 1\n' })?.trackingUrl).toBe(
      'https://track.example/%C3%91and%C3%BA%201',
    );
  });

  it('reads price and quantity both as numbers and as digits', () => {
    const packages = [
      { name: 'A', price: '12', qty: 2 },
      { name: 'B', price: null, qty: 'two' },
    ];
    expect(read({ packages })?.packages).toEqual([
      { name: 'A', price: 12, qty: 2 },
      { name: 'B', price: null, qty: null },
    ]);
  });

  it.each(['trackingURL', 'trackingUrl', 'tracking_url', 'url_tracking'])('finds the tracking URL under %s', (key) => {
    expect(read({ trackingURL: undefined, [key]: 'https://track.example/2' })?.trackingUrl).toBe(
      'https://track.example/2',
    );
  });

  it.each([
    'javascript:alert(1)',
    'true',
    '',
    'ftp://x.example/',
    'https://courier.example@x.example/',
    'https://a:b@x/',
  ])('does not accept %j as a tracking URL', (trackingURL) => {
    expect(read({ trackingURL })?.trackingUrl).toBeNull();
  });
});

describe('recordOf', () => {
  const all = (...changes: object[]) => recordsIn(changes.map((change) => ({ ...record, ...change })));

  it('is the newest of those with the number', () => {
    const records = all(
      { created: '2026-11-20T00:00:00Z', notes: 'old' },
      { created: '2026-11-22T00:00:00Z', notes: 'new' },
      { created: '2026-11-23T00:00:00Z', orderNumber: 'another', notes: 'other' },
    );
    expect(recordOf('tienda-1001.1', records)?.notes).toBe('new');
  });

  it.each([
    ['02-12-2026 08:00:00', '12-11-2026 08:00:00'],
    ['29-11-2026 08:00:00', '12-11-2026 08:00:00'],
    ['29-11-2026 01:00:00 PM', '2026-11-29T12:00:00Z'],
    ['1795266000', '20-11-2026 08:00'],
  ])('created %s is newer than %s', (newer, older) => {
    const records = all({ created: older, notes: 'old' }, { created: newer, notes: 'new' }, { created: 'ayer' });
    expect(recordOf('tienda-1001.1', records)?.notes).toBe('new');
  });

  it('is one that names no number, when none has it', () => {
    expect(recordOf('tienda-1001.1', all({ orderNumber: null, notes: 'unnamed' }))?.notes).toBe('unnamed');
  });

  it('is none when all are of other numbers', () => {
    expect(recordOf('tienda-1001.1', all({ orderNumber: 'another' }))).toBeNull();
  });
});
