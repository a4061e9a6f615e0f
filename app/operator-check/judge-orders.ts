import { changedDate } from '../domain/tracking/operator-date.ts';
import { parseStateDate, recogniseState } from '../domain/tracking/operator-state.ts';
import { AGAIN } from './check-creating.ts';
import type { CheckState, SentOrder } from './check-state.ts';
import { ROW_KEYS, type RowKey } from './interface-rows.ts';
import type { RowResults } from './report.ts';
import { TEST_ORDERS, WRONG_BODIES } from './test-orders.ts';
import { parseProfile } from '../operator/profile/operator-profile.ts';
import type { ProfileContent } from './talk.ts';

/** What every accepted minimal order tries. */
const MINIMAL: readonly RowKey[] = [
  ...(['1 create', '1 read', '1 bodies', '2.1 order_number', '2.1 delivery_date', '2.1 delivery_service'] as const),
  ...([
    '2.1 pickup',
    '2.1 dropoff',
    '2.1 packages',
    '2.1 tags',
    '2.1 values of tags',
    '2.1 fields beyond the table',
  ] as const),
  ...([
    '2.3 contact.fullname',
    '2.3 contact.email',
    '2.3 contact.phone',
    '2.3 location.address',
    '2.3 form of email',
  ] as const),
  ...([
    '2.3 location.district',
    '2.3 required fields',
    '2.4 code (sent)',
    '2.4 name (sent)',
    '2.4 price (sent)',
  ] as const),
  ...(['2.4 qty (sent)', '4.1 method and path', '4.1 Content-Type', '4.1 Authorization', '4.1 request body'] as const),
];

/** What was adapted for the first order: its row, what it is, and what a merchant would suffer without. */
const ADAPTED: Readonly<Record<string, readonly [RowKey, string, string]>> = {
  slash: ['4.1 method and path', 'The path of creation needs a slash at the end, or none.', 'no order is accepted.'],
  'url-tracking': [
    '2.1 form of url_tracking',
    'url_tracking is taken as the text "true" only.',
    'every order is refused.',
  ],
  coordinates: [
    '2.3 source of coordinates',
    'Unknown coordinates are sent as 0 and 0.',
    'every order without coordinates is refused.',
  ],
  times: ['2.1 delivery_start_time', 'Times are taken as HH:MM:SS only.', 'every order with a window is refused.'],
  notes: ['2.1 notes', 'notes are required, and may be empty.', 'every order without notes is refused.'],
  files: ['2.1 form of files', 'files are required, and may be empty.', 'every order without files is refused.'],
  'district-code': [
    '2.3 location.district',
    'Districts are taken by code.',
    'every order is refused for its district.',
  ],
  branch: [
    '2.2 choice of the shape',
    'A pickup is taken as a branch only.',
    'every order of a shop that gave an address is refused.',
  ],
};

const ECHO = [
  'notes',
  'created',
  'updated',
  'contactName',
  'contactPhone',
  'contactEmail',
  'orderNumber',
  'deliveryDate',
] as const;

type Done = readonly [step: string, order: SentOrder];

/** Judges what became of the orders of a check, and adds to the profile what they show. */
export function judgeOrders(state: CheckState, results: RowResults, content: ProfileContent): ProfileContent {
  const done: Done[] = Object.entries(state.orders);
  const minimal = done.find(([step, { outcome }]) => step.startsWith('minimal') && outcome === 'accepted')?.[1];
  if (!minimal) {
    const last = done.filter(([step]) => step.startsWith('minimal')).at(-1)?.[1];
    const note = `No order was accepted: ${last?.words ?? 'none was sent'}.`;
    results.say(['1 create', '4.1 request body'], { verdict: 'unusable', note, evidence: last?.exchange });
    return content;
  }
  results.say(MINIMAL, {
    verdict: 'passes',
    note: `Order ${minimal.number} was accepted (HTTP ${minimal.status ?? '?'}).`,
  });
  judgePickup(done, results);
  let found = judgeAdapted(state, results, minimal, content);
  judgeSteps(state, results);
  found = judgeRegistration(done, results, found);
  found = judgeRepeat(state, results, found);
  const read = done.flatMap(([, order]) => (order.record?.orderNumber === undefined ? [] : [order]));
  const first = minimal.record === null ? read[0] : minimal;
  if (first?.record) found = judgeRecord(first, results, found, state);
  else
    results.say('4.2 data.deliveries', {
      verdict: 'unusable',
      note: 'No order could be read back.',
      evidence: minimal.exchange,
    });
  return found;
}

