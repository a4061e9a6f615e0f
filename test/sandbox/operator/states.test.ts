import { describe, expect, test } from 'vitest';
import { manualClock } from '../../../sandbox/clock.ts';
import type { SandboxOperatorOptions } from '../../../sandbox/operator/sandbox-operator.ts';
import { create, deliveryOf, operatorFor, ORDER, orderWith, read, TOKEN } from './operator-caller.ts';

const NUMBER = 'norte #1001-F1';
const START = new Date('2026-11-20T15:00:00Z');
const MINUTE = 60_000;

const TIMELINE = {
  ingresado: 1 * MINUTE,
  'asignación aceptada': 2 * MINUTE,
  'en punto de retiro': 3 * MINUTE,
  'en despacho': 4 * MINUTE,
  'en camino entrega': 5 * MINUTE,
};

/** An operator that holds one order, received at START. */
async function operatorWithOrder(options: SandboxOperatorOptions = {}) {
  const clock = manualClock(START);
  const operator = await operatorFor({ clock, timeline: TIMELINE, ...options });
  await create(operator, ORDER);
  const record = async () => deliveryOf(await read(operator, NUMBER));
  const states = async () => (await record()).state.map(({ status }) => status);
  return { clock, operator, record, states };
}

describe('an order that nobody steers', () => {
  test('moves through the six states as the clock goes, newest first', async () => {
    const { clock, record } = await operatorWithOrder();
    const seen: string[] = [];
    for (const minutes of [0, 1, 2, 3, 4, 5, 1_000]) {
      clock.advance(minutes * MINUTE);
      const { last_state, state } = await record();
      expect(last_state).toBe(state[0]?.status);
      seen.push(last_state);
    }
    expect(seen).toEqual([
      ...['ingresado', 'asignación aceptada', 'en punto de retiro', 'en despacho', 'en camino entrega'],
      ...['entregado', 'entregado'],
    ]);
    expect(await record()).toMatchObject({
      created: '2026-11-20T15:00:00.000Z',
      updated: '2026-11-20T15:15:00.000Z',
      state: [
        { date: '20-11-2026 10:15:00', status: 'entregado' },
        { date: '20-11-2026 10:10:00', status: 'en camino entrega' },
        { date: '20-11-2026 10:06:00', status: 'en despacho' },
        { date: '20-11-2026 10:03:00', status: 'en punto de retiro' },
        { date: '20-11-2026 10:01:00', status: 'asignación aceptada' },
        { date: '20-11-2026 10:00:00', status: 'ingresado' },
      ],
    });
  });

  test('does not move before its time', async () => {
    const { clock, states } = await operatorWithOrder();
    clock.advance(MINUTE - 1);
    expect(await states()).toEqual(['ingresado']);
    clock.advance(1);
    expect(await states()).toEqual(['asignación aceptada', 'ingresado']);
  });

  test('stays in a state that lasts for ever', async () => {
    const { clock, states } = await operatorWithOrder({ timeline: { ...TIMELINE, 'asignación aceptada': Infinity } });
    clock.advance(10_000 * MINUTE);
    expect(await states()).toEqual(['asignación aceptada', 'ingresado']);
  });

  test('is delivered within two hours by default', async () => {
    const clock = manualClock(START);
    const operator = await operatorFor({ clock });
    await create(operator, ORDER);
    clock.advance(30 * MINUTE);
    expect(operator.order(NUMBER)?.state).toBe('en despacho');
    clock.advance(90 * MINUTE);
    expect(operator.order(NUMBER)?.state).toBe('entregado');
  });
});

describe('wall-clock times are of the zone of the operator', () => {
  test.each([
    ['America/Lima', '20-11-2026 10:00:00', '2026-11-21T23:00:00.000Z'],
    ['America/Santiago', '20-11-2026 12:00:00', '2026-11-21T21:00:00.000Z'],
    ['Asia/Kathmandu', '20-11-2026 20:45:00', '2026-11-21T12:15:00.000Z'],
    ['Pacific/Auckland', '21-11-2026 04:00:00', '2026-11-21T05:00:00.000Z'],
  ])('%s', async (timeZone, date, deliveryDate) => {
    const { record } = await operatorWithOrder({ timeZone });
    expect(await record()).toMatchObject({ deliveryDate, state: [{ date }] });
  });

  test('in summer and in winter', async () => {
    const operator = await operatorFor({ timeZone: 'America/Santiago' });
    for (const [month, utc] of [
      ['01', '15:00'],
      ['07', '16:00'],
    ]) {
      const order = orderWith({ order_number: `${month}`, delivery_date: `2026-${month}-10 12:00:00` });
      const { deliveryDate } = await deliveryOf(await create(operator, order));
      expect(deliveryDate).toBe(`2026-${month}-10T${utc}:00.000Z`);
    }
  });

  test('also where the clocks skip the hour, at its end', async () => {
    const operator = await operatorFor({ timeZone: 'America/Santiago' });
    // the clocks go from 2026-09-05 24:00 straight to 2026-09-06 01:00
    const response = await create(operator, orderWith({ delivery_date: '2026-09-06 00:00:00' }));
    expect((await deliveryOf(response)).deliveryDate).toBe('2026-09-06T04:00:00.000Z');
  });
});

