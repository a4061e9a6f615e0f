import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { clientOf } from '../../app/server/answering.ts';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

/** An answer that is under way, to a client that reads when it is told to. */
async function answerUnderWay() {
  const server = http.createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  const answered = new Promise<http.ServerResponse>((resolve) => {
    server.once('request', (_request, response) => resolve(response));
  });
  const socket = net.connect(address.port, '127.0.0.1');
  socket.on('error', () => null);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  ends.push(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { socket, response: await answered };
}

const MUCH = Buffer.alloc(8 * 1_048_576);

it('a client that reads what is written is ready', async () => {
  const { socket, response } = await answerUnderWay();
  const client = clientOf(response, 60_000);
  expect(await client.ready()).toBe(true);
  response.write(MUCH);
  const ready = client.ready();
  socket.resume();
  expect(await ready).toBe(true);
});

it('a client that has disconnected is not ready', async () => {
  const { socket, response } = await answerUnderWay();
  const client = clientOf(response, 60_000);
  response.write(MUCH);
  const ready = client.ready();
  socket.destroy();
  expect(await ready).toBe(false);
  expect(await client.ready()).toBe(false);
});

it('the connection of a client that reads nothing is closed', async () => {
  const { response } = await answerUnderWay();
  response.write(MUCH);
  expect(await clientOf(response, 50).ready()).toBe(false);
  expect(response.destroyed).toBe(true);
});
