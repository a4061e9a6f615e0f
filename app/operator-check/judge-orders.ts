import { changedDate } from '../domain/tracking/operator-date.ts';
import { parseStateDate, recogniseState } from '../domain/tracking/operator-state.ts';
import { AGAIN } from './check-creating.ts';
import type { CheckState, SentOrder } from './check-state.ts';
import { ROW_KEYS, type RowKey } from './interface-rows.ts';
import type { RowResults } from './report.ts';
import { ADAPTATIONS, TEST_ORDERS, WRONG_BODIES } from './test-orders.ts';
import { parseProfile } from '../operator/profile/operator-profile.ts';
import type { ProfileContent } from './talk.ts';

const of = <Section extends string, Subject extends string>(section: Section, ...subjects: readonly Subject[]) =>
  subjects.map((subject) => `${section} ${subject}` as const);

/** What every accepted minimal order tries. */
const MINIMAL: readonly RowKey[] = [
  ...of('1', 'create', 'read', 'bodies'),
  ...of('2.1', 'order_number', 'delivery_date', 'delivery_service', 'pickup', 'dropoff', 'packages', 'tags'),
  ...of('2.1', 'values of tags', 'fields beyond the table'),
  ...of('2.3', 'contact.fullname', 'contact.email', 'contact.phone', 'location.address', 'location.district'),
  ...of('2.3', 'form of email', 'required fields'),
  ...of('2.4', 'code (sent)', 'name (sent)', 'price (sent)', 'qty (sent)'),
  ...of('4.1', 'method and path', 'Content-Type', 'Authorization', 'request body'),
];

const ECHO = [
  'created',
  'updated',
  'contactName',
  'contactPhone',
  'contactEmail',
  'orderNumber',
  'deliveryDate',
] as const;

/** Judges what became of the orders of a check, and adds to the profile what they show. */
export function judgeOrders(state: CheckState, results: RowResults, content: ProfileContent): ProfileContent {
  const orders = Object.values(state.orders);
  const minimals = Object.entries(state.orders).flatMap(([step, order]) => (step.startsWith('minimal') ? order : []));
  const minimal = minimals.find(({ outcome }) => outcome === 'accepted');
  if (!minimal) {
    const last = minimals.at(-1);
    const note = `No order was accepted: ${last?.words ?? 'none was sent'}.`;
    results.say(['1 create', '4.1 request body'], 'unusable', note, { evidence: last?.exchange });
    return content;
  }
  results.say(MINIMAL, 'passes', `Order ${minimal.number} was accepted (HTTP ${minimal.status ?? '?'}).`);
  judgePickup(orders, results);
  judgeAdapted(state, results, minimal);
  judgeSteps(state, results);
  const found = {
    ...content,
    ...judgeRegistration(orders, results),
    ...judgeRepeat(state, results),
  };
  const first = minimal.record === null ? orders.find(({ record }) => record?.orderNumber !== undefined) : minimal;
  if (first?.record) return { ...found, ...judgeRecord(first, results, found, state) };
  results.say('4.2 data.deliveries', 'unusable', 'No order could be read back.', { evidence: minimal.exchange });
  return found;
}

/** Both shapes of a pickup, as far as an order with it was accepted. */
function judgePickup(orders: readonly SentOrder[], results: RowResults): void {
  const accepted = (shape: 'id' | 'name', rows: readonly RowKey[]) => {
    const order = orders.find(({ outcome, exchange }) => {
      return outcome === 'accepted' && exchange?.request.includes(`"pickup":{"location":{"${shape}"`);
    });
    if (order) results.say(rows, 'passes', `Order ${order.number} was accepted.`);
  };
  accepted('id', ['2.2 location.id']);
  accepted('name', of('2.2', 'location.name', 'location.address', 'location.district', 'required address fields'));
}

function judgeAdapted(state: CheckState, results: RowResults, { answeredWith, exchange: evidence }: SentOrder): void {
  for (const { what, exchange } of state.adapted) {
    const adaptation = ADAPTATIONS.find((each) => each.what === what);
    if (!adaptation) continue;
    const { row, note, without } = adaptation;
    results.say(row, 'differs', note, { without, evidence: exchange });
  }
  const rows = ADAPTATIONS.map(({ row }) => row);
  results.say(rows, 'passes', 'As Handoff sends it.');
  const note = `The answer is ${answeredWith}.`;
  results.say(['2.1 url_tracking', '4.1 response body'], 'passes', note);
  if (answeredWith !== 'an envelope') results.say('4.1 response body', 'differs', note, { evidence });
}

