import http from 'node:http';
import { once } from 'node:events';
import { it } from 'vitest';

it('leaves a server listening', async () => {
  const server = http.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
