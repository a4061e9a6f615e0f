import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

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