function judgeSteps({ orders }: CheckState, results: RowResults): void {
  for (const { step, rows, without } of TEST_ORDERS) {
    const order = orders[`${step}${AGAIN}`] ?? orders[step];
    if (!order) continue;
    const { outcome, status, words, exchange: evidence } = order;
    if (outcome === 'accepted') results.say(rows, 'passes', `${step}: accepted.`);
    else
      results.say(rows, 'differs', `${step}: ${outcome} (HTTP ${status ?? 'none'}): ${words}`, { without, evidence });
  }
  const sent = WRONG_BODIES.flatMap(({ step }) => {
    const order = orders[`wrong: ${step}`];
    return order ? [{ step, order }] : [];
  });
  const taken = sent.filter(({ order }) => order.outcome === 'accepted');
  const [first] = [...taken, ...sent];
  if (!first) return;
  const evidence = { evidence: first.order.exchange };
  if (taken.length > 0) {
    const steps = taken.map(({ step }) => step).join(', ');
    results.say('7 invalid body', 'differs', `Taken, although wrong: ${steps}.`, evidence);
  } else {
    const rows = of('7', 'invalid body', 'error object shape');
    results.say(rows, 'passes', `All ${sent.length} wrong bodies were refused.`, evidence);
  }
}

const MINUTE = 60_000;
/** A delay that the first look-ups bridge anyway. */
const SOON = MINUTE / 2;
const HALF_YEAR = 182 * 24 * 60 * MINUTE;

function judgeRegistration(orders: readonly SentOrder[], results: RowResults): ProfileContent {
  const delays = orders.flatMap(({ registeredAfterMs, record }) =>
    registeredAfterMs === null || !record?.orderNumber ? [] : [registeredAfterMs],
  );
  if (delays.length === 0) return {};
  const soonest = Math.min(...delays);
  const seconds = Math.round(soonest / 1_000);
  if (soonest < SOON) {
    results.say('4.1 effect', 'passes', `An order can be read after ${seconds} s.`);
    return {};
  }
  results.say('4.1 effect', 'differs', `An order can be read only after ${seconds} s.`, {
    without: 'an order whose answer was lost may be sent a second time.',
    evidence: orders[0]?.exchange,
  });
  // a quarter more than was measured, because the next one may take longer
  return { registersWithinMinutes: Math.ceil((soonest * 1.25) / MINUTE) };
}

function judgeRepeat({ orders: { repeat } }: CheckState, results: RowResults): ProfileContent {
  if (!repeat || repeat.outcome === 'sending') return {};
  const row = '4.1 repetition';
  const { outcome, status, words, record, exchange: evidence } = repeat;
  const answer = `HTTP ${status ?? 'none'}${words === '' ? '' : `: ${words}`}`;
  if (outcome !== 'accepted' && status !== null && status < 500 && status !== 429) {
    results.say(row, 'passes', `A repeated number is refused (${answer}).`, { evidence });
    return { repeats: 'refused' };
  }
  const { deliveriesOfNumber } = record ?? {};
  if (typeof deliveriesOfNumber === 'number' && deliveriesOfNumber > 1) {
    const without = 'none: Handoff never repeats a number before the time in which it can be read is over.';
    results.say(row, 'differs', 'A repeated number becomes a second order.', { without, evidence });
    return { repeats: 'second-order' };
  }
  results.say(row, 'differs', `A repeated number is accepted (${answer}); one order can be read.`, { evidence });
  return { repeats: 'unknown' };
}

function judgeRecord(
  order: SentOrder,
  results: RowResults,
  content: ProfileContent,
  state: CheckState,
): ProfileContent {
  const record = order.record ?? {};
  const { envelope, deliveriesOfNumber, trackingUrl, packages } = record;
  results.judge(
    [...of('4.2', 'errors', 'success', 'data', 'data.deliveries'), ...of('7', 'envelope', 'success')],
    envelope === 'envelope',
    ['The record stands in the envelope.', `The record stands in ${String(envelope)}.`],
  );
  results.say('4.2 several deliveries', 'passes', `${String(deliveriesOfNumber)} under the number.`);
  const isThere = (field: string) => record[field] !== null && record[field] !== undefined;
  const there = ['Is there.', 'Is not there; Handoff does without.'] as const;
  results.say('2.6 notes', 'passes', there[isThere('notes') ? 0 : 1]);
  for (const field of ECHO) results.judge(`2.6 ${field}`, isThere(field), there);
  results.judge(['2.6 trackingURL', '4.1 tracking URL'], typeof trackingUrl === 'string', [
    'Is there.',
    'Is not there, although it was asked for: buyers have no link.',
  ]);
  results.judge('2.6 packages', Boolean(packages), ['Are there.', 'Are not there.']);
  if (packages) results.say(of('2.4', 'name (read)', 'price (read)', 'qty (read)'), 'passes', 'Are read.');
  judgeStates(state, results, content);
  judgeOrder(order, results);
  return judgeZone(order, results, content);
}

interface Entry {
  readonly status: string;
  readonly date: string;
}

const historyOf = ({ record }: SentOrder): readonly Entry[] => (record?.history as readonly Entry[] | undefined) ?? [];

/** The names of states that the orders of a check have been in. */
export function statesSeen({ orders }: CheckState): string[] {
  const names = Object.values(orders).flatMap((order) => [
    ...historyOf(order).map(({ status }) => status),
    ...(typeof order.record?.lastState === 'string' ? [order.record.lastState] : []),
  ]);
  return [...new Set(names)];
}

