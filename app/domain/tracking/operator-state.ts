import { DateTime } from 'luxon';
import { foldText } from '../mapping/clean-text.ts';
import type { StateProblem } from '../problems/problem.ts';

/**
 * What the operator says of a delivery. State names are stored verbatim. A table maps the known ones to a group and to
 * Shopify's fulfillment event. An unknown name is shown as it is, in the group `unknown`, and causes no event.
 */

/** In the order of a delivery's progress, where there is one. */
export const STATE_GROUPS = [
  'unknown',
  'accepted',
  'courier-assigned',
  'picking-up',
  'on-the-way',
  'out-for-delivery',
  'delivered',
  'delayed',
  'attempt-failed',
  'needs-merchant',
  'ended-badly',
] as const;
export type StateGroup = (typeof STATE_GROUPS)[number];

/** The values of Shopify's `FulfillmentEventStatus` that correspond to a state of a delivery. */
export const FULFILLMENT_EVENT_STATUSES = [
  'ATTEMPTED_DELIVERY',
  'CARRIER_PICKED_UP',
  'CONFIRMED',
  'DELAYED',
  'DELIVERED',
  'FAILURE',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
] as const;
export type FulfillmentEventStatus = (typeof FULFILLMENT_EVENT_STATUSES)[number];

interface KnownState {
  readonly group: StateGroup;
  readonly event: FulfillmentEventStatus | null;
  /** What a person must do something about; null when the delivery goes on by itself. */
  readonly problem: StateProblem | null;
}

/** States that mean the same. The names are separated by commas. */
type Names = KnownState & { readonly names: string };

/** The six states of the Order Delivery Service Interface §3. */
const INTERFACE_STATES: readonly Names[] = [
  { group: 'accepted', event: 'CONFIRMED', problem: null, names: 'ingresado' },
  { group: 'courier-assigned', event: null, problem: null, names: 'asignación aceptada' },
  { group: 'picking-up', event: null, problem: null, names: 'en punto de retiro' },
  { group: 'on-the-way', event: 'IN_TRANSIT', problem: null, names: 'en despacho' },
  { group: 'out-for-delivery', event: 'OUT_FOR_DELIVERY', problem: null, names: 'en camino entrega' },
  { group: 'delivered', event: 'DELIVERED', problem: null, names: 'entregado' },
];

/**
 * Names that operators of this kind use beyond the interface, and the common ones of the trade in Spanish, Portuguese and
 * English. A name that can mean two of these groups is not among them.
 */
