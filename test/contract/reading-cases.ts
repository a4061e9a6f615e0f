import { expect } from 'vitest';
import { z } from 'zod';
import type { FulfillmentEventStatus } from '../../app/domain/tracking/fulfillment-events.ts';
import { parseStateDate, type StateGroup } from '../../app/domain/tracking/operator-state.ts';
import { BOUNDS } from '../../app/bounds.ts';
import { changedDate } from '../../app/domain/tracking/operator-date.ts';
import { compareOrder } from '../../app/domain/hand-over/same-order.ts';
import { createOrder, findOrder, type OperatorAccess } from '../../app/operator/client.ts';
import type { OrderRecord } from '../../app/operator/order-record.ts';
import type { SandboxOperator } from '../../sandbox/operator/server.ts';
import { STATES, type State } from '../../sandbox/operator/state-timeline.ts';
import { serverSaying } from '../operator/answering-server.ts';
import { ORDER, orderWith, valueAt } from './an-order.ts';
import type { CasesOf, ContractCase } from './contract-case.ts';
import type { RowsOf } from '../../app/operator-check/interface-rows.ts';
import { MORNING, operatorAccount, TOKEN } from './operator-account.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';
import { currentState, inOrderOfTime, recogniseState } from '../set-up/built-in-states.ts';

/** §2.4 (read), 2.6 and 3: what the operator answers is compared with what the client makes of it. */

const NUMBER = ORDER.order_number;
const ZONE = 'America/Lima';
const MINUTE = 60_000;

const answerSchema = z.object({
  data: z.object({ deliveries: z.tuple([z.record(z.string(), z.unknown())]) }),
});

/** The one record of an answer, as it stands in it. */
async function wireRecord(access: OperatorAccess): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${access.baseUrl}/order/${NUMBER}`, {
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` },
  });
  return answerSchema.parse(await response.json()).data.deliveries[0];
}

async function readRecord(access: OperatorAccess): Promise<OrderRecord> {
  const found = await findOrder(access, NUMBER);
  return found.kind === 'found' ? found.record : expect.fail('the order was not found');
}

/** What the client makes of a record that an operator answers. */
async function readOf(record: object): Promise<OrderRecord> {
  const { url } = await serverSaying(200, { errors: null, success: true, data: { deliveries: [record] } });
  return readRecord({ baseUrl: url, token: TOKEN, pace: TEST_PACE.operator });
}

/** An order that the operator has held for six minutes. */
async function heldOrder(changes: Readonly<Record<string, unknown>> = {}) {
  const { operator, access, clock } = await operatorAccount();
  await createOrder(access, orderWith(changes));
  clock.advance(6 * MINUTE);
  return { operator, access };
}

/** The operator's field is a string of this form, and the client reads it as it is. */
function isRead(field: string, property: keyof OrderRecord, expected: string, form = /\S/): ContractCase {
  return async () => {
    const { access } = await heldOrder();
    const told = valueAt(await wireRecord(access), field);
    expect(told).toBe(expected);
    expect(told).toMatch(form);
    expect((await readRecord(access))[property]).toBe(expected);
  };
}

const ISO_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** The history as the app keeps it: with instants. */
function datedHistory({ history }: OrderRecord) {
  return history.map((entry) => ({ ...entry, at: parseStateDate(entry.date, ZONE) }));
}

function current(record: OrderRecord) {
  return currentState(datedHistory(record), record.lastState, datedHistory(record));
}

function stateCases(name: State, group: StateGroup, event: FulfillmentEventStatus | null) {
  return {
    [`is read as it is, and means ${group}${event ? ` and ${event}` : ''}`]: async () => {
      const { operator, access } = await heldOrder();
      operator.advanceTo(NUMBER, name);
      const record = await readRecord(access);
      expect(record.history.map(({ status }) => status)).toContain(name);
      expect(recogniseState(name)).toEqual({ group, event, problem: null });
      if (name !== 'ingresado') {
        expect(record.lastState).toBe(name); // the operator moves on by itself, into the second state
        expect(current(record)).toMatchObject({ name, group, event });
      }
    },
  };
}

function enter(operator: SandboxOperator, ...states: readonly (readonly [minute: number, status: string])[]) {
  for (const [minute, status] of states)
    operator.setState(NUMBER, status, new Date(MORNING.getTime() + minute * MINUTE));
}

