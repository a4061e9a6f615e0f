import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { numericId } from '../shop/gid.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';

/** How long Flow waits for the app, in real time. */
const ACTION_LIMIT = 10_000;
const USE_LIMIT = 5_000;

export const flowRun = z.strictObject({
  /** Handle of the action. */
  action: z.string(),
  /** gid */
  orderId: z.string(),
  fulfillmentId: z.string().optional(),
  /** The same id again is a repeat of the run. By default a new one. */
  runId: z.string().optional(),
  badHmac: z.boolean().optional(),
});
export type FlowRun = z.output<typeof flowRun>;

/** What the app answered. */
export interface FlowAnswer {
  readonly status: number;
  readonly body: string;
}

/** Runs an action of the app once, as a workflow does. */
export async function runAction(sandbox: Sandbox, shop: SandboxShop, run: FlowRun): Promise<FlowAnswer> {
  const action = sandbox.flow.actions.find(({ handle }) => handle === run.action);
  if (!action) throw new Error(`the app has no action ${run.action}`);
  const body = {
    shop_id: numericId(shop.record.id),
    shopify_domain: shop.domain,
    action_run_id: run.runId ?? randomUUID(),
    action_definition_id: action.handle,
    handle: action.handle,
    properties: { order_id: numericId(run.orderId), fulfillment: run.fulfillmentId ?? '' },
  };
  return post(sandbox, action.url, body, { limit: ACTION_LIMIT, badHmac: run.badHmac === true });
}

/** Tells the app of each of its triggers whether a workflow of the shop uses it. */
export async function tellUse(sandbox: Sandbox, shop: SandboxShop, isOn: boolean): Promise<void> {
  const { triggers, useUrl } = sandbox.flow;
  if (useUrl === null) return;
  for (const { name } of triggers) {
    const body = {
      flow_trigger_definition_id: name,
      has_enabled_flow: isOn,
      shop_id: String(numericId(shop.record.id)),
      shopify_domain: shop.domain,
      timestamp: sandbox.clock.now().toISOString(),
    };
    const { status } = await post(sandbox, useUrl, body, { limit: USE_LIMIT });
    if (status < 200 || status > 299) throw new Error(`the workflow cannot be enabled: the app answered ${status}`);
  }
}

async function post(
  { app }: Sandbox,
  path: string,
  content: object,
  { limit, badHmac = false }: { limit: number; badHmac?: boolean },
): Promise<FlowAnswer> {
  const body = JSON.stringify(content);
  const secret = badHmac ? `not ${app.apiSecret}` : app.apiSecret;
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Shopify-Hmac-Sha256': createHmac('sha256', secret).update(body).digest('base64'),
    },
    body,
    signal: AbortSignal.timeout(limit),
  });
  return { status: response.status, body: await response.text() };
}
