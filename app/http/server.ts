import { createServer, type RequestListener } from 'node:http';
import type { World } from '../pipeline/world.ts';
import { answerMetrics } from './metrics-endpoint.ts';
import { answerHealthz, answerReadyz } from './health-endpoints.ts';
import { receiveWebhook } from './webhook-endpoint.ts';

const LONGEST_STOP_MS = 20_000;

export interface HttpServer {
  readonly port: number;
  /** From now on `/readyz` says no, so that a load balancer sends nothing more. */
  announceStop(): void;
  /** Takes no more connections, and waits for the requests that are under way, 20 s at most. */
  close(): Promise<void>;
}

/**
 * Webhooks and health checks are answered here, before any framework: see docs/decisions. Everything else goes to the
 * pages.
 *
 * @param pages null in a process that only works jobs off
 */
export async function startHttpServer(world: World, port: number, pages: RequestListener | null): Promise<HttpServer> {
  let isStopping = false;
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '/').split('?');
    const failed = (error: unknown) => {
      world.logger.error({ error, path }, 'request failed');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    };
    if (path === '/webhooks' && pages) {
      response.once('close', world.metrics.webhookAnswers.startTimer());
      receiveWebhook(world, request, response).catch(failed);
    } else if (path === '/healthz') answerHealthz(response);
    else if (path === '/readyz') answerReadyz(world, response, isStopping).catch(failed);
    else if (path === '/metrics') answerMetrics(world, response).catch(failed);
    else if (pages) pages(request, response);
    else response.writeHead(404).end();
  });
  // Shopify keeps its connections; a load balancer's idle time is usually 60 s, and ours must be the longer one.
  server.keepAliveTimeout = 75_000;
  server.requestTimeout = 30_000; // whoever sends a request slower than that keeps no connection
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    announceStop: () => void (isStopping = true),
    close: () =>
      new Promise<void>((resolve) => {
        // A connection that has just been answered is kept by its client: it is closed as soon as it is idle.
        const whenIdle = setInterval(() => server.closeIdleConnections(), 100);
        const atLast = setTimeout(() => server.closeAllConnections(), LONGEST_STOP_MS);
        server.close(() => {
          clearInterval(whenIdle);
          clearTimeout(atLast);
          resolve();
        });
      }),
  };
}
