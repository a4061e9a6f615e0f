import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { FLOW_ACTIONS } from '../../domain/flow/flow.ts';
import { noteUse } from '../../flow/send-triggers.ts';
import { runAction, type ActionResult } from '../../flow/run-action.ts';
import { parseActionRun, parseTriggerUse } from '../../shopify/flow-requests.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import { isSignedByShopify } from '../../shopify/webhooks.ts';
import { refuseUnread } from '../answering.ts';
import type { UnfinishedBodies } from '../unfinished-bodies.ts';
import type { AppContext } from '../../app-context.ts';

const ACTIONS = '/flow/actions/';
const USE = '/flow/trigger-use';

/**
 * What Shopify Flow posts: the runs of actions, and whether workflows use the triggers. It answers 401 without a valid
 * signature of the raw body. Flow repeats a run after 429 and 5xx, asks again after 202, and shows the merchant the text
 * of any other refusal.
 */
export async function receiveFlowRequest(
  app: AppContext,
  bodies: UnfinishedBodies,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const action = FLOW_ACTIONS.find((each) => path === `${ACTIONS}${each}`);
  if (!action && path !== USE) return answer(response, 404, 'Handoff has no such action');
  if (request.method !== 'POST') return answer(response, 405, 'POST only', { Allow: 'POST' });
  const rawBody = await bodies.read(request);
  if (rawBody === 'too-long') {
    return refuseUnread(request, response, 413, { text: 'the body is longer than 1 MiB', headers: TEXT });
  }
  const later = { 'Retry-After': String(app.pace.flow.askAgainSeconds) };
  if (rawBody === 'too-many') {
    const headers = { ...TEXT, ...later };
    return refuseUnread(request, response, 503, { text: 'too many bodies are arriving at once', headers });
  }
  const askAgain: AskAgain = (status, text) => answer(response, status, text, later);
  const signature = request.headers['x-shopify-hmac-sha256'];
  if (!isSignedByShopify(rawBody, signature, app.environment.SHOPIFY_API_SECRET)) {
    return answer(response, 401, 'X-Shopify-Hmac-Sha256 is missing or does not match the body');
  }
  if (!action) {
    const use = parseTriggerUse(rawBody);
    if (!use) return answer(response, 400, 'the body names no trigger and shop');
    return (await noteUse(app, use)) ? answer(response, 200, 'noted') : answer(response, 404, NOT_INSTALLED);
  }
  const run = parseActionRun(rawBody);
  if (!run) return answer(response, 400, 'Choose an order. A fulfillment is named by its ID.');
  const working = runAction(app, action, run).catch((error: unknown): 'failed' | 'not-now' => {
    const isExpected = error instanceof ShopifyError;
    app.logger[isExpected ? 'warn' : 'error'](
      { error, shop: run.shop, action, runId: run.runId },
      'Flow action failed',
    );
    return isExpected ? 'not-now' : 'failed';
  });
  const inTime = new AbortController();
  const result = await Promise.race([
    working,
    pause(app.pace.flow.answerMs, { kind: 'under-way' } as const, { signal: inTime.signal }).catch(
      () => 'failed' as const,
    ),
  ]);
  inTime.abort();
  answerRun(response, result, askAgain);
}

const NOT_INSTALLED = 'Handoff is not installed in this shop. Open the app once, then run the workflow again.';

type AskAgain = (status: 202 | 503, text: string) => void;

function answerRun(response: ServerResponse, result: ActionResult | 'failed' | 'not-now', askAgain: AskAgain): void {
  if (result === 'failed' || result === 'not-now') return askAgain(503, 'not now');
  switch (result.kind) {
    case 'done':
      response.writeHead(200, { 'Content-Type': 'application/json' });
      return void response.end(JSON.stringify({ return_value: { changed: result.changed } }));
    case 'under-way':
      return askAgain(202, 'under way');
    case 'not-installed':
      return answer(response, 404, NOT_INSTALLED);
  }
}

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };

function answer(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...TEXT, ...headers }).end(text);
}
