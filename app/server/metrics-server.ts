import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AppContext } from '../app-context.ts';
import type { AllProcesses } from './all-processes.ts';
import { answerMetrics } from './endpoints/metrics-endpoint.ts';

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
