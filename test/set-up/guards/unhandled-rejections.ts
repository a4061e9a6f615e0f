import { inspect } from 'node:util';

const seen: unknown[] = [];
let isWatching = false;

/** From now on, promise rejections that nothing handles are kept. */
export function watchUnhandledRejections(): void {
  if (isWatching) return;
  isWatching = true;
  process.on('unhandledRejection', (reason) => seen.push(reason));
}

/** The rejections since the last call. */
export function takeUnhandledRejections(): string[] {
  return seen.splice(0).map((reason) => `a rejection was not handled: ${inspect(reason)}`);
}