describe('an order that is put in a state', () => {
  test('shows it, whatever its name, and no longer moves by itself', async () => {
    const { clock, operator, record } = await operatorWithOrder();
    clock.advance(MINUTE);
    operator.setState(NUMBER, 'Sin Moradores');
    clock.advance(1_000 * MINUTE);
    expect(await record()).toMatchObject({
      last_state: 'Sin Moradores',
      updated: '2026-11-20T15:01:00.000Z',
      state: [{ status: 'Sin Moradores' }, { status: 'asignación aceptada' }, { status: 'ingresado' }],
    });
  });

  test('at an earlier time has it where it belongs in the history', async () => {
    const { clock, operator, states } = await operatorWithOrder();
    clock.advance(3 * MINUTE);
    operator.setState(NUMBER, 'pre recepción virtual', new Date(START.getTime() + 30_000));
    expect(await states()).toEqual([
      ...['en punto de retiro', 'asignación aceptada', 'pre recepción virtual', 'ingresado'],
    ]);
  });

  test('at a later time has it then', async () => {
    const { clock, operator, states } = await operatorWithOrder();
    operator.setState(NUMBER, 'extraviado', new Date(START.getTime() + 10 * MINUTE));
    expect(await states()).toEqual(['ingresado']);
    clock.advance(10 * MINUTE);
    expect(await states()).toEqual(['extraviado', 'ingresado']);
  });

  test('can go back from delivered', async () => {
    const { operator, states } = await operatorWithOrder();
    operator.advanceTo(NUMBER, 'entregado');
    operator.setState(NUMBER, 'en camino entrega');
    expect((await states()).slice(0, 3)).toEqual(['en camino entrega', 'entregado', 'en camino entrega']);
  });

  test('does not show it before the order is asked again: what was told stays told', async () => {
    const { operator } = await operatorWithOrder();
    const before = operator.order(NUMBER);
    operator.advanceTo(NUMBER, 'entregado');
    expect(before?.state).toBe('ingresado');
    expect(operator.order(NUMBER)?.state).toBe('entregado');
  });
});

describe('an order that is advanced', () => {
  test('enters every state on the way, once, and stays there', async () => {
    const { clock, operator, record } = await operatorWithOrder();
    clock.advance(MINUTE);
    operator.advanceTo(NUMBER, 'en despacho');
    clock.advance(1_000 * MINUTE);
    expect((await record()).state).toEqual([
      { date: '20-11-2026 10:01:00', status: 'en despacho' },
      { date: '20-11-2026 10:01:00', status: 'en punto de retiro' },
      { date: '20-11-2026 10:01:00', status: 'asignación aceptada' },
      { date: '20-11-2026 10:00:00', status: 'ingresado' },
    ]);
    operator.advanceTo(NUMBER, 'entregado');
    expect((await record()).state.map(({ status }) => status).slice(0, 3)).toEqual([
      ...['entregado', 'en camino entrega', 'en despacho'],
    ]);
  });

  test('to a state that it has been in stays where it is', async () => {
    const { clock, operator, states } = await operatorWithOrder();
    clock.advance(3 * MINUTE);
    operator.advanceTo(NUMBER, 'ingresado');
    clock.advance(1_000 * MINUTE);
    expect(await states()).toEqual(['en punto de retiro', 'asignación aceptada', 'ingresado']);
  });
});

test('steering an order of one account leaves the same number of another alone', async () => {
  const operator = await operatorFor({ tokens: [TOKEN, 'other'] });
  await create(operator, ORDER);
  await create(operator, ORDER, { token: 'other' });
  operator.setState(NUMBER, 'rechazado cliente', undefined, 'other');
  operator.advanceTo(NUMBER, 'en despacho', TOKEN);
  expect(operator.orders().map(({ account, state }) => [account, state])).toEqual([
    [TOKEN, 'en despacho'],
    ['other', 'rechazado cliente'],
  ]);
});

test('an order that nobody made cannot be steered', async () => {
  const operator = await operatorFor();
  expect(operator.order('nobody')).toBeNull();
  expect(() => operator.setState('nobody', 'entregado')).toThrow('nobody');
  expect(() => operator.advanceTo('nobody', 'entregado')).toThrow('nobody');
});