/** Both shapes of a pickup, as far as an order with it was accepted. */
function judgePickup(done: readonly Done[], results: RowResults): void {
  const by = (shape: 'id' | 'name') =>
    done.find(([, { outcome, exchange }]) => {
      return outcome === 'accepted' && exchange?.request.includes(`"pickup":{"location":{"${shape}"`);
    })?.[1];
  const accepted = ({ number }: SentOrder) => ({ verdict: 'passes', note: `Order ${number} was accepted.` }) as const;
  const [branch, address] = [by('id'), by('name')];
  if (branch) results.say('2.2 location.id', accepted(branch));
  if (address) {
    const fields = ['2.2 location.name', '2.2 location.address', '2.2 location.district'] as const;
    results.say([...fields, '2.2 required address fields'], accepted(address));
  }
}

function judgeAdapted(
  state: CheckState,
  results: RowResults,
  minimal: SentOrder,
  content: ProfileContent,
): ProfileContent {
  for (const { what, exchange } of state.adapted) {
    const [row, note, without] = ADAPTED[what] ?? [];
    if (row) results.say(row, { verdict: 'differs', note: note ?? '', without, evidence: exchange });
  }
  const rows = Object.values(ADAPTED).map(([row]) => row);
  results.say(rows, { verdict: 'passes', note: 'As Handoff sends it.' });
  results.say(['2.1 url_tracking', '4.1 response body'], {
    verdict: 'passes',
    note: `The answer is ${minimal.answeredWith}.`,
  });
  if (minimal.answeredWith !== 'an envelope') {
    results.say('4.1 response body', {
      verdict: 'differs',
      note: `The answer is ${minimal.answeredWith}.`,
      evidence: minimal.exchange,
    });
  }
  return content;
}

function judgeSteps({ orders }: CheckState, results: RowResults): void {
  for (const { step, rows, without } of TEST_ORDERS) {
    const order = orders[`${step}${AGAIN}`] ?? orders[step];
    if (!order) continue;
    if (order.outcome === 'accepted') results.say(rows, { verdict: 'passes', note: `${step}: accepted.` });
    else {
      const note = `${step}: ${order.outcome} (HTTP ${order.status ?? 'none'}): ${order.words}`;
      results.say(rows, { verdict: 'differs', note, without, evidence: order.exchange });
    }
  }
  const taken = WRONG_BODIES.filter(({ step }) => orders[`wrong: ${step}`]?.outcome === 'accepted').map(
    ({ step }) => step,
  );
  const sentWrong = WRONG_BODIES.filter(({ step }) => orders[`wrong: ${step}`]);
  if (sentWrong.length === 0) return;
  const evidence = orders[`wrong: ${taken[0] ?? sentWrong[0]?.step ?? ''}`]?.exchange;
  if (taken.length === 0) {
    results.say(['7 invalid body', '7 error object shape'], {
      verdict: 'passes',
      note: `All ${sentWrong.length} wrong bodies were refused.`,
      evidence,
    });
  } else {
    results.say('7 invalid body', {
      verdict: 'differs',
      note: `Taken, although wrong: ${taken.join(', ')}.`,
      evidence,
    });
  }
}

const MINUTE = 60_000;
/** A delay that the first look-ups bridge anyway. */
const SOON = MINUTE / 2;
const HALF_YEAR = 182 * 24 * 60 * MINUTE;

