import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { BOUNDS } from '../bounds.ts';
import { checkWriting } from '../persistence/database.ts';
import type { AppContext } from '../app-context.ts';
import {
  answerHealthz,
  answerMetrics,
  answerReadyz,
  startMetricsServer,
  type AllProcesses,
} from './endpoints/monitoring.ts';
import { answerMalformedRequests, refuseUnread } from './answering.ts';
import { readTarget } from './request-target.ts';
import { ClientGoneError, createUnfinishedBodies } from './unfinished-bodies.ts';
import { receiveFlowRequest } from './endpoints/flow-endpoint.ts';
import { receiveWebhook } from './endpoints/webhook-endpoint.ts';
import { causeOf, StartError } from '../start-error.ts';

export interface HttpServer {
  readonly port: number;
  /** From now on `/readyz` fails, so that a load balancer sends no more requests. */
  announceStop(): void;
  /**
   * Asks clients to connect again, by closing each connection with its next answer, and gives them time to do so. They
   * need another process on the same port.
   */
  letClientsLeave(): Promise<void>;
  /** Accepts no more connections, and waits for current requests as long as the pace allows. */
  close(): Promise<void>;
}

/**
 * Answers webhooks and health checks before any framework: see docs/decisions. Everything else goes to the pages.
 *
 * @param pages null in a process that only works on jobs
 * @param all the processes of this start; null when there is only this one
 */
export async function startHttpServer(
  app: AppContext,
  port: number,
  pages: RequestListener | null,
  all: AllProcesses | null = null,
): Promise<HttpServer> {
  let isStopping = false;
  let isLeaving = false;
  // By connection, because a set of responses would grow and shrink with every request. V8 links each old table of a set
  // to the next one, so everything in it stays in memory until a full collection of garbage.
  const newest = new Map<Socket, ServerResponse>();
  const { keepAliveMs, headersMs, requestMs, stalledMs, lookForSlowMs, closeIdleEveryMs, stopLimitMs, lingerMs } =
    app.pace.server;
  const bodies = createUnfinishedBodies();
  const check = oncePer(app.pace.server.readyMs, () => checkWriting(app.database));
  const limits = { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: lookForSlowMs };
  const server = createServer({ ...limits, keepAliveTimeout: keepAliveMs }, (request, response) => {
    response.shouldKeepAlive &&= !isLeaving;
    const { socket } = request;
    if (!newest.has(socket)) socket.once('close', () => newest.delete(socket));
    newest.set(socket, response);
    if (request.method !== 'GET') response.once('finish', app.dueClock.wake); // it may have made something due
    const target = readTarget(request.url ?? '/');
    if (!target.ok) return refuseUnread(request, response, target.status);
    request.url = target.url;
    const { path } = target;
    const failed = (error: unknown) => {
      if (error instanceof ClientGoneError) return;
      app.logger.error({ error, path }, 'request failed');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    };
    if (path === '/webhooks' && pages) {
      const startedAt = performance.now();
      const measure = () => app.metrics.webhookAnswers.observe((performance.now() - startedAt) / 1000);
      void receiveWebhook(app, bodies, request, response).catch(failed).then(measure);
    } else if (path.startsWith('/flow/') && pages)
      receiveFlowRequest(app, bodies, path, request, response).catch(failed);
    else if (path === '/healthz') answerHealthz(response);
    else if (path === '/readyz') answerReadyz(app, response, { isStopping, check, all }).catch(failed);
    else if (path === '/metrics' && app.environment.METRICS_PORT === undefined) {
      answerMetrics(app, all, response).catch(failed);
    } else if (pages) pages(request, response);
    else response.writeHead(404).end();
  });
  answerMalformedRequests(server, lingerMs);
  server.timeout = stalledMs;
  server.maxConnections = BOUNDS.connections;
  server.on('drop', () => app.metrics.connectionsRefused.inc());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portError(port, error))).listen(port, resolve);
  });
  const { METRICS_PORT } = app.environment;
  const metrics = METRICS_PORT === undefined ? null : await startMetricsServer(app, METRICS_PORT, all);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    announceStop: () => {
      isStopping = true;
    },
    async letClientsLeave() {
      isLeaving = true;
      for (const response of newest.values()) response.shouldKeepAlive = false;
      await pause(app.pace.processes.leaveMs);
    },
    close: () =>
      new Promise<void>((resolve) => {
        const whenIdle = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
        const atLast = setTimeout(() => server.closeAllConnections(), stopLimitMs);
        metrics?.close();
        metrics?.closeAllConnections();
        server.close(() => {
          clearInterval(whenIdle);
          clearTimeout(atLast);
          resolve();
        });
      }),
  };
}

/** Requests within `ms` share one result, so that probes cannot keep the database busy. */
function oncePer(ms: number, work: () => Promise<void>): () => Promise<void> {
  let last: { readonly at: number; readonly result: Promise<void> } | null = null;
  return () => {
    if (!last || performance.now() - last.at > ms) last = { at: performance.now(), result: work() };
    return last.result;
  };
}

function portError(port: number, error: Error): Error {
  const code = causeOf(error);
  if (code === 'EADDRINUSE')
    return new StartError(`PORT: ${port} is taken by another program: stop it, or choose another port`, {
      cause: error,
    });
  if (code === 'EACCES')
    return new StartError(`PORT: this user may not open port ${port}: choose one above 1023`, { cause: error });
  return error;
}
