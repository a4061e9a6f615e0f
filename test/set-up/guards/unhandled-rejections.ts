import { inspect } from 'node:util';

const seen: unknown[] = [];
let isWatching = false;

/** From now on promises that nobody handles are kept. */
export function watchUnhandledRejections(): void {
  if (isWatching) return;
  isWatching = true;
  process.on('unhandledRejection', (reason) => seen.push(reason));
}

/** What came since it was last asked. */
export function takeUnhandledRejections(): string[] {
  return seen.splice(0).map((reason) => `a rejection was not handled: ${inspect(reason)}`);
}
