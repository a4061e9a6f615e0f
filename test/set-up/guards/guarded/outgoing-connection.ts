import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { allowConnectionsTo } from '../outgoing-connections.ts';

const refused = /was not declared/;
/** An address reserved for documentation. Nothing answers there. */
const ADDRESS = '192.0.2.1';

describe('leaves this machine', () => {
  it('by fetch', async () => {
    await expect(fetch('http://shop.example/')).rejects.toMatchObject({ cause: { message: refused } });
  });

  it('by node:http', async () => {
    const [error] = await once(http.get(`http://${ADDRESS}/`), 'error').catch((failure: unknown) => [failure]);
    expect(error).toMatchObject({ message: expect.stringMatching(refused) });
  });

  it('by TLS', async () => {
    const socket = tls.connect(443, ADDRESS);
    await expect(once(socket, 'secureConnect')).rejects.toThrow(refused);
  });

  it('by PostgreSQL', async () => {
    await expect(new pg.Client(`postgresql://someone@${ADDRESS}/data`).connect()).rejects.toThrow(refused);
  });
});

it('stays on this machine', async () => {
  const server = http.createServer((_request, response) => void response.end('here')).listen(0);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here');
  }
  server.close();
});

it('declares what it calls', async () => {
  allowConnectionsTo('nobody.invalid');
  const [error] = await once(net.connect(80, 'nobody.invalid'), 'connect').catch((failure: unknown) => [failure]);
  expect(error).toMatchObject({ syscall: 'getaddrinfo' });
});
