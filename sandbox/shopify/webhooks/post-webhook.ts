import http from 'node:http';
import https from 'node:https';

/** Milliseconds of real time after which the sender gives up. */
export interface WebhookLimits {
  readonly connectMs: number;
  readonly answerMs: number;
}

export const SHOPIFY_WEBHOOK_LIMITS: WebhookLimits = { connectMs: 1_000, answerMs: 5_000 };

/**
 * Posts a webhook as Shopify does, within its limits.
 *
 * @returns the HTTP status of the answer
 */
export function postWebhook(
  url: URL,
  {
    agent,
    headers,
    body,
    limits: { connectMs, answerMs },
  }: { agent: http.Agent; headers: http.OutgoingHttpHeaders; body: string; limits: WebhookLimits },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:';
    const request = (secure ? https : http).request(url, {
      method: 'POST',
      headers,
      agent,
    });
    // Both limits start when a connection is assigned, because the app does not cause the wait for a free one.
    request.once('socket', (socket) => {
      const answerLimit = setTimeout(
        () => request.destroy(new Error(`no answer within ${answerMs / 1_000} s`)),
        answerMs,
      );
      request.once('close', () => clearTimeout(answerLimit));
      if (!socket.connecting) return;
      const connectLimit = setTimeout(
        () => request.destroy(new Error(`no connection within ${connectMs / 1_000} s`)),
        connectMs,
      );
      const stop = () => clearTimeout(connectLimit);
      socket.once(secure ? 'secureConnect' : 'connect', stop).once('close', stop);
    });
    request.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0)).once('error', reject);
    });
    request.once('error', reject).once('close', () => {
      reject(new Error('connection closed before the answer was whole'));
    });
    request.end(body);
  });
}
