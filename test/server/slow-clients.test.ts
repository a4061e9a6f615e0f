import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHttpServer } from '../../app/server/server.ts';
import { startTestHandoff, type TestHandoff } from '../set-up/handoff.ts';
import { until } from '../set-up/time/until.ts';

let program: TestHandoff;
const sockets: net.Socket[] = [];

beforeAll(async () => {
  program = await startTestHandoff({ work: false });
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await program.stop();
});

/** A connection, and what has been said on it. */
async function connect(port = Number(new URL(program.url).port)): Promise<{ socket: net.Socket; said: () => string }> {
  const socket = net.connect(port, '127.0.0.1');
  sockets.push(socket);
  let said = '';
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  socket.on('error', () => null);
  await once(socket, 'connect');
  return { socket, said: () => said };
}

const raw = async (text: string) => {
  const { socket, said } = await connect();
  socket.write(text);
  await until('an answer', () => said() !== '');
  return said().split('\r\n')[0];
};

it('an invalid target is refused, and one in absolute form is answered', async () => {
  const ask = (target: string) => raw(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  expect(await ask('/%')).toBe('HTTP/1.1 400 Bad Request');
  expect(await ask('http://handoff.example/healthz')).toBe('HTTP/1.1 200 OK');
  expect(await ask(`/${'a'.repeat(9_000)}`)).toBe('HTTP/1.1 414 URI Too Long');
});

it('headers that are too long are answered, however many of them are still on the way', async () => {
  for (let again = 0; again < 20; again += 1) {
    const { socket, said } = await connect();
    socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(2_000_000)}\r\n\r\n`);
    await once(socket, 'end');
    expect(said().split('\r\n')[0]).toBe('HTTP/1.1 431 Request Header Fields Too Large');
    socket.end();
  }
});

it.each([
  ['a webhook that is too long', 'POST /webhooks HTTP/1.1\r\nHost: a', 413],
  ['a webhook by another method', 'PUT /webhooks HTTP/1.1\r\nHost: a', 405],
  ['a run of Flow that is too long', 'POST /flow/actions/hand-over-order HTTP/1.1\r\nHost: a', 413],
  ['a run of Flow by another method', 'PUT /flow/trigger-use HTTP/1.1\r\nHost: a', 405],
  ['a run of an unknown action', 'POST /flow/actions/x HTTP/1.1\r\nHost: a', 404],
  ['a target that makes no sense', 'POST /% HTTP/1.1\r\nHost: a', 400],
])('%s is answered, however much of the body is still on the way', async (_what, head, status) => {
  const body = Buffer.alloc(3_000_000, 'a');
  for (let again = 0; again < 20; again += 1) {
    const { socket, said } = await connect();
    socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.write(body);
    await until('an answer', () => said() !== '');
    expect(said()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    // the connection can be used again
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await until('the next answer', () => said().includes('HTTP/1.1 200 OK'));
    socket.end();
  }
});

it('a body of many that arrive at once and never end is refused before they fill the memory', async () => {
  const webhook = 'POST /webhooks HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\n\r\n';
  const clients = await Promise.all(Array.from({ length: 80 }, () => connect()));
  const part = Buffer.alloc(1_000_000);
  for (const { socket } of clients) socket.write(webhook);
  for (const { socket } of clients) socket.write(part);
  const refused = () => clients.filter(({ said }) => said().startsWith('HTTP/1.1 503'));
  await until('some refused', () => refused().length >= 10);
  expect(refused()[0]?.said()).toMatch(/Retry-After: 5/);
  for (const { socket } of clients) socket.destroy();
  // the room is free again
  await until('the next body read', async () => {
    const answer = await fetch(`${program.url}/webhooks`, { method: 'POST', body: new Uint8Array(1_000_000) });
    return answer.status === 401;
  });
});

it('slow requests are ended, whether it is the headers or the body that never comes', async () => {
  const { app } = program;
  const times = { headersMs: 300, requestMs: 600, lookForSlowMs: 50 };
  const server = await startHttpServer(
    { ...app, pace: { ...app.pace, server: { ...app.pace.server, ...times } } },
    0,
    () => null,
  );
  const ended = async (text: string) => {
    const { socket, said } = await connect(server.port);
    socket.write(text);
    await once(socket, 'close');
    return said().split('\r\n')[0];
  };
  try {
    expect(await ended('GET /healthz HTTP/1.1\r\nHost: a\r\n')).toBe('HTTP/1.1 408 Request Timeout');
    expect(await ended('POST /webhooks HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc')).toBe(
      'HTTP/1.1 408 Request Timeout',
    );
  } finally {
    await server.close();
  }
});

it('more connections than are kept open are closed, and counted', async () => {
  const clients: Awaited<ReturnType<typeof connect>>[] = [];
  // the system keeps about 500 that were not accepted yet, and lets the others wait for seconds
  for (let count = 0; count < 1_050; count += 150) {
    clients.push(...(await Promise.all(Array.from({ length: 150 }, () => connect()))));
  }
  await until('those over the most closed', () => clients.filter(({ socket }) => socket.destroyed).length >= 50);
  for (const { socket } of clients) socket.destroy();
  await until('room again', async () => (await fetch(`${program.url}/healthz`).catch(() => null))?.ok);
  const metrics = await (await fetch(`${program.url}/metrics`)).text();
  expect(Number(/handoff_connections_refused_total (\d+)/.exec(metrics)?.[1])).toBeGreaterThanOrEqual(50);
});
