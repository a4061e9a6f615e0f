import type { Server } from 'node:http';
import type { Socket } from 'node:net';

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
