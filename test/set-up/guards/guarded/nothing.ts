import http from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: http.Server;

beforeAll(async () => {
  server = http.createServer((_request, response) => void response.end('here')).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.close();
});

it('closes what it opened, and its kept connections with it', async () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
});
