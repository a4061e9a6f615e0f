import type { ServerResponse } from 'node:http';
import type { World } from '../pipeline/world.ts';

/** `GET /healthz`: the process answers. */
export function answerHealthz(response: ServerResponse): void {
  answer(response, 200, { status: 'alive' });
}

/** `GET /readyz`: it can work: the database answers, and it is not about to stop. */
export async function answerReadyz(world: World, response: ServerResponse, isStopping: boolean): Promise<void> {
  if (isStopping) return answer(response, 503, { status: 'stopping' });
  try {
    await world.database.$queryRaw`SELECT 1`;
    answer(response, 200, { status: 'ready' });
  } catch (error) {
    world.logger.error({ error }, 'the database does not answer');
    answer(response, 503, { status: 'the database does not answer' });
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(body));
}
