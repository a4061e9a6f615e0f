import type { ServerResponse } from 'node:http';
import type { AppContext } from '../../app-context.ts';
import type { AllProcesses } from '../all-processes.ts';

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
