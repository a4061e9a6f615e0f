import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly method: string;
  /** Not decoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface AnsweringServer {
  readonly url: string;
  /** In the order of their arrival. */
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** A server that answers each request, once it is whole, as the test says; it ends with the test. */
export async function serverAnswering(
  answer: (response: ServerResponse, request: ReceivedRequest) => void,
): Promise<AnsweringServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    void text(incoming).then((body) => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, target: url, headers, body };
      requests.push(request);
      answer(response, request);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');

  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${address.port}`, requests, close };
}

/** A server with one answer for everything. */
export function serverSaying(
  status: number,
  content: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<AnsweringServer> {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  return serverAnswering((response) => void response.writeHead(status, headers).end(body));
}