export const readingCases: CasesOf<RowsOf<'2.6' | '3'> | (`2.4 ${string}(read)` & RowsOf<'2.4'>)> = {
  '2.4 code (read)': {
    'is not expected': async () => {
      const { access } = await heldOrder();
      expect(valueAt(await wireRecord(access), 'packages.0.code')).toBeUndefined();
      expect((await readRecord(access)).packages?.[0]).toEqual({ name: 'Té verde - 100 g', price: 2990, qty: 2 });
    },
  },
  '2.4 name (read)': {
    'is read as a string': async () => {
      const { access } = await heldOrder();
      expect(valueAt(await wireRecord(access), 'packages.0.name')).toBe('Té verde - 100 g');
      expect((await readRecord(access)).packages?.map(({ name }) => name)).toEqual(['Té verde - 100 g', 'Taza']);
    },
  },
  '2.4 price (read)': {
    'is read as a number': async () => {
      const { access } = await heldOrder();
      expect(valueAt(await wireRecord(access), 'packages.0.price')).toBe(2990);
      expect((await readRecord(access)).packages?.map(({ price }) => price)).toEqual([2990, 0]);
    },
    'is read as digits too, as it is sent': async () => {
      const record = await readOf({ orderNumber: NUMBER, packages: [{ name: 'Taza', price: '2990', qty: '1' }] });
      expect(record.packages).toEqual([{ name: 'Taza', price: 2990, qty: 1 }]);
    },
  },
  '2.4 qty (read)': {
    'is read as digits': async () => {
      const { access } = await heldOrder();
      expect(valueAt(await wireRecord(access), 'packages.0.qty')).toBe('2');
      expect((await readRecord(access)).packages?.map(({ qty }) => qty)).toEqual([2, 1]);
    },
    'is read as a number too, as it is sent': async () => {
      const record = await readOf({ orderNumber: NUMBER, packages: [{ name: 'Taza', price: 2990, qty: 3 }] });
      expect(record.packages).toEqual([{ name: 'Taza', price: 2990, qty: 3 }]);
    },
  },

  '2.6 notes': {
    'is read as it is': isRead('notes', 'notes', 'Tocar el timbre dos veces'),
    'is nothing when it is empty': async () => {
      const { access } = await heldOrder({ notes: undefined });
      expect((await wireRecord(access)).notes).toBe('');
      expect((await readRecord(access)).notes).toBeNull();
    },
  },
  '2.6 created': { 'is read as ISO 8601 in UTC': isRead('created', 'created', '2026-11-21T13:00:00.000Z', ISO_UTC) },
  '2.6 updated': { 'is read as ISO 8601 in UTC': isRead('updated', 'updated', '2026-11-21T13:05:00.000Z', ISO_UTC) },
  '2.6 contactName': { 'is read as it is': isRead('contactName', 'contactName', 'Íñigo Ñahui Soto') },
  '2.6 contactPhone': { 'is read as it is': isRead('contactPhone', 'contactPhone', '+51987654321') },
  '2.6 contactEmail': { 'is read as it is': isRead('contactEmail', 'contactEmail', 'inigo.nahui@example.pe') },
  '2.6 orderNumber': {
    'is read as it is': isRead('orderNumber', 'orderNumber', NUMBER),
    'tells the record of our order': async () => {
      const deliveries = [{ orderNumber: `${NUMBER}-2` }, { orderNumber: NUMBER, notes: 'ours' }];
      const { url } = await serverSaying(200, { errors: null, success: true, data: { deliveries } });
      expect((await readRecord({ baseUrl: url, token: TOKEN, pace: TEST_PACE.operator })).notes).toBe('ours');
    },
  },
  '2.6 deliveryDate': {
    'is read as ISO 8601 in UTC, of the date that was sent': isRead(
      ...(['deliveryDate', 'deliveryDate', '2026-11-22T23:00:00.000Z', ISO_UTC] as const),
    ),
  },
  '2.6 last_state': { 'is read as it is': isRead('last_state', 'lastState', 'asignación aceptada') },
  '2.6 state': {
    'is read entry by entry': async () => {
      const { access } = await heldOrder();
      const history = [
        { date: '21-11-2026 08:05:00', status: 'asignación aceptada' },
        { date: '21-11-2026 08:00:00', status: 'ingresado' },
      ];
      expect((await wireRecord(access)).state).toEqual(history);
      expect((await readRecord(access)).history).toEqual(history);
    },
  },
  '2.6 state[].date': {
    "is read as DD-MM-YYYY HH:MM:SS on the operator's wall clock": async () => {
      const { access } = await heldOrder();
      const [, first] = (await readRecord(access)).history;
      expect(first?.date).toBe('21-11-2026 08:00:00');
      expect(parseStateDate(first?.date ?? '', ZONE)).toEqual(MORNING);
      expect(parseStateDate('02-01-2026 23:59:59', ZONE)).toEqual(new Date('2026-01-03T04:59:59Z'));
    },
    'is no date in another shape': async () => {
      for (const date of ['11-21-2026 08:00:00', '21/11/2026', '2026-13-01', '31-02-2026 08:00:00', '']) {
        expect(parseStateDate(date, ZONE)).toBeNull();
      }
    },
  },
  '2.6 state[].status': {
    'is read as it is': async () => {
      const { operator, access } = await heldOrder();
      operator.setState(NUMBER, 'En  Camino — a la entrega');
      expect((await readRecord(access)).history[0]?.status).toBe('En  Camino — a la entrega');
    },
  },
  '2.6 packages': {
    'are read item by item': async () => {
      const { access } = await heldOrder();
      expect((await wireRecord(access)).packages).toEqual([
        { name: 'Té verde - 100 g', price: 2990, qty: '2' },
        { name: 'Taza', price: 0, qty: '1' },
      ]);
      expect((await readRecord(access)).packages).toEqual([
        { name: 'Té verde - 100 g', price: 2990, qty: 2 },
        { name: 'Taza', price: 0, qty: 1 },
      ]);
    },
  },
  '2.6 trackingURL': {
    'is read as a URL': async () => {
      const { operator, access } = await heldOrder();
      expect((await wireRecord(access)).trackingURL).toBe(`${operator.url}/tracking/1`);
      expect((await readRecord(access)).trackingUrl).toBe(`${operator.url}/tracking/1`);
    },
    'is nothing when the order asked for none': async () => {
      const { access } = await heldOrder({ url_tracking: undefined });
      expect(await wireRecord(access)).not.toHaveProperty('trackingURL');
      expect((await readRecord(access)).trackingUrl).toBeNull();
    },
    'is nothing when it is no address of a page': async () => {
      for (const trackingURL of ['', 'pending', 'javascript:alert(1)', null, 7]) {
        expect((await readOf({ orderNumber: NUMBER, trackingURL })).trackingUrl).toBeNull();
      }
    },
  },
  '2.6 address, tags and files': {
    'are passed over when they are there': async () => {
      const { access } = await heldOrder();
      const told = await wireRecord(access);
      const { tags, files, dropoff } = ORDER;
      expect(await readOf({ ...told, tags, files, dropoff, address: 'Jr. Callao 12' })).toEqual(await readOf(told));
    },
    'are not needed to tell that a record is ours': async () => {
      const { access } = await heldOrder();
      const record = await readRecord(access);
      expect(compareOrder(ORDER, record)).toBe('same');
      expect(compareOrder(orderWith({ 'packages.0.qty': 3 }), record)).toBe('another');
    },
  },
  '2.6 order of state': {
    'does not matter': async () => {
      const { operator, access } = await heldOrder();
      operator.advanceTo(NUMBER, 'en despacho');
      const told = await wireRecord(access);
      const state = z.array(z.unknown()).parse(told.state);
      for (const listed of [state, state.toReversed(), [...state.slice(1), ...state.slice(0, 1)]]) {
        expect(current(await readOf({ ...told, state: listed }))).toMatchObject({ name: 'en despacho' });
      }
    },
  },
  '2.6 another deliveryDate': {
    'is told from the promised day': async () => {
      const { operator, access } = await heldOrder();
      const day = ORDER.delivery_date.slice(0, 10);
      const changed = async () => changedDate((await readRecord(access)).deliveryDate, day, ZONE);
      expect(await changed()).toBeNull();
      operator.changeRecord(NUMBER, { deliveryDate: new Date('2026-11-25T17:00:00Z') });
      expect(await changed()).toBe('2026-11-25');
    },
    'is read whatever its zone, and nothing is made of what is no date': async () => {
      for (const deliveryDate of ['2026-11-25T17:00:00Z', '2026-11-25 12:00:00', '2026-11-25T12:00:00-05:00']) {
        const record = await readOf({ orderNumber: NUMBER, deliveryDate });
        expect(changedDate(record.deliveryDate, '2026-11-22', ZONE)).toBe('2026-11-25');
      }
      const record = await readOf({ orderNumber: NUMBER, deliveryDate: 'pronto' });
      expect(changedDate(record.deliveryDate, '2026-11-22', ZONE)).toBeNull();
    },
  },
  '2.6 use of notes': {
    'are read as the operator has them, and bounded': async () => {
      const { operator, access } = await heldOrder();
      operator.changeRecord(NUMBER, { notes: `Llamar antes ${'x'.repeat(2_000)}` });
      const { notes } = await readRecord(access);
      expect(notes).toMatch(/^Llamar antes x/);
      expect(notes).toHaveLength(BOUNDS.operatorText);
    },
  },
  '2.6 fields that are missing': {
    'say nothing, and the others count': async () => {
      const { access } = await heldOrder();
      const told = await wireRecord(access);
      const whole = await readRecord(access);
      const absent = { lastState: null, history: [], packages: null, trackingUrl: null, created: null };
      for (const value of [undefined, null, { no: 'text' }]) {
        const poor = Object.fromEntries(
          ['last_state', 'state', 'packages', 'trackingURL', 'created'].map((key) => [key, value]),
        );
        expect(await readOf({ ...told, ...poor })).toEqual({ ...whole, ...absent });
      }
      expect(await readOf({ orderNumber: NUMBER })).toMatchObject({ ...absent, contactName: null, notes: null });
    },
  },

  '3 ingresado': stateCases('ingresado', 'accepted', 'CONFIRMED'),
  '3 asignación aceptada': stateCases('asignación aceptada', 'courier-assigned', null),
  '3 en punto de retiro': stateCases('en punto de retiro', 'picking-up', null),
  '3 en despacho': stateCases('en despacho', 'on-the-way', 'IN_TRANSIT'),
  '3 en camino entrega': stateCases('en camino entrega', 'out-for-delivery', 'OUT_FOR_DELIVERY'),
  '3 entregado': stateCases('entregado', 'delivered', 'DELIVERED'),
  '3 spelling': {
    'is kept, and another spelling means the same': async () => {
      for (const name of STATES) {
        const known = recogniseState(name);
        expect(known.group).not.toBe('unknown');
        for (const spelling of [name.toUpperCase(), ` ${name}`, name.normalize('NFD'), name.replace('ó', 'o')]) {
          expect(recogniseState(spelling)).toEqual(known);
        }
      }
    },
  },
  '3 sequence': {
    'is the order of time': async () => {
      const { operator, access } = await heldOrder();
      operator.advanceTo(NUMBER, 'entregado');
      const history = inOrderOfTime(datedHistory(await readRecord(access)));
      expect(history.map(({ status }) => status)).toEqual([
        ...['ingresado', 'asignación aceptada', 'en punto de retiro', 'en despacho', 'en camino entrega', 'entregado'],
      ]);
    },
  },
  '3 last_state and state': {
    'that disagree come to the newest entry, and both are kept': async () => {
      const { operator, access } = await heldOrder();
      operator.advanceTo(NUMBER, 'en camino entrega');
      operator.injectFault({ kind: 'last-state-disagrees' });
      const record = await readRecord(access);
      expect(record.lastState).toBe('asignación aceptada');
      expect(record.history[0]?.status).toBe('en camino entrega');
      expect(current(record)).toMatchObject({ name: 'en camino entrega', group: 'out-for-delivery' });
    },
    'come to last_state where there is no history, or none with dates': async () => {
      for (const state of [undefined, [], [{ date: 'ayer', status: 'ingresado' }]]) {
        const record = await readOf({ orderNumber: NUMBER, last_state: 'en despacho', state });
        expect(current(record)).toMatchObject({
          name: 'en despacho',
          at: null,
          group: 'on-the-way',
          event: 'IN_TRANSIT',
        });
      }
    },
  },
  '3 dates that cannot be read': {
    'leave the newer entries newer, and last_state counts': async () => {
      const dated = { date: '22-11-2026 08:00:00', status: 'ingresado' };
      for (const date of ['ayer', '', null, 20_261_122]) {
        const state = [{ date, status: 'entregado' }, { date, status: 'en camino entrega' }, dated];
        const stateOf = async (last_state?: string) =>
          current(await readOf({ orderNumber: NUMBER, last_state, state }))?.name;
        expect(await stateOf('entregado')).toBe('entregado');
        expect(await stateOf('en camino entrega')).toBe('en camino entrega');
        expect(await stateOf('ingresado')).toBe('entregado');
        expect(await stateOf()).toBe('entregado');
      }
    },
  },
  '3 transitions': {
    'go from any state to any, as they are dated': async () => {
      const { operator, access } = await heldOrder();
      enter(operator, [1, 'entregado'], [2, 'en punto de retiro'], [3, 'entregado'], [4, 'en camino entrega']);
      const record = await readRecord(access);
      expect(inOrderOfTime(datedHistory(record)).map(({ status }) => status)).toEqual([
        ...['ingresado', 'entregado', 'en punto de retiro', 'entregado', 'en camino entrega', 'asignación aceptada'],
      ]);
    },
  },
  '3 completeness': {
    'is not assumed: an unknown state is read as it is, and nothing is made of it': async () => {
      const { operator, access } = await heldOrder();
      operator.setState(NUMBER, 'en órbita');
      const record = await readRecord(access);
      expect(record.lastState).toBe('en órbita');
      expect(current(record)).toMatchObject({ name: 'en órbita', group: 'unknown', event: null });
    },
  },
};
