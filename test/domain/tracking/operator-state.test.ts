import { describe, expect, it } from 'vitest';
import {
  endOf,
  GROUPS_AT_PICKUP,
  isAtPickup,
  parseStateDate,
  STATE_GROUPS,
  withoutFutureDates,
  type StateEntry,
} from '../../../app/domain/tracking/operator-state.ts';
import { currentState, happenedEntries, inOrderOfTime, recogniseState } from '../../set-up/built-in-states.ts';

function entry(status: string, at: string | null): StateEntry {
  return { status, date: at ?? 'unreadable', at: at === null ? null : new Date(at) };
}

describe('recogniseState', () => {
  it.each([
    ['ingresado', 'accepted', 'CONFIRMED'],
    ['asignación aceptada', 'courier-assigned', null],
    ['en punto de retiro', 'picking-up', null],
    ['en despacho', 'on-the-way', 'IN_TRANSIT'],
    ['en camino entrega', 'out-for-delivery', 'OUT_FOR_DELIVERY'],
    ['entregado', 'delivered', 'DELIVERED'],
  ])('knows %s of the interface', (name, group, event) => {
    expect(recogniseState(name)).toEqual({ group, event, problem: null });
  });

  it.each([
    ['ENTREGADO', 'delivered'],
    ['  En   Camino Entrega ', 'out-for-delivery'],
    ['asignacion aceptada', 'courier-assigned'],
    ['Asignacio\u0301n aceptada', 'courier-assigned'],
  ])('knows %j whatever its case, accents and spaces', (name, group) => {
    expect(recogniseState(name).group).toBe(group);
  });

  it.each([
    ['pre recepción virtual', 'accepted', null, null],
    ['aceptado', 'accepted', 'CONFIRMED', null],
    ['retirado', 'on-the-way', 'CARRIER_PICKED_UP', null],
    ['recepción en bodega', 'on-the-way', 'IN_TRANSIT', null],
    ['almacenaje', 'delayed', 'DELAYED', 'stored'],
    ['recepción log inversa', 'delayed', 'DELAYED', 'returning'],
    ['sin moradores', 'attempt-failed', 'ATTEMPTED_DELIVERY', 'attempt-failed'],
    ['error dirección', 'needs-merchant', 'DELAYED', 'address-wrong'],
    ['rechazado cliente', 'ended-badly', 'FAILURE', 'refused-by-customer'],
    ['devolución exitosa', 'ended-badly', 'FAILURE', 'returned'],
    ['devolución al cliente', 'ended-badly', 'FAILURE', 'returned'],
    ['extraviado', 'ended-badly', 'FAILURE', 'lost'],
    ['Extraviado en Bodega', 'ended-badly', 'FAILURE', 'lost'],
    ['pedido anulado', 'ended-badly', 'FAILURE', 'cancelled-by-operator'],
    ['pedido anulado cliente', 'ended-badly', 'FAILURE', 'cancelled-by-operator'],
    ['cancelado', 'ended-badly', 'FAILURE', 'cancelled-by-operator'],
    ['retiro CD cliente', 'ended-badly', 'FAILURE', 'not-delivered'],
    ['devuelto', 'ended-badly', 'FAILURE', 'returned'],
    ['Devolvido ao remetente', 'ended-badly', 'FAILURE', 'returned'],
    ['EN DEVOLUCION', 'delayed', 'DELAYED', 'returning'],
    ['Cliente Ausente', 'attempt-failed', 'ATTEMPTED_DELIVERY', 'attempt-failed'],
    ['endereço não encontrado', 'needs-merchant', 'DELAYED', 'address-wrong'],
    ['out for delivery', 'out-for-delivery', 'OUT_FOR_DELIVERY', null],
  ])('knows %s, which operators add', (name, group, event, problem) => {
    expect(recogniseState(name)).toEqual({ group, event, problem });
  });

  it.each(['en órbita', '', 'entregado a medias', '__proto__', 'constructor'])('does not guess %j', (name) => {
    expect(recogniseState(name)).toEqual({ group: 'unknown', event: null, problem: null });
  });
});

