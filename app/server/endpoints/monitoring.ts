import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AppContext } from '../../app-context.ts';
import { once } from 'node:events';

/** The processes of one start: this one alone, or all of a cluster. */
export interface AllProcesses {
  /** What they have counted since the start, in Prometheus' text format. */
  counted(): Promise<string>;
  /** How they are; null for a process that is alone. */
  standing(): Promise<Standing | null>;
}

export interface Standing {
  /** Why they cannot work; null when they can. */
  readonly problem: string | null;
  /** By role: how many processes are ready, of how many. */
  readonly processes: Readonly<Record<string, { readonly ready: number; readonly of: number }>>;
}

/** `GET /healthz`: whether the process answers. */
export function answerHealthz(response: ServerResponse): void {
  answer(response, 200, { status: 'alive' });
}

/**
 * `GET /readyz`: whether the program can work. The database must answer and be writable, the process must not be
 * stopping, and of several processes one of each role must be ready.
 */
export async function answerReadyz(
  app: Pick<AppContext, 'logger'>,
  response: ServerResponse,
  given: { isStopping: boolean; check: () => Promise<void>; all: AllProcesses | null },
): Promise<void> {
  const { isStopping, check, all } = given;
  if (isStopping) return answer(response, 503, { status: 'stopping' });
  try {
    await check();
  } catch (error) {
    app.logger.error({ error }, 'the database does not answer, or cannot write');
    return answer(response, 503, { status: 'the database does not answer, or cannot write' });
  }
  const standing = await all?.standing();
  if (!standing) return answer(response, 200, { status: 'ready' });
  const { problem, processes } = standing;
  return answer(response, problem === null ? 200 : 503, { status: problem ?? 'ready', processes });
}

function answer(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(body));
}

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
