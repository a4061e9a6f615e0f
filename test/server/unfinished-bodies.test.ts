import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import net from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { ClientGoneError, createUnfinishedBodies } from '../../app/server/unfinished-bodies.ts';

const server = http.createServer();
afterEach(() => void server.close());

it.each([
  ['is cut off by a client that goes away', 'Content-Length: 10\r\n\r\nabc'],
  ['breaks the rules of HTTP', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nno size\r\n'],
])('a body that %s is nothing that anybody has to be told of', async (_how, rest) => {
  server.on('clientError', (_error, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const client = net.connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  client.write(`POST / HTTP/1.1\r\nHost: handoff.example\r\n${rest}`);
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  const reading = createUnfinishedBodies().read(request);
  request.once('data', () => client.destroy());
  await expect(reading).rejects.toBeInstanceOf(ClientGoneError);
});