describe('parseStateDate', () => {
  it.each([
    ['21-11-2026 08:00:00', 'America/Lima', '2026-11-21T13:00:00.000Z'],
    ['21-11-2026 08:00:00', 'America/Santiago', '2026-11-21T11:00:00.000Z'],
    ['21-06-2026 08:00:00', 'America/Santiago', '2026-06-21T12:00:00.000Z'],
    ['29-02-2028 23:59:59', 'America/Lima', '2028-03-01T04:59:59.000Z'],
    [' 21-11-2026 08:00:00\n', 'America/Lima', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T13:00:00Z', 'America/Lima', '2026-11-21T13:00:00.000Z'],
    [' 2026-11-21T13:00:00Z ', 'America/Santiago', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T08:00:00', 'America/Lima', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21 08:00:00', 'America/Lima', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21  08:00:00', 'America/Lima', '2026-11-21T13:00:00.000Z'],
    ['21-11-2026  08:00:00', 'America/Lima', '2026-11-21T13:00:00.000Z'],
    ['21/11/2026 08:00', 'America/Lima', '2026-11-21T13:00:00.000Z'],
    ['1-6-2026, 8:05', 'America/Santiago', '2026-06-01T12:05:00.000Z'],
    ['1795266000', 'America/Lima', '2026-11-21T13:00:00.000Z'],
    ['1795266000000', 'America/Lima', '2026-11-21T13:00:00.000Z'],
    ['29-11-2026 02:30:00 PM', 'America/Lima', '2026-11-29T19:30:00.000Z'],
    ['29-11-2026 02:30 p. m.', 'America/Lima', '2026-11-29T19:30:00.000Z'],
    ['29/11/2026, 12:05:00 a. m.', 'America/Lima', '2026-11-29T05:05:00.000Z'],
    ['29-11-2026 12:05:00pm', 'America/Lima', '2026-11-29T17:05:00.000Z'],
    ['29-11-2026 14:30:00 PM', 'America/Lima', '2026-11-29T19:30:00.000Z'],
    ['2026-11-29 14:30:00 -03:00', 'America/Lima', '2026-11-29T17:30:00.000Z'],
    ['2026-11-29 14:30:00-0300', 'America/Lima', '2026-11-29T17:30:00.000Z'],
    ['2026-11-29 14:30:00 UTC', 'America/Lima', '2026-11-29T14:30:00.000Z'],
    ['29-11-2026T14:30:00', 'America/Lima', '2026-11-29T19:30:00.000Z'],
    ['29-11-2026 14:30:00.123', 'America/Lima', '2026-11-29T19:30:00.123Z'],
    ['2026-11-29 14:30:00.1234567', 'America/Lima', '2026-11-29T19:30:00.123Z'],
    ['29-11-2026 14:30:00Z', 'America/Lima', '2026-11-29T14:30:00.000Z'],
    ['29-11-2026T14:30:00.5-03:00', 'America/Lima', '2026-11-29T17:30:00.500Z'],
    ['2026/11/29 14:30:00', 'America/Lima', '2026-11-29T19:30:00.000Z'],
    ['2026/1/9 4:30', 'America/Lima', '2026-01-09T09:30:00.000Z'],
    ['29.11.2026 14:30', 'America/Lima', '2026-11-29T19:30:00.000Z'],
    ['Sun, 29 Nov 2026 14:30:00 GMT', 'America/Lima', '2026-11-29T14:30:00.000Z'],
    ['01-01-2000 00:00:00', 'UTC', '2000-01-01T00:00:00.000Z'],
    ['2026-11-21', 'America/Lima', '2026-11-21T05:00:00.000Z'],
    ['20261121T080000', 'America/Lima', '2026-11-21T13:00:00.000Z'],
    ['2026-W47-6T08:00', 'America/Lima', '2026-11-21T13:00:00.000Z'],
    ['2026-325T08:00', 'America/Lima', '2026-11-21T13:00:00.000Z'],
    ['31-12-9999 23:59:59', 'UTC', '9999-12-31T23:59:59.000Z'],
  ])('reads %s in %s', (date, zone, instant) => {
    expect(parseStateDate(date, zone)?.toISOString()).toBe(instant);
  });

  it.each([
    ...[
      '',
      '32-01-2026 00:00:00',
      '21-11-2026 24:30:00',
      '17952660',
      '17952660000',
      '1795266000 s',
      'ts1795266000',
      'el 21-11-2026 08:00:00',
      '21-11-2026 08:00:00 hrs',
      '11/21/2026 08:00',
      '11/21/2026',
      'ayer',
      '29-02-2027 10:00:00',
      '29.11.2026',
      '29-11-20261 14:30',
      '2026/29/11 14:30',
      '29-11-2026 25:30 PM',
      '29-11-2026 14:30 xm',
      '29-11-2026 14:30 CLT',
    ],
    // a day or a time that nobody has said
    ...['10:30', '10:30:00', '10:30:00-05:00', 'T1030', '10-05', '10', '2026', '2026-11', '2026-W47'],
    // what programs write for no date
    ...[
      '01-01-1970 00:00:00',
      '31-12-1969 19:00:00',
      '1970-01-01T00:00:00Z',
      '0001-01-01T00:00:00',
      '01-01-0001 00:00:00',
    ],
    ...['00-00-0000 00:00:00', '01-01-0000 00:00:00', '31-12-9999 23:00:00', '+012026-11-21T08:00:00'],
  ])('returns null for %j', (date) => {
    expect(parseStateDate(date, 'America/Lima')).toBeNull();
  });
});

describe('currentState', () => {
  const history = [
    entry('en camino entrega', '2026-11-21T15:00:00Z'),
    entry('ingresado', '2026-11-21T12:00:00Z'),
    entry('en despacho', '2026-11-21T14:00:00Z'),
  ];

  it('is the newest entry, in whatever order they are listed, and not last_state', () => {
    expect(currentState(history, 'asignación aceptada')).toMatchObject({
      name: 'en camino entrega',
      group: 'out-for-delivery',
      at: new Date('2026-11-21T15:00:00Z'),
    });
  });

  it('is the most advanced entry of those of one second', () => {
    const at = '2026-11-21T15:00:00Z';
    const together = [entry('entregado', at), entry('en órbita', at), entry('en camino entrega', at)];
    expect(currentState(together, null)?.name).toBe('entregado');
    expect(currentState([...together].reverse(), null)?.name).toBe('entregado');
  });

  const NOON = '2026-11-21T12:00:00Z';
  const LATER = '2026-11-21T14:30:00Z';

  it.each<[string, readonly StateEntry[]]>([
    ['entregado', [entry('entregado', LATER), entry('sin moradores', LATER), entry('en camino entrega', NOON)]],
    ['entregado', [entry('en camino entrega', NOON), entry('sin moradores', LATER), entry('entregado', LATER)]],
    ['entregado', [entry('sin moradores', LATER), entry('entregado', LATER), entry('en camino entrega', NOON)]],
    ['devuelto', [entry('devuelto', LATER), entry('entregado', LATER), entry('en despacho', NOON)]],
    ['entregado', [entry('en despacho', NOON), entry('devuelto', LATER), entry('entregado', LATER)]],
    ['sin moradores', [entry('sin moradores', LATER), entry('en camino entrega', LATER), entry('en despacho', NOON)]],
    ['en camino entrega', [entry('en camino entrega', LATER), entry('reprogramado', LATER), entry('ingresado', NOON)]],
    ['en camino entrega', [entry('ingresado', NOON), entry('reprogramado', LATER), entry('en camino entrega', LATER)]],
    ['en despacho', [entry('en despacho', LATER), entry('almacenaje', LATER), entry('sin moradores', LATER)]],
    ['en órbita', [entry('en órbita', LATER), entry('en camino entrega', LATER), entry('ingresado', NOON)]],
    ['en camino entrega', [entry('en camino entrega', LATER), entry('en órbita', LATER), entry('ingresado', NOON)]],
    ['en camino entrega', [entry('ingresado', NOON), entry('en órbita', LATER), entry('en camino entrega', LATER)]],
  ])('of the newest date is %s, an end before all, otherwise by progress and by the list', (name, listed) => {
    expect(currentState(listed, 'asignación aceptada')?.name).toBe(name);
  });

  it('of the newest date is the one that the present record lists as newest', () => {
    const [attempt, onTheWay] = [entry('sin moradores', LATER), entry('en camino entrega', LATER)];
    expect(currentState([onTheWay, entry('ingresado', NOON), attempt], null, [attempt, onTheWay])).toMatchObject({
      name: 'sin moradores',
      at: new Date(LATER),
    });
  });

  it('is last_state without a dated history', () => {
    expect(currentState([], 'en despacho')).toEqual({
      name: 'en despacho',
      at: null,
      group: 'on-the-way',
      event: 'IN_TRANSIT',
      problem: null,
    });
    expect(currentState([entry('ingresado', null)], 'en despacho')?.name).toBe('en despacho');
  });

  describe('of a history that can be dated in part', () => {
    const known = entry('ingresado', '2026-11-21T12:00:00Z');
    const unread = (status: string, date = 'ayer') => ({ ...entry(status, null), date });
    const listed = [unread('entregado'), unread('en camino entrega'), known];

    it('is last_state, when it is listed as newer than the newest dated entry', () => {
      expect(currentState(listed, 'entregado')).toEqual({
        name: 'entregado',
        at: null,
        group: 'delivered',
        event: 'DELIVERED',
        problem: null,
      });
      expect(currentState(listed, 'en camino entrega')?.name).toBe('en camino entrega');
    });

    it('is last_state, when it is not listed at all', () => {
      expect(currentState([unread('en despacho'), known], 'Entregado')?.name).toBe('Entregado');
    });

    it('is the outermost entry, when last_state is missing, or names one that is older', () => {
      expect(currentState(listed, null)?.name).toBe('entregado');
      expect(currentState(listed, 'INGRESADO')?.name).toBe('entregado');
    });

    it('is the outermost entry, when last_state is one of several that are older', () => {
      const older = entry('asignación aceptada', '2026-11-21T11:00:00Z');
      expect(currentState([...listed, older], 'ingresado')?.name).toBe('entregado');
      expect(currentState([...listed, older], 'asignación aceptada')?.name).toBe('entregado');
    });

    it('knows the newest dated entry by its name and its date', () => {
      const early = entry('en despacho', '2026-11-21T12:30:00Z');
      const late = entry('en despacho', '2026-11-21T14:00:00Z');
      expect(currentState([early, unread('entregado'), late, known], null)?.name).toBe('entregado');
      const together = entry('asignación aceptada', '2026-11-21T14:00:00Z');
      expect(currentState([together, unread('entregado'), late, known], null)?.name).toBe('entregado');
    });

    it('is the same in a list that is oldest first but for one entry', () => {
      const early = entry('pre recepción virtual', '2026-11-21T11:00:00Z');
      const late = entry('en despacho', '2026-11-21T14:00:00Z');
      expect(currentState([known, early, late, unread('entregado')], null)?.name).toBe('entregado');
    });

    it('is the newest dated entry, when those without a date are listed as older', () => {
      const older = [entry('en despacho', '2026-11-21T14:00:00Z'), unread('asignación aceptada'), known];
      expect(currentState(older, 'asignación aceptada')).toMatchObject({ name: 'en despacho', group: 'on-the-way' });
    });

    it('is the same in a list of which the dates say that it is oldest first', () => {
      const dated = [known, entry('en despacho', '2026-11-21T14:00:00Z')];
      expect(currentState([...dated, unread('entregado')], null)?.name).toBe('entregado');
      expect(currentState([unread('pre recepción virtual'), ...dated], 'ingresado')?.name).toBe('en despacho');
    });

    it('is the newest known entry, when the record no longer lists it and has nothing newer', () => {
      const before = entry('en camino entrega', '2026-11-21T15:00:00Z');
      expect(currentState([known, before], 'ingresado', [known])?.name).toBe('en camino entrega');
    });

    it('is the first that is listed, when nothing is dated and there is no last_state', () => {
      expect(currentState([unread('en despacho'), unread('ingresado')], null)?.name).toBe('en despacho');
    });
  });

  it('is last_state, when it is further than a history that has no end', () => {
    expect(currentState(history, 'entregado')).toMatchObject({ name: 'entregado', at: null });
    expect(currentState(history, 'devolución exitosa')).toMatchObject({ name: 'devolución exitosa', at: null });
    const ended = [...history, entry('entregado', '2026-11-21T16:00:00Z')];
    expect(currentState(ended, 'almacenaje')?.name).toBe('entregado');
    expect(currentState(history, 'en órbita')?.name).toBe('en camino entrega');
    expect(currentState(history, null)?.name).toBe('en camino entrega');
    expect(currentState([entry('ingresado', '2026-11-21T12:00:00Z')], 'aceptado')?.name).toBe('ingresado');
  });

  it.each([
    ['entregado', ['en camino entrega', 'sin moradores', 'en camino entrega'], 'entregado'],
    ['entregado', ['en camino entrega', 'reprogramado', 'ingresado'], 'entregado'],
    ['devuelto', ['error dirección', 'ingresado'], 'devuelto'],
    ['en camino entrega', ['sin moradores', 'en despacho', 'ingresado'], 'en camino entrega'],
    ['en camino entrega', ['sin moradores', 'en camino entrega', 'ingresado'], 'sin moradores'],
    ['en despacho', ['reprogramado', 'en punto de retiro'], 'reprogramado'],
    ['ingresado', ['sin moradores'], 'sin moradores'],
    ['en órbita', ['sin moradores'], 'sin moradores'],
    ['sin moradores', ['en camino entrega', 'ingresado'], 'sin moradores'],
    ['almacenaje', ['en camino entrega', 'sin moradores', 'ingresado'], 'almacenaje'],
    ['sin moradores', ['en camino entrega', 'sin moradores', 'en despacho'], 'en camino entrega'],
    ['almacenaje', ['sin moradores', 'entregado'], 'sin moradores'],
  ])('that says %s beside %j, newest first, is %s', (lastState, names, expected) => {
    const listed = names.map((name, place) => entry(name, new Date(Date.UTC(2026, 10, 21, 20 - place)).toISOString()));
    expect(currentState(listed, lastState)?.name).toBe(expected);
  });

  it('is not an entry whose date is far ahead', () => {
    const now = new Date('2026-11-21T16:00:00Z');
    const ahead = [...history, entry('asignación aceptada', '2027-11-21T12:30:00Z')];
    const happened = withoutFutureDates(ahead, now);
    expect(happened.map(({ at }) => at === null)).toEqual([false, false, false, true]);
    expect(currentState(happened, 'en camino entrega')?.name).toBe('en camino entrega');
    const otherZone = [entry('entregado', '2026-11-22T04:00:00Z')];
    expect(withoutFutureDates(otherZone, now)).toEqual(otherZone);
    const edge = [entry('entregado', '2026-11-22T18:00:00Z'), entry('ingresado', null)];
    expect(withoutFutureDates(edge, now)).toEqual(edge);
    expect(withoutFutureDates([entry('entregado', '2026-11-22T18:00:00.001Z')], now)).toMatchObject([{ at: null }]);
  });

  it.each([
    ['a plan, where last_state names the newest of the others', 'En Despacho', 'en despacho', 2],
    ['a wrong date, where last_state names it', 'entregado', 'entregado', 3],
    ['a wrong date, where last_state names an older one', 'ingresado', 'entregado', 3],
    ['a wrong date without a last_state', null, 'entregado', 3],
  ])('of a record with an entry that is dated far ahead: it is %s', (_what, lastState, name, count) => {
    const planned = entry('entregado', '2026-11-24T20:00:00Z');
    const past = [entry('en despacho', '2026-11-21T14:00:00Z'), entry('ingresado', '2026-11-21T12:00:00Z')];
    const now = new Date('2026-11-21T16:00:00Z');
    for (const listed of [[planned, ...past], [planned, ...past].toReversed()]) {
      const happened = happenedEntries(listed, lastState, now);
      expect(happened).toHaveLength(count);
      expect(currentState(happened, lastState)?.name).toBe(name);
    }
    const onTheDay = new Date('2026-11-24T21:00:00Z');
    expect(happenedEntries([planned, ...past], 'entregado', onTheDay)).toEqual([planned, ...past]);
  });

  it('counts an entry without a date beside a plan', () => {
    const listed = [
      entry('entregado', '2026-12-24T20:00:00Z'),
      entry('almacenaje', null),
      entry('en despacho', '2026-11-21T14:00:00Z'),
    ];
    const happened = happenedEntries(listed, 'en despacho', new Date('2026-11-21T16:00:00Z'));
    expect(happened.map(({ status }) => status)).toEqual(['almacenaje', 'en despacho']);
  });

  it("is not older for a date that is the zero of the operator's program", () => {
    const dates = ['01-01-1970 00:00:00', '21-11-2026 10:00:00', '21-11-2026 08:00:00'];
    const names = ['entregado', 'en camino entrega', 'ingresado'];
    const told = names.map((status, place) => {
      const date = dates[place] ?? '';
      return { status, date, at: parseStateDate(date, 'America/Lima') };
    });
    expect(currentState(told, 'ingresado')).toMatchObject({ name: 'entregado', at: null });
    expect(currentState(told, 'entregado')).toMatchObject({ name: 'entregado', at: null });
  });

  it('is null when the record names no state', () => {
    expect(currentState([], null)).toBeNull();
  });

  it('leaves entries without a date out of the order of time', () => {
    expect(inOrderOfTime([entry('entregado', null), ...history]).map(({ status }) => status)).toEqual([
      ...['ingresado', 'en despacho', 'en camino entrega'],
    ]);
  });
});

it.each([
  ['delivered', 'delivered'],
  ['ended-badly', 'failed'],
  ['unknown', null],
  ['attempt-failed', null],
  ['out-for-delivery', null],
] as const)('a state of the group %s ends the delivery as %s', (group, end) => {
  expect(endOf(group)).toBe(end);
});

describe('the goods are still at the pickup point', () => {
  const there = ['unknown', 'accepted', 'courier-assigned', 'picking-up'];

  it('until a courier has collected them, and while nobody knows what a state means', () => {
    expect(STATE_GROUPS.filter((group) => isAtPickup(group))).toEqual(there);
    expect([...GROUPS_AT_PICKUP].sort()).toEqual([...there].sort());
  });

  it('before the operator has said anything', () => {
    expect(isAtPickup(null)).toBe(true);
  });
});
