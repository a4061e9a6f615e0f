import { describe, expect, it } from 'vitest';
import { deliveryOrderSchema } from '../../app/domain/mapping/delivery-order.ts';
import { resolveDistrict } from '../../app/domain/mapping/district/district.ts';
import type { FulfillmentEventStatus } from '../../app/domain/tracking/fulfillment-events.ts';
import { endOf, type StateGroup } from '../../app/domain/tracking/operator-state.ts';
import { shopSettingsSchema } from '../../app/domain/settings/shop-settings.ts';
import { checkToken, createOrder, findOrder, type OperatorAccess } from '../../app/operator/client.ts';
import { ORDER, orderWith, valueAt } from '../contract/an-order.ts';
import { operatorAccount, TOKEN } from '../contract/operator-account.ts';
import { anAddress, anOrder } from '../domain/planning/inputs/plan-inputs.ts';
import { serverSaying } from './answering-server.ts';
import { failureOf } from './failure-of.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';
import { recogniseState } from '../set-up/built-in-states.ts';

/**
 * What operators of this kind were seen to do beyond the Order Delivery Service Interface. Hints: the app takes all of it
 * and depends on none of it. What the interface itself says is held in `test/contract`.
 */

const NUMBER = ORDER.order_number;

async function accessToOneSaying(content: unknown): Promise<OperatorAccess> {
  const { url } = await serverSaying(200, content);
  return { baseUrl: url, token: TOKEN, pace: TEST_PACE.operator };
}

describe('the answer of a creation', () => {
  const record = { orderNumber: NUMBER, contactName: 'Íñigo Ñahui', destination: { address: 'Jr. Los Ñandúes 345' } };

  it('may be an array of a record with more fields than the interface has', async () => {
    expect(await createOrder(await accessToOneSaying([record]), ORDER)).toEqual({ httpStatus: 200, trackingUrl: null });
  });

  it.each(
    ['trackingURL', 'tracking_url', 'url_tracking'].flatMap((name) => {
      const told = { ...record, [name]: 'https://track.example/7' };
      return [
        ['an array', name, [told]],
        ['an object', name, told],
        ['the data of an envelope', name, { success: true, errors: null, data: told }],
        ['the envelope of reading', name, { success: true, errors: null, data: { deliveries: [told] } }],
      ] as const;
    }),
  )('may be %s with the tracking URL as %s', async (_shape, _name, content) => {
    expect(await createOrder(await accessToOneSaying(content), ORDER)).toEqual({
      httpStatus: 200,
      trackingUrl: 'https://track.example/7',
    });
  });

  it('may repeat url_tracking as it was sent, which is no URL', async () => {
    const access = await accessToOneSaying({ ...record, url_tracking: 'true' });
    expect(await createOrder(access, ORDER)).toMatchObject({ trackingUrl: null });
  });

  it('may be a 2xx that says success: false', async () => {
    const access = await accessToOneSaying({ success: false, errors: ['comuna sin cobertura'] });
    expect(await failureOf(createOrder(access, ORDER))).toMatchObject({
      failure: 'refused',
      message: 'comuna sin cobertura',
    });
  });
});

describe('reading', () => {
  it('may find several deliveries under one number: the newest is ours', async () => {
    const { operator, access } = await operatorAccount({ deliveriesPerNumber: 'several' });
    await createOrder(access, ORDER);
    expect(await findOrder(access, NUMBER)).toMatchObject({ record: { trackingUrl: `${operator.url}/tracking/1` } });
  });
});

describe('coordinates', () => {
  it('are left out when they are unknown', async () => {
    const { operator, access } = await operatorAccount();
    const order = orderWith({ 'dropoff.location.latitude': undefined, 'dropoff.location.longitude': undefined });
    await createOrder(access, order);
    const location = valueAt(JSON.parse(operator.requests()[0]?.body ?? ''), 'dropoff.location');
    expect(location).toEqual({ address: ORDER.dropoff.location.address, district: 'Breña' });
  });
});

describe('order numbers', () => {
  it.each(['EN 1001', 'pedido Ñ 12 B', '1001'])('may be like %j', async (orderNumber) => {
    const { operator, access } = await operatorAccount();
    await createOrder(access, orderWith({ order_number: orderNumber }));
    expect(await findOrder(access, orderNumber)).toMatchObject({ record: { orderNumber } });
    expect(operator.requests().at(-1)?.path).toBe(`/order/${encodeURIComponent(orderNumber)}`);
  });

  it('may come back as numbers', async () => {
    const access = await accessToOneSaying({ success: true, data: { deliveries: [{ orderNumber: 1001 }] } });
    expect(await findOrder(access, '1001')).toMatchObject({ record: { orderNumber: '1001' } });
  });
});

