import { PassThrough } from 'node:stream';
import {
  createReadableStreamFromReadable,
  type AppLoadContext,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { PAGE_PACE } from './pages/page-pace.ts';
import { setDocumentHeaders } from './pages/shell/frame/document-headers.ts';

export const streamTimeout = PAGE_PACE.streamMs;

/** A thrown response, such as a 404, is a normal answer and not an error. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.backend.report(error, request);
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { backend }: AppLoadContext,
): Promise<Response> {
  setDocumentHeaders(headers, request, backend.document.adminOrigins);
  const isBot = isbot(request.headers.get('user-agent') ?? '');
  return new Promise((resolve, reject) => {
    let statusCode = status;
    const respond = () => {
      const body = new PassThrough();
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status: statusCode }));
      pipe(body);
    };
    const { pipe, abort } = renderToPipeableStream(<RemixServer context={remixContext} url={request.url} />, {
      onShellReady: () => {
        if (!isBot) respond();
      },
      onAllReady: () => {
        clearTimeout(giveUp); // it would keep the whole page in memory
        if (isBot) respond();
      },
      onShellError: (error) => reject(error instanceof Error ? error : new Error('the page could not be rendered')),
      onError: (error) => {
        statusCode = 500;
        backend.report(error, request);
      },
    });
    const giveUp = setTimeout(abort, PAGE_PACE.renderMs).unref();
  });
}
