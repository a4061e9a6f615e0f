import { STATUS_CODES, type IncomingMessage, type RequestListener } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { BOUNDS } from '../bounds.ts';
import type { Logger } from '../logging.ts';
import type { Handoff } from '../app-context.ts';
import type { AnsweredClient } from '../shop-api/answered-client.ts';
import { clientOf, refuseUnread } from './answering.ts';
import { createBackend, type Backend } from '../shop-api/create-backend.ts';
import { existsSync, readdirSync } from 'node:fs';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Routes reach the program through the backend, and import no part of it. */
    readonly backend: Backend;
    readonly client: AnsweredClient;
  }
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST']);
const ROOT = path.resolve(import.meta.dirname, '../..');
const SERVER_BUILD = path.join(ROOT, 'build/server/index.js');

/** The embedded app and the extensions' API: Remix, from `npm run build`, or through Vite in development. */
export async function createPages(handoff: Handoff): Promise<RequestListener> {
  const { NODE_ENV: mode, SHOPIFY_APP_URL: appUrl } = handoff.app.environment;
  const app = express();
  app.set('env', mode); // Express shows the stack of an error unless it knows that it runs in production
  app.disable('x-powered-by');
  app.set('trust proxy', true);
  app.use((request, response, next) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (appUrl.startsWith('https:')) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    const refusal = METHODS.has(request.method)
      ? (refusalOfForm(request, new URL(appUrl).host) ?? refusalOfBody(request))
      : 405;
    if (!refusal) return next();
    refuseUnread(request, response, refusal);
  });
  app.use(compression());

  const vite = mode === 'development' ? await startVite(new URL(appUrl).hostname) : null;
  if (vite) {
    app.use(vite.middlewares);
  } else {
    const client = path.join(ROOT, 'build/client');
    app.use('/assets', serveAssets(path.join(client, 'assets')));
    app.use(express.static(client, { maxAge: '1h' }));
  }
  const build = vite
    ? () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>
    : await loadServerBuild();
  const { host, protocol } = new URL(appUrl);
  app.use((request, response, next) => {
    // The public address, and not what the client or a proxy says: tokens and redirects are checked against it.
    request.headers.host = host;
    request.headers['x-forwarded-host'] = undefined;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    // Every answer but a file is for one reader: it has the data of a shop, or leads to them.
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  const backend = createBackend(handoff);
  const { stalledMs } = handoff.app.pace.server;
  const answer = createRequestHandler({
    build,
    mode,
    getLoadContext: (_request, response) => ({ backend, client: clientOf(response, stalledMs) }),
  });
  app.all('*', (request, response, next) => void answer(request, response, next));
  app.use(answerFailure(handoff.app.logger));
  return app;
}

/** Replaces Express' own handler, which writes to the console. */
function answerFailure(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const status = statusOf(error);
    if (status === 500) logger.error({ error, path: request.path }, 'a request failed');
    if (response.headersSent) return next(error);
    response.status(status).type('text').send(STATUS_CODES[status]);
  };
}

/** The status with which Express answers an invalid request; 500 for everything else. */
function statusOf(error: unknown): number {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  return status >= 400 && status < 500 ? status : 500;
}

/** Paths whose data needs more structure than a form has. */
const TAKES_JSON = /^\/app(\/(dry-run|deliveries\/search|review\/orders|settings(\/[a-z-]+)?))?(\.data)?(\?|$)/;

/** Not the data of a page, whose path ends in `.data`: only our own pages ask for those. */
const OF_EXTENSIONS = /^\/api\/[^?.]*(\?|$)/;
const OF_PRINT_ACTIONS = /^\/print\/[^?.]*(\?|$)/;

/**
 * Refuses forms from another origin. Pages send forms from the app's own origin. Extensions have another origin, and
 * only their token identifies them. A print action's document is fetched from the admin's origin, with a token as well,
 * so the browser asks with OPTIONS first.
 */
function refusalOfForm({ method, url = '', headers }: IncomingMessage, ownHost: string): 403 | 415 | null {
  if (method === 'GET' || OF_EXTENSIONS.test(url)) return null;
  if (method === 'OPTIONS' && OF_PRINT_ACTIONS.test(url)) return null;
  const { origin } = headers;
  if (origin !== undefined && URL.parse(origin)?.host !== ownHost) return 403;
  const wanted = TAKES_JSON.test(url) ? 'application/json' : 'application/x-www-form-urlencoded';
  const [given] = (headers['content-type'] ?? '').split(';');
  return method === 'POST' && given !== wanted ? 415 : null;
}

/** Refuses large bodies and bodies of unknown length. Forms and actions are small, and state their length. */
function refusalOfBody({ headers, url = '' }: IncomingMessage): 400 | 411 | 413 | null {
  // Remix's former way to request data, which it logs as a failure
  if (new URLSearchParams(url.split('?')[1]).has('_data')) return 400;
  if (headers['transfer-encoding']) return 411;
  return Number(headers['content-length'] ?? 0) > BOUNDS.requestBodyBytes ? 413 : null;
}

async function startVite(publicHost: string) {
  const { createServer } = await import('vite');
  return createServer({ root: ROOT, server: { middlewareMode: true, allowedHosts: [publicHost] } });
}

async function loadServerBuild(): Promise<ServerBuild> {
  try {
    // eslint-disable-next-line no-restricted-syntax -- the build does not exist when the layers are checked
    return (await import(pathToFileURL(SERVER_BUILD).href)) as ServerBuild;
  } catch (error) {
    throw new Error('the pages are not built: npm run build', { cause: error });
  }
}

const COPY = '.br';

/**
 * Answers with the files of pages, whose names change with what is in them. Who takes brotli gets the copy that the
 * build has compressed, and everybody else the file.
 */
function serveAssets(folder: string): RequestHandler {
  const copies = new Set(existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(COPY)) : []);
  const send = express.static(folder, {
    immutable: true,
    maxAge: '1y',
    index: false,
    redirect: false,
    setHeaders(response, file) {
      if (!file.endsWith(COPY)) return;
      response.setHeader('Content-Encoding', 'br');
      response.type(path.extname(file.slice(0, -COPY.length)));
    },
  });
  return (request, response, next) => {
    const { url, path: asked } = request;
    const hasCopy = copies.has(`${asked.slice(1)}${COPY}`);
    if (hasCopy) response.vary('Accept-Encoding');
    if (hasCopy && request.acceptsEncodings('br') === 'br') request.url = `${asked}${COPY}`;
    send(request, response, (error?: unknown) => {
      request.url = url;
      next(error);
    });
  };
}