function judgeRegistration(done: readonly Done[], results: RowResults, content: ProfileContent): ProfileContent {
  const delays = done.flatMap(([, { registeredAfterMs, record }]) =>
    registeredAfterMs === null || !record?.orderNumber ? [] : [registeredAfterMs],
  );
  if (delays.length === 0) return content;
  const soonest = Math.min(...delays);
  const seconds = Math.round(soonest / 1_000);
  if (soonest < SOON) {
    results.say('4.1 effect', { verdict: 'passes', note: `An order can be read after ${seconds} s.` });
    return content;
  }
  // a quarter more than was measured, because the next one may take longer
  const registersWithinMinutes = Math.ceil((soonest * 1.25) / MINUTE);
  results.say('4.1 effect', {
    verdict: 'differs',
    note: `An order can be read only after ${seconds} s.`,
    without: 'an order whose answer was lost may be sent a second time.',
    evidence: done[0]?.[1].exchange,
  });
  return { ...content, registersWithinMinutes };
}

function judgeRepeat({ orders }: CheckState, results: RowResults, content: ProfileContent): ProfileContent {
  const { repeat } = orders;
  if (!repeat || repeat.outcome === 'sending') return content;
  const row = '4.1 repetition';
  const { deliveriesOfNumber } = repeat.record ?? {};
  const answer = `HTTP ${repeat.status ?? 'none'}${repeat.words === '' ? '' : `: ${repeat.words}`}`;
  if (repeat.outcome !== 'accepted' && repeat.status !== null && repeat.status < 500 && repeat.status !== 429) {
    results.say(row, {
      verdict: 'passes',
      note: `A repeated number is refused (${answer}).`,
      evidence: repeat.exchange,
    });
    return { ...content, repeats: 'refused' };
  }
  const isSecond = typeof deliveriesOfNumber === 'number' && deliveriesOfNumber > 1;
  results.say(row, {
    verdict: 'differs',
    note: isSecond
      ? 'A repeated number becomes a second order.'
      : `A repeated number is accepted (${answer}); one order can be read.`,
    without: isSecond
      ? 'none: Handoff never repeats a number before the time in which it can be read is over.'
      : undefined,
    evidence: repeat.exchange,
  });
  return { ...content, repeats: isSecond ? 'second-order' : 'unknown' };
}

function judgeRecord(
  order: SentOrder,
  results: RowResults,
  content: ProfileContent,
  state: CheckState,
): ProfileContent {
  const record = order.record ?? {};
  const isEnvelope = record.envelope === 'envelope';
  results.say(['4.2 errors', '4.2 success', '4.2 data', '4.2 data.deliveries', '7 envelope', '7 success'], {
    verdict: isEnvelope ? 'passes' : 'differs',
    note: isEnvelope ? 'The record stands in the envelope.' : `The record stands in ${String(record.envelope)}.`,
  });
  results.say('4.2 several deliveries', {
    verdict: 'passes',
    note: `${String(record.deliveriesOfNumber)} under the number.`,
  });
  for (const field of ECHO) {
    const isThere = record[field] !== null && record[field] !== undefined;
    const isOptional = field === 'notes';
    results.say(`2.6 ${field}`, {
      verdict: isThere || isOptional ? 'passes' : 'differs',
      note: isThere ? 'Is there.' : 'Is not there; Handoff does without.',
    });
  }
  const hasUrl = typeof record.trackingUrl === 'string';
  results.say(['2.6 trackingURL', '4.1 tracking URL'], {
    verdict: hasUrl ? 'passes' : 'differs',
    note: hasUrl ? 'Is there.' : 'Is not there, although it was asked for: buyers have no link.',
  });
  results.say('2.6 packages', {
    verdict: record.packages ? 'passes' : 'differs',
    note: record.packages ? 'Are there.' : 'Are not there.',
  });
  if (record.packages)
    results.say(['2.4 name (read)', '2.4 price (read)', '2.4 qty (read)'], { verdict: 'passes', note: 'Are read.' });
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
  results.say(['2.6 state', '2.6 last_state', '2.6 state[].status'], {
    verdict: names.length > 0 ? 'passes' : 'differs',
    note: names.length > 0 ? `Seen: ${names.join(', ')}.` : 'No state was seen: the delivery stays as it is.',
  });
  results.say('3 completeness', {
    verdict: unknown.length > 0 ? 'differs' : 'passes',
    note:
      unknown.length > 0
        ? `Names that nobody knows: ${unknown.join(', ')}. Give each a group under "states" in the profile.`
        : 'All names that were seen are known.',
    without: unknown.length > 0 ? 'these states cause no event, and the delivery has no end.' : undefined,
  });
  const known = names.filter((name) => !unknown.includes(name));
  const rows = ROW_KEYS.filter((row) => known.some((name) => row === `3 ${name}`));
  results.say(rows, { verdict: 'passes', note: 'Was seen.' });
  if (names.length === 0) return;
  const others = names.filter((name) => name !== name.toLowerCase());
  results.say('3 spelling', {
    verdict: others.length === 0 ? 'passes' : 'differs',
    note: others.length === 0 ? 'As written.' : `In capitals: ${others.join(', ')}. Handoff reads both.`,
  });
}

