import { once } from 'node:events';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** What stands in front of the operator and counts calls. */
export interface CountingOperator {
  readonly url: string;
  /** The largest number of calls that were under way at once since the last question. */
  mostAtOnce(): number;
  /** How many calls are under way now. */
  underWay(): number;
  /** From now on no call is answered, until `release`. */
  hold(): void;
  release(): void;
  /** When the calls began, in milliseconds since 1970. */
  readonly begunAt: readonly number[];
  /** From now on the next calls are answered 429, so many of them. */
  throttle(calls: number, retryAfterSeconds: number): void;
  close(): Promise<void>;
}

/** @param given.latencyMs how long each call takes at least, so that calls meet */
export async function countCalls(given: {
  operatorUrl: string;
  latencyMs: number;
  now: () => Date;
}): Promise<CountingOperator> {
  const { operatorUrl, latencyMs, now } = given;
  let underWay = 0;
  let gate = Promise.resolve();
  let openGate = () => {};
  let most = 0;
  let throttled = 0;
  let retryAfter = 0;
  const begunAt: number[] = [];
  const agent = new http.Agent({ keepAlive: true });

  async function pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = await buffer(request);
    await Promise.all([pause(latencyMs), gate]);
    if (throttled > 0) {
      throttled -= 1;
      response.writeHead(429, { 'Retry-After': String(retryAfter) }).end();
      return;
    }
    const { method, headers, url = '' } = request;
    const passed = http.request(new URL(url, operatorUrl), { method, headers, agent });
    passed.end(body);
    const answers: unknown[] = await once(passed, 'response');
    const [answer] = answers;
    if (!(answer instanceof http.IncomingMessage)) throw new Error('no answer');
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  }

  const server = http.createServer((request, response) => {
    begunAt.push(now().getTime());
    underWay += 1;
    most = Math.max(most, underWay);
    response.once('close', () => (underWay -= 1)); // also when the caller was killed
    pass(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    begunAt,
    mostAtOnce() {
      const found = most;
      most = underWay;
      return found;
    },
    underWay: () => underWay,
    hold() {
      gate = new Promise((resolve) => (openGate = resolve));
    },
    release: () => openGate(),
    throttle(calls, seconds) {
      throttled = calls;
      retryAfter = seconds;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await once(server, 'close');
    },
  };
}
