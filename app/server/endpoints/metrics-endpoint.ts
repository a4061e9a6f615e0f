import type { ServerResponse } from 'node:http';
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
