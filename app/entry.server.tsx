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
import { setDocumentHeaders } from './web/document-headers.ts';

export const streamTimeout = 5_000;

/** A response that is thrown, such as a 404, is an answer and no failure. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const { logger } = context.handoff.world;
  logger.error({ error, path: new URL(request.url).pathname }, 'a page failed');
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { handoff }: AppLoadContext,
): Promise<Response> {
  setDocumentHeaders(headers, request, handoff.world.environment.SHOPIFY_ADMIN_ORIGINS);
  const isBot = isbot(request.headers.get('user-agent') ?? '');
  return new Promise((resolve, reject) => {
    let statusCode = status;
    const respond = () => {
      const body = new PassThrough();
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status: statusCode }));
      pipe(body);
    };
    const { pipe, abort } = renderToPipeableStream(<RemixServer context={remixContext} url={request.url} />, {
      ...(isBot ? { onAllReady: respond } : { onShellReady: respond }),
      onShellError: (error) => reject(error instanceof Error ? error : new Error('the page could not be rendered')),
      onError: (error) => {
        statusCode = 500;
        handoff.world.logger.error({ error }, 'rendering failed');
      },
    });
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
}