const FURTHER_STATES: readonly Names[] = [
  {
    group: 'accepted',
    event: 'CONFIRMED',
    problem: null,
    names: 'aceptado, creado, registrado, confirmado, criado, aceito, created, accepted, confirmed, registered',
  },
  {
    group: 'accepted',
    event: null,
    problem: null,
    names: `pre recepción virtual, por retirar, pendiente de retiro, pendiente de recolección, aguardando coleta,
      pendente de coleta, pending pickup, awaiting pickup`,
  },
  {
    group: 'courier-assigned',
    event: null,
    problem: null,
    names: `asignado, conductor asignado, repartidor asignado, mensajero asignado, motorista atribuído,
      entregador atribuído, courier assigned, driver assigned`,
  },
  {
    group: 'picking-up',
    event: null,
    problem: null,
    names: `en retiro, en recolección, en camino a retiro, en camino al retiro, em coleta, a caminho da coleta,
      picking up, en route to pickup`,
  },
  {
    group: 'on-the-way',
    event: 'CARRIER_PICKED_UP',
    problem: null,
    names: 'retirado, recolectado, recogido, coletado, picked up, collected',
  },
  {
    group: 'on-the-way',
    event: 'IN_TRANSIT',
    problem: null,
    names: `recepción en bodega, recibido en bodega, en bodega, en tránsito, en centro de distribución,
      no centro de distribuição, em trânsito, in transit, at hub, arrived at hub`,
  },
  {
    group: 'out-for-delivery',
    event: 'OUT_FOR_DELIVERY',
    problem: null,
    names: `en reparto, en ruta, en ruta de entrega, en camino a entrega, salió a reparto, em rota,
      em rota de entrega, saiu para entrega, out for delivery`,
  },
  {
    group: 'delivered',
    event: 'DELIVERED',
    problem: null,
    names: `entregada, entrega exitosa, entrega realizada, entregado al cliente, entregado en conserjería,
      entregue, delivered`,
  },
  {
    group: 'delayed',
    event: 'DELAYED',
    problem: null,
    names: `demorado, retrasado, con retraso, atrasado, reprogramado, reagendado, pospuesto, adiado, delayed,
      rescheduled, postponed`,
  },
  {
    group: 'delayed',
    event: 'DELAYED',
    problem: 'stored',
    names: `almacenaje, almacenado, en custodia, en depósito, armazenado, em armazenamento, stored, in storage,
      held at depot`,
  },
  {
    group: 'delayed',
    event: 'DELAYED',
    problem: 'returning',
    names: `recepción log inversa, logística inversa, en devolución, en proceso de devolución, en retorno,
      logística reversa, em devolução, em processo de devolução, retornando, returning, in return, return in progress`,
  },
  {
    group: 'attempt-failed',
    event: 'ATTEMPTED_DELIVERY',
    problem: 'attempt-failed',
    names: `sin moradores, ausente, cliente ausente, destinatario ausente, nadie en casa, no hay nadie, no contesta,
      cliente no contesta, intento fallido, intento de entrega, intento de entrega fallido, visita fallida,
      entrega fallida, no entregado, tentativa de entrega, tentativa sem sucesso, insucesso na entrega,
      ninguém em casa, não entregue, failed attempt, attempt failed, delivery attempted, delivery failed,
      customer not available, nobody home`,
  },
  {
    group: 'needs-merchant',
    event: 'DELAYED',
    problem: 'address-wrong',
    names: `error dirección, dirección errónea, dirección incorrecta, dirección incompleta, dirección inexistente,
      dirección inválida, mala dirección, fuera de cobertura, sin cobertura, endereço incorreto, endereço errado,
      endereço incompleto, endereço inexistente, endereço não encontrado, fora da área de entrega, wrong address,
      incorrect address, incomplete address, address not found, bad address, out of coverage`,
  },
  {
    group: 'needs-merchant',
    event: 'DELAYED',
    problem: 'operator-asks',
    names: `incidencia, con incidencia, falta información, teléfono incorrecto, ocorrência, telefone incorreto,
      incident, exception`,
  },
  {
    group: 'ended-badly',
    event: 'FAILURE',
    problem: 'refused-by-customer',
    names: `rechazado cliente, rechazado, rechazado por cliente, rechazado por el cliente, rechazado por destinatario,
      recusado, recusado pelo cliente, recusado pelo destinatário, rejected, refused, refused by customer,
      refused by recipient`,
  },
  {
    group: 'ended-badly',
    event: 'FAILURE',
    problem: 'returned',
    names: `devolución exitosa, devolución al cliente, devuelto, devuelta, devuelto a origen, devuelto al remitente,
      devuelto a tienda, retornado, devolvido, devolvido ao remetente, retornado ao remetente, returned,
      returned to sender, returned to origin, returned to store`,
  },
  {
    group: 'ended-badly',
    event: 'FAILURE',
    problem: 'lost',
    names: `extraviado, extraviado en bodega, perdido, robado, siniestrado, dañado, roubado, avariado, danificado,
      lost, stolen, damaged, destroyed`,
  },
  {
    group: 'ended-badly',
    event: 'FAILURE',
    problem: 'cancelled-by-operator',
    names: 'pedido anulado, pedido anulado cliente, anulado, anulada, cancelado, cancelada, cancelled, canceled',
  },
  {
    group: 'ended-badly',
    event: 'FAILURE',
    problem: 'not-delivered',
    names: 'retiro cd cliente, entrega imposible, undeliverable',
  },
];

const UNKNOWN_STATE: KnownState = { group: 'unknown', event: null, problem: null };

const STATES = new Map(
  [...FURTHER_STATES, ...INTERFACE_STATES].flatMap(({ names, ...state }) =>
    names.split(',').map((name) => [foldText(name), state] as const),
  ),
);

export function recogniseState(name: string): KnownState {
  return STATES.get(foldText(name)) ?? UNKNOWN_STATE;
}

/** One entry of the operator's history. */
export interface StateEntry {
  /** Verbatim. */
  readonly status: string;
  /** Verbatim: `DD-MM-YYYY HH:MM:SS` on the operator's clock. */
  readonly date: string;
  /** Null when the date cannot be read. */
  readonly at: Date | null;
}

export interface CurrentState extends KnownState {
  /** Verbatim. */
  readonly name: string;
  readonly at: Date | null;
}

/** The largest year that has four digits. */
const LAST_YEAR = 9999;

/** With slashes, without seconds, or with single digits. */
const DAY_FIRST = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4}),? +(\d{1,2}):(\d\d)(?::(\d\d))?$/;
/** Seconds or milliseconds since 1970. */
const SINCE_1970 = /^\d{10}(?:\d{3})?$/;

/**
 * The date of a history entry (Order Delivery Service Interface §2.6). ISO 8601, the form of the other dates of a
 * record, is read as well, and so are other ways of writing a day before its month, and the time since 1970.
 *
 * @param zone IANA name of the operator's zone
 * @returns null when the text has none of these forms
 */