/** Whether the history stands as in the interface's example. Nothing is said of one entry, or of dates that cannot be read. */
function judgeOrder(order: SentOrder, results: RowResults): void {
  const times = historyOf(order).map(({ date }) => parseStateDate(date, 'UTC')?.getTime() ?? NaN);
  if (times.length < 2 || times.some(Number.isNaN)) return;
  const isNewestFirst = times.every((time, place) => place === 0 || time <= (times[place - 1] ?? NaN));
  results.say('2.6 order of state', {
    verdict: isNewestFirst ? 'passes' : 'differs',
    note: isNewestFirst ? 'Newest first.' : 'Not newest first: Handoff goes by the dates.',
  });
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
function judgeZone(order: SentOrder, results: RowResults, content: ProfileContent): ProfileContent {
  const row = '2.1 zone of delivery_date';
  const { created, deliveryDate } = order.record ?? {};
  const createdAt = typeof created === 'string' ? Date.parse(created) : NaN;
  const dates = historyOf(order).map(({ date }) => date);
  const fitting = ZONES.filter((zone) =>
    dates.some((date) => Math.abs((parseStateDate(date, zone)?.getTime() ?? NaN) - createdAt) < 10 * MINUTE),
  );
  const own = content.timeZone;
  const dated = dates.length > 0 && parseStateDate(dates[0] ?? '', 'UTC') !== null;
  results.say(['2.6 state[].date', '3 dates that cannot be read'], {
    verdict: dated ? 'passes' : 'differs',
    note: dated
      ? `Such as ${dates[0] ?? ''}.`
      : `The dates of the history cannot be read: ${dates[0] ?? 'there are none'}.`,
  });
  const chosen = typeof own === 'string' && fitting.includes(own) ? [own] : fitting;
  const [zone] = chosen;
  if (zone === undefined || !areAlike(chosen, order.sentAt)) {
    const fits =
      zone === undefined
        ? 'The zone cannot be told from the record.'
        : `Times fit ${chosen.join(', ')}, which differ in half a year.`;
    results.say(row, {
      verdict: 'differs',
      note: `${fits} Name it in the profile (timeZone).`,
      without: "times and days are those of the shop's zone, which can be another one.",
    });
    return content;
  }
  const sentDay = /"delivery_date":"(\d{4}-\d\d-\d\d)/.exec(order.exchange?.request ?? '')?.[1] ?? null;
  const echoed = typeof deliveryDate === 'string' ? deliveryDate : null;
  const isSameDay = changedDate(echoed, sentDay, zone) === null;
  results.say([row, '2.6 another deliveryDate'], {
    verdict: isSameDay ? 'passes' : 'differs',
    note: `Times fit ${fitting.slice(0, 3).join(', ')}; deliveryDate ${echoed ?? 'is not there'}${isSameDay ? '' : `, sent as ${sentDay ?? '?'}`}.`,
  });
  return { ...content, timeZone: zone };
}
