import type { DeliveryOrder } from '../domain/mapping/delivery-order.ts';
import { foldText } from '../domain/mapping/clean-text.ts';
import { isFields } from '../operator/order-record.ts';
import { OperatorError } from '../operator/operator-error.ts';
import { writeOrder } from '../operator/wire.ts';
import { isElsewhere, withOtherSlash } from './check-reading.ts';
import type { CheckState, Recipient, SentOrder } from './check-state.ts';
import { ADAPTATIONS, minimalOrder, TEST_ORDERS, WRONG_BODIES, type OrderBase } from './test-orders.ts';
import { outcomeOf, type CheckTools, type ProfileContent, type Talk } from './talk.ts';

/** How many orders a whole check makes at most: the minimal one and its repetition, and what is tried on top of it. */
export const ORDER_LIMIT = 2 + TEST_ORDERS.length + WRONG_BODIES.length;

export interface Creating {
  readonly talk: Talk;
  readonly tools: CheckTools;
  readonly state: CheckState;
  /** Writes the state to its file. It is called before every order goes out. */
  readonly keep: () => Promise<void>;
  readonly recipient: Recipient;
  readonly branch: number | null;
  /** How long an order is waited for that cannot be read yet. */
  readonly waitMs: number;
}

/** Behind the name of an order that was sent once more in another form. */
export const AGAIN = '-again';

const nameOf = ({ state: { run } }: Creating, step: string, suffix = '') => `${run}-${step}${suffix}`;

function baseOf({ talk, recipient, branch, tools }: Creating): OrderBase {
  const needsBranch = talk.content.branches !== undefined;
  return { recipient, branch: needsBranch ? branch : null, day: dayAfter(tools.now()) };
}

function dayAfter(now: number): string {
  return new Date(now + DAY).toISOString().slice(0, 10);
}

/** Sends every order of the check that was not sent before, and waits until all can be read. */
export async function sendTestOrders(given: Creating): Promise<void> {
  const { tools, talk } = given;
  const isTaken = await sendMinimal(given);
  if (!isTaken) return;
  const base = { ...baseOf(given) };
  for (const { step, suffix, change } of TEST_ORDERS) {
    const own = { ...base, branch: given.branch ?? base.branch };
    const order = change(minimalOrder(base, nameOf(given, step, suffix)), own);
    if (!order) continue;
    const { outcome } = await sendOnce(given, step, order);
    if (outcome !== 'accepted') await sendAdapted(given, step, order);
  }
  for (const [index, { step, spoil }] of WRONG_BODIES.entries()) {
    const body = writeOrder(minimalOrder(base, nameOf(given, `wrong-${index + 1}`)), talk.profile);
    await sendOnce(given, `wrong: ${step}`, spoil(body));
  }
  await waitForAll(given);
  tools.tell('repeats one number');
  await sendRepeat(given);
}

/** A refusal of the times of a window shows their form only now, because the minimal order has no window. */
async function sendAdapted(given: Creating, step: string, order: DeliveryOrder): Promise<void> {
  const { state } = given;
  const times = ADAPTATIONS.find(({ what }) => what === 'times');
  const words = foldText(state.orders[step]?.words.replaceAll('_', ' ') ?? '');
  if (!times?.about?.test(words) || order.delivery_start_time === undefined) return;
  if (!state.adapted.some(({ what }) => what === 'times')) {
    state.adapted.push({ what: 'times', exchange: state.orders[step]?.exchange });
    learn(given, times.profile?.(given));
  }
  await sendOnce(given, `${step}${AGAIN}`, { ...order, order_number: `${order.order_number}${AGAIN}` });
}

/** Tries the order as written, then with what the refusals are about, each time under another number. */
async function sendMinimal(given: Creating): Promise<boolean> {
  const { state } = given;
  for (let tries = 0; tries <= ADAPTATIONS.length; tries += 1) {
    const step = `minimal-${tries}`;
    const sent = await sendOnce(given, step, minimalOrder(baseOf(given), nameOf(given, step)));
    if (sent.outcome === 'accepted') return true;
    if (sent.outcome === 'unclear' && !sent.isElsewhere && (await isThere(given, sent))) return true;
    const next = `minimal-${tries + 1}`;
    if (Object.hasOwn(state.orders, next)) continue; // an earlier run has gone on from here
    // nothing was learnt from an order that a killed check had begun
    if (sent.status === null) continue;
    const changed = sent.isElsewhere ? otherSlash(given) : adapted(given, sent);
    if (!changed) return false;
    learn(given, changed);
  }
  return false;
}

function learn({ talk, state }: Creating, learnt: ProfileContent | null | undefined): void {
  talk.content = { ...talk.content, ...learnt };
  state.content = talk.content;
}

function otherSlash({ talk, state }: Creating): ProfileContent | null {
  if (state.adapted.some(({ what }) => what === 'slash')) return null;
  state.adapted.push({ what: 'slash' });
  const paths = (withOtherSlash(talk.content).paths as Record<string, string> | undefined) ?? {};
  return { paths: { ...(talk.content.paths as object | undefined), create: paths.create } };
}

