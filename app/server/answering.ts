import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AnsweredClient } from '../shop-api/answered-client.ts';

/**
 * Answers a request whose body has not arrived yet. A connection that is closed while bytes of the client are unread is
 * reset, and the client may never see the answer. So the rest is read and thrown away; the time limit of a request ends
 * it.
 */
export function refuseUnread(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  { text, headers = {} }: { text?: string; headers?: OutgoingHttpHeaders } = {},
): void {
  response.writeHead(status, headers).end(text);
  request.resume();
}

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Answers what cannot be read as HTTP. A connection that is closed while bytes of the client are still unread is reset,
 * and the client may never see the answer. So the rest is read and thrown away, for a short time.
 */
export function answerMalformedRequests(server: Server, lingerMs: number): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // the parser reports an error again for each part that arrives after the first
    if (socket.writableEnded) return;
    const { _httpMessage: answer } = socket as Socket & { _httpMessage?: { headersSent: boolean } };
    if (!socket.writable || error.code === 'ECONNRESET' || answer?.headersSent) return void socket.destroy();
    const statusLine = STATUS_LINES[error.code ?? ''] ?? '400 Bad Request';
    socket.end(`HTTP/1.1 ${statusLine}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    const atLast = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(atLast));
  });
}

/**
 * Remix writes whatever a stream returns, and continues when the client has gone. A stream therefore watches the client
 * itself.
 */
export function clientOf(response: ServerResponse, stalledMs: number): AnsweredClient {
  const hasGone = () => response.destroyed || response.closed;
  return {
    ready() {
      if (hasGone()) return Promise.resolve(false);
      if (!response.writableNeedDrain) return Promise.resolve(true);
      return new Promise((resolve) => {
        const settle = (isReady: boolean) => {
          clearTimeout(atLast);
          response.off('drain', drained).off('close', closed);
          resolve(isReady);
        };
        const drained = () => settle(true);
        const closed = () => settle(false);
        const atLast = setTimeout(() => {
          response.destroy();
          settle(false);
        }, stalledMs);
        response.on('drain', drained).on('close', closed);
      });
    },
  };
}
