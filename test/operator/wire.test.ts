import { describe, expect, it } from 'vitest';
import { createOrder, findOrder, type OperatorAccess } from '../../app/operator/client.ts';
import { parseProfile } from '../../app/operator/profile/operator-profile.ts';
import { addressOfOrder, writeOrder } from '../../app/operator/wire.ts';
import { ORDER, orderWith } from '../contract/an-order.ts';
import { TOKEN } from '../contract/operator-account.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';
import { serverAnswering } from './answering-server.ts';
import { failureOf } from './failure-of.ts';

const profileOf = (content: object) => parseProfile(content, 'refuse');

async function accessTo(status: number, content: unknown, profile: object): Promise<OperatorAccess> {
  const server = await serverAnswering((response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(content));
  });
  return { baseUrl: server.url, token: TOKEN, pace: TEST_PACE.operator, profile: profileOf(profile) };
}

describe('an order is written', () => {
  const { address, district } = ORDER.dropoff.location;
  const location = { address, district };
  const { order_number, delivery_date, delivery_service, pickup, packages, tags } = ORDER;
  const bare = {
    order_number,
    delivery_date,
    delivery_service,
    pickup,
    packages,
    tags,
    dropoff: { ...ORDER.dropoff, location },
    delivery_start_time: '09:00',
    delivery_end_time: '13:00',
    url_tracking: true,
  };

  it('as the interface says, without a profile', () => {
    expect(writeOrder(bare, profileOf({}))).toEqual(bare);
  });

  it('in every form that a profile names', () => {
    const profile = profileOf({
      urlTracking: 'text',
      coordinates: { unknown: 'zero' },
      times: 'HH:MM:SS',
      emptyFiles: 'send',
      emptyNotes: 'send',
      districts: [{ name: location.district, code: 'D-7' }],
    });
    expect(writeOrder(bare, profile)).toEqual({
      ...bare,
      url_tracking: 'true',
      delivery_start_time: '09:00:00',
      delivery_end_time: '13:00:00',
      notes: '',
      files: [],
      dropoff: { ...bare.dropoff, location: { ...location, district: 'D-7', latitude: 0, longitude: 0 } },
    });
  });

  it('with the coordinates that are known', () => {
    const known = orderWith({
      dropoff: { ...ORDER.dropoff, location: { ...location, latitude: -12.1, longitude: -77 } },
    });
    expect(writeOrder(known, profileOf({ coordinates: { unknown: 'zero' } })).dropoff).toEqual(known.dropoff);
  });

  it('to the paths of the profile, with the number as one segment', () => {
    const { paths } = { paths: { read: '/v2/orders/{order_number}/' } };
    expect(addressOfOrder('https://operator.example/api', 'A 1/$&', profileOf({ paths }))).toBe(
      'https://operator.example/api/v2/orders/A%201%2F%24%26/',
    );
  });
});

describe('an order that the operator does not have', () => {
  it.each<[string, number, unknown, object]>([
    ['a code', 400, { error: { code: 'ORD-404' } }, { codes: ['ord-404'] }],
    ['a code in digits', 200, { codigo: 1404, mensaje: 'x' }, { codes: [1404] }],
    ['a code beside a failure', 200, { success: false, errors: [{ code: 'E17' }], data: null }, { codes: ['E17'] }],
    ['a status', 410, { message: 'hm' }, { statuses: [410] }],
    ['words', 400, { message: 'Pedido: DESCONHECIDO!' }, { words: ['pedido desconhecido'] }],
  ])('is known by %s', async (_, status, content, absence) => {
    expect(await findOrder(await accessTo(status, content, { absence }), 'X-1')).toEqual({
      kind: 'not-found',
      httpStatus: status,
    });
    expect(await failureOf(findOrder(await accessTo(status, content, {}), 'X-1'))).toBeInstanceOf(Error);
  });

  it.each<[string, number, unknown]>([
    ['a refused token', 401, { code: 'ORD-404' }],
    ['a pause', 429, { code: 'ORD-404' }],
    ['a failure', 500, { code: 'ORD-404', message: 'pedido desconhecido' }],
    ['a code elsewhere', 400, { trace: 'ORD-404' }],
    ['words inside others', 400, { message: 'pedido desconhecidos' }],
  ])('is not known by %s', async (_, status, content) => {
    const access = await accessTo(status, content, { absence: { codes: ['ORD-404'], words: ['pedido desconhecido'] } });
    expect(await failureOf(findOrder(access, 'X-1'))).toBeInstanceOf(Error);
  });

  it('is not one whose record stands beside the code', async () => {
    const record = { orderNumber: 'X-1', last_state: 'ingresado', code: 'ORD-404' };
    const access = await accessTo(200, record, { absence: { codes: ['ORD-404'] } });
    expect(await findOrder(access, 'X-1')).toMatchObject({ kind: 'found' });
  });
});

it('no tracking URL of another host than the profile allows is taken', async () => {
  const record = (url: string) => ({ orderNumber: ORDER.order_number, last_state: 'ingresado', trackingURL: url });
  const urlFrom = async (url: string) => {
    const access = await accessTo(200, record(url), { trackingHost: 'track.operator.example' });
    const found = await findOrder(access, ORDER.order_number);
    const { trackingUrl } = await createOrder(access, ORDER);
    return [trackingUrl, found.kind === 'found' ? found.record.trackingUrl : 'lost'];
  };
  const good = 'https://track.operator.example/1';
  expect(await urlFrom(good)).toEqual([good, good]);
  for (const bad of [
    'https://evil.example/1',
    'https://track.operator.example.evil.example/',
    'https://track.operator.example@evil.example/',
  ]) {
    expect(await urlFrom(bad)).toEqual([null, null]);
  }
});
