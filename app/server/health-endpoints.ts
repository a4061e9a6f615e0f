import type { ServerResponse } from 'node:http';
import type { AppContext } from '../app-context.ts';

/** `GET /healthz`: whether the process answers. */
export function answerHealthz(response: ServerResponse): void {
  answer(response, 200, { status: 'alive' });
}

/**
 * `GET /readyz`: whether the process can work. The database must answer and be writable, and the process must not be
 * stopping.
 */
export async function answerReadyz(
  app: Pick<AppContext, 'logger'>,
  response: ServerResponse,
  { isStopping, check }: { isStopping: boolean; check: () => Promise<void> },
): Promise<void> {
  if (isStopping) return answer(response, 503, { status: 'stopping' });
  try {
    await check();
    answer(response, 200, { status: 'ready' });
  } catch (error) {
    app.logger.error({ error }, 'the database does not answer, or cannot write');
    answer(response, 503, { status: 'the database does not answer, or cannot write' });
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(body));
}
