import type { ServerResponse } from 'node:http';
import type { AnsweredClient } from '../shop-api/answered-client.ts';

/**
 * Remix writes whatever a stream returns, and continues when the client has gone. A stream therefore watches the client
 * itself.
 */
export function clientOf(response: ServerResponse, stalledMs: number): AnsweredClient {
  const hasGone = () => response.destroyed || response.closed;
  return {
    ready() {
      if (hasGone()) return Promise.resolve(false);
      if (!response.writableNeedDrain) return Promise.resolve(true);
      return new Promise((resolve) => {
        const settle = (isReady: boolean) => {
          clearTimeout(atLast);
          response.off('drain', drained).off('close', closed);
          resolve(isReady);
        };
        const drained = () => settle(true);
        const closed = () => settle(false);
        const atLast = setTimeout(() => {
          response.destroy();
          settle(false);
        }, stalledMs);
        response.on('drain', drained).on('close', closed);
      });
    },
  };
}