describe('window times', () => {
  it('are HH:MM, whatever one integration sends', () => {
    for (const [time, isRight] of [
      ['09:30', true],
      ['09:30:00', false],
    ] as const) {
      expect(deliveryOrderSchema.safeParse(orderWith({ delivery_start_time: time })).success).toBe(isRight);
    }
  });
});

describe('districts', () => {
  it('come from the order, the merchant and the deployer: the operator is not asked for a list', async () => {
    const order = anOrder({ shippingAddress: anAddress({ city: 'Nunoa' }) });
    const { mapping } = shopSettingsSchema.parse({ mapping: { districtAliases: { Nunoa: 'Ñuñoa' } } });
    expect(resolveDistrict(order, mapping, ['Ñuñoa'], null)).toMatchObject({ ok: true, value: 'Ñuñoa' });

    const { operator, access } = await operatorAccount();
    await checkToken(access);
    await createOrder(access, ORDER);
    await findOrder(access, NUMBER);
    const targets = operator.requests().map(({ method, path }) => `${method} ${path}`);
    expect(targets).toEqual(['GET /order/handoff-connection-test', 'POST /order', `GET /order/${NUMBER}`]);
  });
});

describe('environments', () => {
  it('are separate hosts: an order of one is not known in the other', async () => {
    const [production, acceptance] = [await operatorAccount(), await operatorAccount()];
    await createOrder(acceptance.access, ORDER);
    expect(await findOrder(production.access, NUMBER)).toMatchObject({ kind: 'not-found' });
    expect(await findOrder(acceptance.access, NUMBER)).toMatchObject({ kind: 'found' });
  });
});

describe('the token', () => {
  it('is tried with a read of an order that cannot exist', async () => {
    const { operator, access } = await operatorAccount();
    expect(await checkToken(access)).toEqual({ kind: 'accepted' });
    operator.revokeToken(TOKEN);
    expect(await checkToken(access)).toMatchObject({ kind: 'refused' });
    expect(await checkToken({ ...access, token: 'unknown' })).toMatchObject({ kind: 'refused' });
  });
});

describe('rate limits', () => {
  it('may be answered 429 without a header', async () => {
    const { access, clock } = await operatorAccount({ rateLimit: 1 });
    await createOrder(access, ORDER);
    expect(await failureOf(findOrder(access, NUMBER))).toMatchObject({ failure: 'throttled', retryAfterMs: null });
    clock.advance(60_000);
    expect(await findOrder(access, NUMBER)).toMatchObject({ kind: 'found' });
  });
});

describe('names of states besides the six', () => {
  const badly = (name: string) => [name, 'ended-badly', 'FAILURE', 'failed'] as const;

  it.each<readonly [string, StateGroup, FulfillmentEventStatus | null, 'failed' | null]>([
    ['pre recepción virtual', 'accepted', null, null],
    ['aceptado', 'accepted', 'CONFIRMED', null],
    ['retirado', 'on-the-way', 'CARRIER_PICKED_UP', null],
    ['recepción en bodega', 'on-the-way', 'IN_TRANSIT', null],
    ['almacenaje', 'delayed', 'DELAYED', null],
    ['recepción log inversa', 'delayed', 'DELAYED', null],
    ['sin moradores', 'attempt-failed', 'ATTEMPTED_DELIVERY', null],
    ['error dirección', 'needs-merchant', 'DELAYED', null],
    ...['rechazado cliente', 'devolución exitosa', 'devolución al cliente', 'extraviado', 'cancelado'].map(badly),
    ...['extraviado en bodega', 'pedido anulado', 'pedido anulado cliente', 'retiro CD cliente'].map(badly),
  ])('%s: %s, %s, %s', async (name, group, event, end) => {
    const { operator, access } = await operatorAccount();
    await createOrder(access, ORDER);
    operator.setState(NUMBER, name);
    const found = await findOrder(access, NUMBER);
    expect(found).toMatchObject({ record: { lastState: name, history: [{ status: name }, { status: 'ingresado' }] } });
    for (const written of [name, name.toUpperCase(), name.normalize('NFD').replace(/\p{M}/gu, '')]) {
      expect(recogniseState(written)).toMatchObject({ group, event });
    }
    expect(endOf(group)).toBe(end);
  });
});
