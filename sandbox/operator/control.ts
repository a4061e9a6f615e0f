import { z } from 'zod';
import { type Answer, jsonAnswer } from './answer.ts';
import { faultSchema } from './misbehaviour/faults.ts';
import { modeChangeSchema } from './misbehaviour/modes.ts';
import { type SandboxOperator, UnknownOrder } from './sandbox-operator.ts';
import { STATES } from './state-timeline.ts';

/** The operator's controls over HTTP, for a separate process or a browser test. `README.md` lists them. */

/** A call to `/_sandbox/<resource>[/<item>[/<action>]]`, percent-decoded; `body` is undefined when there is none. */
interface ControlCall {
  readonly operator: SandboxOperator;
  readonly item: string;
  readonly account: string | undefined;
  readonly body: unknown;
}

const stateSchema = z.union([
  z.strictObject({ status: z.string().min(1), at: z.iso.datetime({ offset: true }).optional() }),
  z.strictObject({ advanceTo: z.enum(STATES) }),
]);

const tokenSchema = z.strictObject({
  token: z.string().regex(/^\S+$/),
  account: z.string().optional(),
  branches: z.array(z.int().positive()).optional(),
});

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const changesSchema = z
  .strictObject({ notes: z.string(), deliveryDate: instant, updated: instant, trackingURL: z.string() })
  .partial();

const CONTROLS: Readonly<Record<string, (call: ControlCall) => unknown>> = {
  'GET orders': ({ operator }) => ({ orders: operator.orders() }),
  'GET orders/:item': ({ operator, item, account }) => findOrder(operator, item, account),
  'POST orders/:item/state': ({ operator, item, account, body }) => {
    const change = stateSchema.parse(body);
    if ('advanceTo' in change) operator.advanceTo(item, change.advanceTo, account);
    else operator.setState(item, change.status, change.at === undefined ? undefined : new Date(change.at), account);
    return findOrder(operator, item, account);
  },
  'POST orders/:item/record': ({ operator, item, account, body }) => {
    operator.changeRecord(item, changesSchema.parse(body), account);
    return findOrder(operator, item, account);
  },
  'GET pending': ({ operator }) => ({ orders: operator.pendingOrders() }),
  'GET counts': ({ operator }) => ({ counts: operator.counts() }),
  'GET modes': ({ operator }) => operator.modes(),
  'POST modes': ({ operator, body }) => {
    operator.setModes(modeChangeSchema.parse(body));
    return operator.modes();
  },
  'GET requests': ({ operator }) => ({ requests: operator.requests() }),
  'GET faults': ({ operator }) => ({ faults: operator.faults() }),
  'POST faults': ({ operator, body }) => {
    operator.injectFault(faultSchema.parse(body));
    return { faults: operator.faults() };
  },
  'DELETE faults': ({ operator }) => {
    operator.clearFaults();
    return { faults: operator.faults() };
  },
  'POST tokens': ({ operator, body }) => {
    const { token, ...grant } = tokenSchema.parse(body);
    operator.addToken(token, grant);
    return { token };
  },
  'DELETE tokens/:item': ({ operator, item }) => {
    operator.revokeToken(item);
    return { token: item };
  },
  'POST reset': ({ operator }) => {
    operator.reset();
    return {};
  },
};

/**
 * @param target request target that starts with `/_sandbox/`
 * @param body as received; null when it was longer than the limit
 */
export function answerControl(operator: SandboxOperator, method: string, target: string, body: Buffer | null): Answer {
  try {
    const { pathname, searchParams } = new URL(target, 'http://sandbox.invalid');
    const [resource = '', item = '', ...rest] = pathname.slice('/_sandbox/'.length).split('/');
    const route = [resource, ...(item ? [':item'] : []), ...rest].join('/');
    const control = CONTROLS[`${method} ${route}`];
    if (!control) return jsonAnswer(404, { error: `there is no control ${method} ${pathname}` });
    const text = body?.toString() ?? '';
    const answer = control({
      operator,
      item: decodeURIComponent(item),
      account: searchParams.get('account') ?? undefined,
      body: text === '' ? undefined : JSON.parse(text),
    });
    return jsonAnswer(200, answer);
  } catch (error) {
    if (error instanceof UnknownOrder) return jsonAnswer(404, { error: error.message });
    if (error instanceof z.ZodError) return jsonAnswer(400, { error: z.prettifyError(error) });
    if (error instanceof SyntaxError || error instanceof URIError) return jsonAnswer(400, { error: error.message });
    throw error;
  }
}

function findOrder(operator: SandboxOperator, orderNumber: string, account: string | undefined) {
  const held = operator.order(orderNumber, account);
  if (!held) throw new UnknownOrder(orderNumber);
  return held;
}
