import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { IANAZone } from 'luxon';
import { systemClock } from '../clock.ts';
import { Accounts } from './accounts.ts';
import { type Answer, refusal } from './answer.ts';
import { answerControl } from './control.ts';
import { PLAIN_SPEECH, type Speech } from './misbehaviour/dialect.ts';
import { type ArmedFault, applyFault, CUT, FaultPlan, faultSchema } from './misbehaviour/faults.ts';
import { encodeAnswer } from './misbehaviour/encodings.ts';
import { Modes } from './misbehaviour/modes.ts';
import { countOrders } from './orders/order-counts.ts';
import { OrderEndpoints, orderNumberIn, type Verb } from './orders/order-endpoints.ts';
import { OrderStore } from './orders/order-store.ts';
import { RateLimit } from './rate-limit.ts';
import { RequestLog } from './request-log.ts';
import { type SandboxOperator, type SandboxOperatorOptions, UnknownOrder } from './sandbox-operator.ts';
import { REALISTIC_TIMELINE } from './state-timeline.ts';
import { showTracking } from './tracking-page.ts';

export type { SandboxOperator, SandboxOperatorOptions } from './sandbox-operator.ts';

export const DEMO_TOKEN = 'sandbox-operator-token';
export const DEFAULT_BRANCHES: readonly number[] = [101, 102, 103];

/**
 * Starts an operator that implements the whole Order Delivery Service Interface strictly, and keeps its orders in
 * memory.
 *
 * @throws Error when the time zone is unknown or the port is taken
 */