export function parseStateDate(date: string, zone: string): Date | null {
  const parsed = readStateDate(date.trim(), zone);
  const { year } = parsed.toUTC();
  return parsed.isValid && year > 0 && year <= LAST_YEAR ? parsed.toJSDate() : null;
}

function readStateDate(date: string, zone: string): DateTime {
  const [, day, month, year, hour, minute, second = 0] = DAY_FIRST.exec(date) ?? [];
  if (day !== undefined) {
    const time = { hour: Number(hour), minute: Number(minute), second: Number(second) };
    return DateTime.fromObject({ year: Number(year), month: Number(month), day: Number(day), ...time }, { zone });
  }
  if (SINCE_1970.test(date)) return DateTime.fromMillis(Number(date) * (date.length === 10 ? 1_000 : 1));
  return DateTime.fromISO(date.replace(/ +/, 'T'), { zone });
}

/** Two clocks can differ by a little more than a day if one of them is in another zone than it says. */
const AHEAD_LIMIT_MS = 26 * 3_600_000;

/** An entry that is dated far ahead has not happened then. Its date counts as one that cannot be read. */
export function withoutFutureDates(entries: readonly StateEntry[], now: Date): StateEntry[] {
  const limit = now.getTime() + AHEAD_LIMIT_MS;
  return entries.map((entry) => (entry.at !== null && entry.at.getTime() > limit ? { ...entry, at: null } : entry));
}

/**
 * The current state is the newest dated entry of the history. Of entries in the same second, it is the one with the
 * most progress. Without a dated history it is `last_state`. The interface leaves open how the two relate: a `last_state`
 * that is further than every entry counts as newer than the history, unless the history has an end.
 *
 * An entry whose date cannot be read counts as newer than the newest dated one if it is listed on the newer side of it.
 * Then `last_state` is the current state, unless it names an entry on the older side; in that case the outermost of the
 * entries without a date is the current state.
 *
 * @param history every entry that has become known, in any order
 * @param listed the entries of the present record in their order: newest first, as in the interface's example, unless
 *   their dates say otherwise
 */
export function currentState(
  history: readonly StateEntry[],
  lastState: string | null,
  listed: readonly StateEntry[] = history,
): CurrentState | null {
  const newest = inOrderOfTime(history).at(-1);
  if (!newest) return undatedState(lastState ?? newestFirst(listed)[0]?.status);
  const inOrder = newestFirst(listed);
  const place = inOrder.findIndex(({ status, date }) => status === newest.status && date === newest.date);
  const unread = inOrder.slice(0, Math.max(place, 0)).filter(({ at }) => at === null);
  const [outermost] = unread;
  if (!outermost) {
    if (isAheadOf(history, lastState)) return undatedState(lastState);
    return { name: newest.status, at: newest.at, ...recogniseState(newest.status) };
  }
  const isOlder = (name: string) => inOrder.slice(place).some(({ status }) => foldText(status) === foldText(name));
  return undatedState(lastState !== null && !isOlder(lastState) ? lastState : outermost.status);
}

function isAheadOf(history: readonly StateEntry[], lastState: string | null): boolean {
  const groups = history.map(({ status }) => recogniseState(status).group);
  if (lastState === null || groups.some((group) => endOf(group) !== null)) return false;
  return groups.every((group) => STATE_GROUPS.indexOf(group) < STATE_GROUPS.indexOf(recogniseState(lastState).group));
}

function undatedState(name: string | null | undefined): CurrentState | null {
  return name ? { name, at: null, ...recogniseState(name) } : null;
}

/** Reverses the list when its first dated entry is older than its last. */
function newestFirst(listed: readonly StateEntry[]): readonly StateEntry[] {
  const times = listed.flatMap(({ at }) => at?.getTime() ?? []);
  return (times[0] ?? 0) < (times.at(-1) ?? 0) ? listed.toReversed() : listed;
}

/** The dated entries, oldest first. */
export function inOrderOfTime<Entry extends StateEntry>(history: readonly Entry[]): (Entry & { at: Date })[] {
  const progress = ({ status }: StateEntry) => STATE_GROUPS.indexOf(recogniseState(status).group);
  return history
    .filter((entry): entry is Entry & { at: Date } => entry.at !== null)
    .sort((a, b) => a.at.getTime() - b.at.getTime() || progress(a) - progress(b));
}

/** How a state ends a delivery; null when the delivery continues. */
export function endOf(group: StateGroup): 'delivered' | 'failed' | null {
  if (group === 'delivered') return 'delivered';
  return group === 'ended-badly' ? 'failed' : null;
}
