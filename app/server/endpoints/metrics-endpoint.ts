import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AppContext } from '../../app-context.ts';
import type { AllProcesses } from '../all-processes.ts';

/**
 * `GET /metrics`, in Prometheus' text format: the counts of all processes of this start, and the measurements in the
 * database.
 */
export async function answerMetrics(
  { metrics, gauges }: AppContext,
  all: AllProcesses | null,
  response: ServerResponse,
): Promise<void> {
  const { registry } = metrics;
  const text = `${await (all ? all.counted() : registry.metrics())}\n${await gauges.text()}`;
  response.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text);
}

/** `/metrics` on a port of its own, which a deployer does not publish. */
export async function startMetricsServer(app: AppContext, port: number, all: AllProcesses | null): Promise<Server> {
  const { headersMs, requestMs, stalledMs } = app.pace.server;
  const server = createServer({ headersTimeout: headersMs, requestTimeout: requestMs }, (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    answerMetrics(app, all, response).catch((error: unknown) => {
      app.logger.error({ error }, 'the metrics could not be answered');
      response.writeHead(500).end();
    });
  });
  server.timeout = stalledMs;
  await once(server.listen(port), 'listening');
  return server;
}