export async function startSandboxOperator(options: SandboxOperatorOptions = {}): Promise<SandboxOperator> {
  const { clock = systemClock, host = '127.0.0.1', timeZone = 'America/Lima', bodyLimitBytes = 1_048_576 } = options;
  if (!IANAZone.isValidZone(timeZone)) throw new Error(`${timeZone} is not the name of a time zone`);

  const { speech = PLAIN_SPEECH } = options;
  const modes = new Modes(options);
  const accounts = new Accounts();
  const orders = new OrderStore(clock, { ...REALISTIC_TIMELINE, ...options.timeline });
  const rateLimit = new RateLimit(clock, options.rateLimit ?? Infinity);
  const faults = new FaultPlan(options.seed ?? 1);
  const log = new RequestLog();
  const closing = new AbortController();
  // any number of calls may hang at once, and Node 22 would otherwise warn of a leak
  setMaxListeners(0, closing.signal);

  /** Of each order of which something may be held back, by its number. */
  const hurries = new Map<string | null, AbortController>();
  const hurryOf = (orderNumber: string | null): AbortController => {
    const hurry = hurries.get(orderNumber) ?? new AbortController();
    hurries.set(orderNumber, hurry);
    return hurry;
  };

  const server = createServer((request, response) => {
    // the caller disconnected or the server is closing, so nobody can be answered
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, host, resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  const url = `http://${host}:${address.port}`;

  const endpoints = new OrderEndpoints(
    {
      timeZone,
      bodyLimitBytes,
      speech,
      trackingBaseUrl: options.trackingBaseUrl ?? `${url}/tracking`,
    },
    modes,
    accounts,
    orders,
    rateLimit,
  );

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: target = '' } = request;
    const body = await readBody(request, bodyLimitBytes);
    if (target.startsWith('/_sandbox/')) {
      return send(response, answerControl(operator, method, target, body), closing.signal);
    }
    const trackingId = /^\/tracking\/(\d+)$/.exec(target)?.[1];
    if (method === 'GET' && trackingId) {
      return send(response, showTracking(orders.get(Number(trackingId)), timeZone), closing.signal);
    }

    const { authorization, 'content-type': contentType } = request.headers;
    const verb = parseVerb(method, target, body, speech);
    const caller = accounts.authenticate(authorization);
    const call = 'name' in verb ? verb : null;
    const account = 'account' in caller ? caller.account : null;
    const fault = call && strike(call, account);
    const noteStatus = log.receive({
      at: clock.now(),
      method,
      path: target,
      account,
      verb: call?.name ?? null,
      orderNumber: call?.orderNumber ?? null,
      body: body?.toString() ?? '',
      status: null,
      fault: fault?.kind ?? null,
    });

    const answer = () => ('name' in verb ? endpoints.answer(verb, { authorization, contentType, body }) : verb);
    const callerGone = new Promise<void>((resolve) => response.once('close', resolve));
    const outcome = fault
      ? await applyFault(fault, answer, {
          closing: closing.signal,
          callerGone,
          hurried: hurryOf(call.orderNumber).signal,
        })
      : answer();
    if (outcome === CUT) {
      request.socket.resetAndDestroy();
      return;
    }
    noteStatus(outcome.status);
    await send(response, encodeAnswer(outcome, modes.current.encoding), closing.signal);
  }

  /** The fault that affects a call: first a proxy, then an injected fault, then a mode of the operator. */
  function strike(call: Verb, account: string | null): ArmedFault | null {
    const { proxy, registers } = modes.current;
    if (proxy !== 'none') return faultSchema.parse({ kind: `proxy-${proxy}` });
    const fault = faults.strike({ verb: call.name, orderNumber: call.orderNumber, account });
    if (fault || call.name !== 'create' || registers === 'after-post') return fault;
    return faultSchema.parse({ kind: 'accepts-when-caller-gone' });
  }

  function grantInitialTokens(): void {
    for (const token of options.tokens ?? [DEMO_TOKEN]) operator.addToken(token);
  }

  function idsOf(orderNumber: string, account?: string): number[] {
    const held = orders.find(orderNumber, account);
    if (held.length === 0) throw new UnknownOrder(orderNumber);
    return held.map(({ id }) => id);
  }

  const operator: SandboxOperator = {
    url,
    orders: () => orders.all(),
    pendingOrders: () => orders.pending(),
    counts: () => countOrders(log.all(), orders.all(), orders.pending()),
    order: (orderNumber, account) => orders.find(orderNumber, account)[0] ?? null,
    requests: () => log.all(),
    setState(orderNumber, status, at, account) {
      for (const id of idsOf(orderNumber, account)) orders.enterState(id, status, at);
    },
    advanceTo(orderNumber, state, account) {
      for (const id of idsOf(orderNumber, account)) orders.advanceTo(id, state);
    },
    changeRecord(orderNumber, changes, account) {
      for (const id of idsOf(orderNumber, account)) orders.changeRecord(id, changes);
    },
    modes: () => modes.current,
    setModes: (change) => modes.change(change),
    addToken: (token, { account = token, branches } = {}) =>
      accounts.add(token, account, branches ?? options.branches?.[account] ?? DEFAULT_BRANCHES),
    revokeToken: (token) => accounts.revoke(token),
    injectFault: (fault) => faults.inject(fault),
    faults: () => faults.armed(),
    clearFaults: () => faults.clear(),
    carryOut(orderNumber) {
      hurries.get(orderNumber)?.abort();
      hurries.delete(orderNumber);
    },
    reset() {
      for (const part of [modes, accounts, orders, rateLimit, faults, log, hurries]) part.clear();
      grantInitialTokens();
    },
    async close() {
      closing.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  grantInitialTokens();
  return operator;
}

/** Which of the two calls of §4 a request is, or the refusal when it is neither. The order number is one path segment. */
function parseVerb(method: string, target: string, body: Buffer | null, { slash }: Speech): Verb | Answer {
  const given = target.split('?', 1)[0] ?? '';
  const needsSlash = slash === 'required' || (slash === 'creation' && method === 'POST');
  if (needsSlash && !given.endsWith('/')) {
    return { status: 301, headers: { Location: `${given}/` }, body: '', deliveries: [] };
  }
  const path = needsSlash ? given.slice(0, -1) : given;
  if (path === '/order') {
    if (method !== 'POST') return refusal(405, '/order takes POST', { Allow: 'POST' });
    return { name: 'create', orderNumber: body && orderNumberIn(body) };
  }
  const segment = /^\/order\/([^/]+)$/.exec(path)?.[1];
  if (segment === undefined) return refusal(404, `there is nothing at ${path}`);
  if (method !== 'GET') return refusal(405, '/order/{order_number} takes GET', { Allow: 'GET' });
  try {
    return { name: 'read', orderNumber: decodeURIComponent(segment) };
  } catch {
    return refusal(400, 'the order number is not percent-encoded UTF-8');
  }
}

/**
 * Reads the whole body; null when it is longer than the limit. It is read to its end even then, so that the caller gets
 * the answer.
 */
async function readBody(request: AsyncIterable<Buffer>, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  return size <= limit ? Buffer.concat(chunks) : null;
}

/**
 * Sends in chunks, because no length is declared. Rejects when the server closes before all pieces of a drip are sent.
 */
async function send(response: ServerResponse, answer: Answer, closing: AbortSignal): Promise<void> {
  const { status, headers, body, drip } = answer;
  response.writeHead(status, headers);
  if (drip) {
    const bytes = Buffer.from(body);
    for (let sent = 0; sent < bytes.length && !response.destroyed; sent += drip.pieceBytes) {
      response.write(bytes.subarray(sent, sent + drip.pieceBytes));
      await delay(drip.delayMs, undefined, { signal: closing });
    }
    response.end();
  } else response.end(body);
}