function adapted(given: Creating, sent: SentOrder): ProfileContent | null {
  const { adapted: done } = given.state;
  const words = foldText(`${sent.words} ${sent.exchange?.answer ?? ''}`.replaceAll('_', ' '));
  const left = ADAPTATIONS.filter(({ what }) => !done.some((each) => each.what === what));
  for (const { what, profile } of [...left.filter(({ about }) => about?.test(words)), ...left]) {
    const learnt = profile?.(given);
    if (!learnt) continue;
    done.push({ what, exchange: sent.exchange });
    return learnt;
  }
  return null;
}

async function isThere({ talk }: Creating, sent: SentOrder): Promise<boolean> {
  const { answer } = await talk.read(sent.number);
  return !(answer instanceof OperatorError) && answer.kind === 'found';
}

type Sent = SentOrder & { readonly isElsewhere: boolean };

/** Sends an order, unless this or an earlier run has sent it. What it had to send is kept before it goes out. */
async function sendOnce(
  given: Creating,
  step: string,
  body: DeliveryOrder | Readonly<Record<string, unknown>>,
): Promise<Sent> {
  const { talk, tools, state, keep } = given;
  const before = state.orders[step];
  if (before) {
    // a check that was killed in between does not know what became of it
    if (before.outcome === 'sending') before.outcome = 'unclear';
    return { ...before, isElsewhere: false };
  }
  tools.tell(`sends ${step}`);
  const number = String(body.order_number);
  const sent: SentOrder = {
    number,
    outcome: 'sending',
    status: null,
    words: '',
    sentAt: tools.now(),
    answeredWith: '',
    wasMissed: false,
    registeredAfterMs: null,
    record: null,
  };
  state.orders[step] = sent;
  await keep();
  const said = step.startsWith('wrong') ? await talk.sendAnything(body) : await talk.send(body as DeliveryOrder);
  sent.outcome = outcomeOf(said.answer);
  sent.status = said.status;
  sent.words = said.answer instanceof OperatorError ? said.answer.message : '';
  sent.exchange = said.exchange;
  sent.answeredWith = kindOf(said.content);
  if (saysNo(said.content)) sent.outcome = sent.outcome === 'accepted' ? 'refused' : sent.outcome;
  await keep();
  return { ...sent, isElsewhere: isElsewhere(said) };
}

function saysNo(content: unknown): boolean {
  return isFields(content) && content.success === false;
}

function kindOf(content: unknown): string {
  if (Array.isArray(content)) return 'a list';
  if (isFields(content)) return 'data' in content ? 'an envelope' : 'an object';
  return content === '' ? 'nothing' : 'a text';
}

/** Reads back what was accepted, or may have been, until it is there: that is how long a registration takes. */
async function waitForAll(given: Creating): Promise<void> {
  const { tools, state, keep, waitMs } = given;
  const open = () =>
    Object.entries(state.orders).filter(([, order]) => order.outcome !== 'refused' && order.record === null);
  const until = tools.now() + waitMs;
  for (let pauseMs = FIRST_PAUSE; open().length > 0; pauseMs = Math.min(pauseMs * 2, PAUSE_LIMIT)) {
    for (const [step, order] of open()) await readBack(given, step, order);
    await keep();
    const left = open().filter(([, { outcome }]) => outcome === 'accepted');
    if (left.length === 0 || tools.now() > until) return;
    tools.tell(`waits for ${left.length} orders that cannot be read yet`);
    await tools.wait(pauseMs);
  }
}

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const FIRST_PAUSE = SECOND;
const PAUSE_LIMIT = 60 * SECOND;

async function readBack({ talk, tools }: Creating, step: string, order: SentOrder): Promise<void> {
  const { answer, content } = await talk.read(order.number);
  if (answer instanceof OperatorError || answer.kind === 'not-found') {
    order.wasMissed = true;
    return;
  }
  tools.tell(`reads ${step}`);
  order.registeredAfterMs = order.wasMissed ? tools.now() - order.sentAt : 0;
  const { record } = answer;
  order.record = { ...record, deliveriesOfNumber: deliveriesIn(content).length, envelope: envelopeOf(content) };
  if (order.outcome !== 'accepted') order.outcome = 'accepted';
}

function deliveriesIn(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  if (!isFields(content)) return [];
  if (Array.isArray(content.deliveries)) return content.deliveries;
  return deliveriesIn(content.data);
}

function envelopeOf(content: unknown): string {
  if (!isFields(content)) return kindOf(content);
  return content.success === true && isFields(content.data) ? 'envelope' : 'an object';
}

/** Sends the number of the first accepted order once more, and looks at what the operator has then. */
async function sendRepeat(given: Creating): Promise<void> {
  const { tools, state, keep, talk } = given;
  const first = Object.entries(state.orders).find(
    ([step, order]) => step.startsWith('minimal') && order.record !== null,
  )?.[1];
  if (!first || state.orders.repeat) return;
  const repeat = await sendOnce(given, 'repeat', minimalOrder(baseOf(given), first.number));
  const stored = state.orders.repeat as SentOrder | undefined;
  if (!stored || repeat.outcome !== 'accepted') return;
  // a second order needs as long as the first to be read
  await tools.wait((first.registeredAfterMs ?? 0) + FIRST_PAUSE);
  const { content } = await talk.read(first.number);
  stored.record = { deliveriesOfNumber: deliveriesIn(content).length };
  await keep();
}
