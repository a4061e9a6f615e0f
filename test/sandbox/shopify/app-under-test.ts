import { once } from 'node:events';
import http from 'node:http';
import { onTestFinished } from 'vitest';

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** An app that takes webhooks: answers with the statuses given, then 200; `null` never answers. */
export async function startApp(statuses: readonly (number | null)[] = []) {
  const received: ReceivedWebhook[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const answers = [...statuses];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '', headers } = request;
      received.push({ path: url, headers, body: Buffer.concat(chunks).toString('utf8') });
      const status = answers.length > 0 ? answers.shift() : 200;
      if (typeof status === 'number') response.writeHead(status).end();
      for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    /** Resolves when so many webhooks have come in all. */
    async has(count: number): Promise<void> {
      if (received.length >= count) return;
      await new Promise<void>((resolve) => waiting.push({ count, resolve }));
    },
  };
}
