import type { ServerResponse } from 'node:http';
import type { AppContext } from '../app-context.ts';

/** `GET /metrics`, in Prometheus' text format: the counts of this process, and the measurements in the database. */
export async function answerMetrics({ metrics, gauges }: AppContext, response: ServerResponse): Promise<void> {
  const { registry } = metrics;
  const text = `${await registry.metrics()}\n${await gauges.text()}`;
  response.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text);
}