function judgeStates(state: CheckState, results: RowResults, content: ProfileContent): void {
  const { stateTable } = parseProfile(content, 'allow');
  const names = statesSeen(state);
  const unknown = names.filter((name) => recogniseState(name, stateTable).group === 'unknown');
  results.judge(of('2.6', 'state', 'last_state', 'state[].status'), names.length > 0, [
    `Seen: ${names.join(', ')}.`,
    'No state was seen: the delivery stays as it is.',
  ]);
  if (unknown.length > 0) {
    const note = `Names that nobody knows: ${unknown.join(', ')}. Give each a group under "states" in the profile.`;
    const without = 'these states cause no event, and the delivery has no end.';
    results.say('3 completeness', 'differs', note, { without });
  } else results.say('3 completeness', 'passes', 'All names that were seen are known.');
  const known = names.filter((name) => !unknown.includes(name));
  const rows = ROW_KEYS.filter((row) => known.some((name) => row === `3 ${name}`));
  results.say(rows, 'passes', 'Was seen.');
  if (names.length === 0) return;
  const others = names.filter((name) => name !== name.toLowerCase());
  const inCapitals = `In capitals: ${others.join(', ')}. Handoff reads both.`;
  results.judge('3 spelling', others.length === 0, ['As written.', inCapitals]);
}

/** Whether the history stands as in the interface's example. Nothing is said of one entry, or of dates that cannot be read. */
function judgeOrder(order: SentOrder, results: RowResults): void {
  const times = historyOf(order).map(({ date }) => parseStateDate(date, 'UTC')?.getTime() ?? NaN);
  if (times.length < 2 || times.some(Number.isNaN)) return;
  const isNewestFirst = times.every((time, place) => place === 0 || time <= (times[place - 1] ?? NaN));
  const notes = ['Newest first.', 'Not newest first: Handoff goes by the dates.'] as const;
  results.judge('2.6 order of state', isNewestFirst, notes);
}

/** Of this part of the continent, in the order in which they are offered. */
const ZONES = [
  ...['America/Lima', 'America/Santiago', 'America/Bogota', 'America/Mexico_City', 'America/Sao_Paulo'],
  ...['America/Argentina/Buenos_Aires', 'America/Caracas', 'America/Guayaquil', 'America/La_Paz', 'America/Montevideo'],
  ...['America/Asuncion', 'America/Panama', 'America/Guatemala', 'UTC'],
];

/** Whether the zones show the same time all year. */
function areAlike(zones: readonly string[], now: number): boolean {
  const half = new Date(now + HALF_YEAR);
  return new Set(zones.map((zone) => half.toLocaleString('en-US', { timeZone: zone }))).size === 1;
}

/** In which zone the history's newest entry is at a time that agrees with `created`. */
function judgeZone(order: SentOrder, results: RowResults, { timeZone: own }: ProfileContent): ProfileContent {
  const row = '2.1 zone of delivery_date';
  const { created, deliveryDate } = order.record ?? {};
  const createdAt = (typeof created === 'string' ? parseStateDate(created, 'UTC')?.getTime() : undefined) ?? NaN;
  const dates = historyOf(order).map(({ date }) => date);
  const fitting = ZONES.filter((zone) =>
    dates.some((date) => Math.abs((parseStateDate(date, zone)?.getTime() ?? NaN) - createdAt) < 10 * MINUTE),
  );
  const [newest] = dates;
  const isRead = newest !== undefined && parseStateDate(newest, 'UTC') !== null;
  results.judge(['2.6 state[].date', '3 dates that cannot be read'], isRead, [
    `Such as ${newest ?? ''}.`,
    `The dates of the history cannot be read: ${newest ?? 'there are none'}.`,
  ]);
  const chosen = typeof own === 'string' && fitting.includes(own) ? [own] : fitting;
  const [zone] = chosen;
  if (zone === undefined || !areAlike(chosen, order.sentAt)) {
    const several = `Times fit ${chosen.join(', ')}, which differ in half a year.`;
    const fits = zone === undefined ? 'The zone cannot be told from the record.' : several;
    const without = "times and days are those of the shop's zone, which can be another one.";
    results.say(row, 'differs', `${fits} Name it in the profile (timeZone).`, { without });
    return {};
  }
  const sentDay = /"delivery_date":"(\d{4}-\d\d-\d\d)/.exec(order.exchange?.request ?? '')?.[1] ?? null;
  const echoed = typeof deliveryDate === 'string' ? deliveryDate : null;
  const told = `Times fit ${fitting.slice(0, 3).join(', ')}; deliveryDate ${echoed ?? 'is not there'}`;
  const isSameDay = changedDate(echoed, sentDay, zone) === null;
  results.judge([row, '2.6 another deliveryDate'], isSameDay, [`${told}.`, `${told}, sent as ${sentDay ?? '?'}.`]);
  return { timeZone: zone };
}
