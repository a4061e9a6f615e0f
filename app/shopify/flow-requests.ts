import { z } from 'zod';
import { BOUNDS } from '../bounds.ts';
import { isStorable } from '../domain/mapping/clean-text.ts';

/** What Shopify Flow posts. Its signature is that of a webhook: see `isSignedByShopify`. */

const shopDomain = z
  .string()
  .toLowerCase()
  .max(BOUNDS.shopDomain)
  .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/);

/** The id of a run or a definition. */
const flowId = z.union([z.string().min(1).max(BOUNDS.webhookId).refine(isStorable), z.int().transform(String)]);

const digits = z.union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative().transform(String)]);
const orderGid = z.union([
  digits.transform((id) => `gid://shopify/Order/${id}`),
  z.string().regex(/^gid:\/\/shopify\/Order\/\d{1,20}$/),
]);
/** A merchant leaves the field empty, or puts the property of a trigger into it. */
const fulfillment = z
  .string()
  .trim()
  .transform((id) => (/^\d{1,20}$/.test(id) ? `gid://shopify/Fulfillment/${id}` : id))
  .pipe(z.union([z.literal(''), z.string().regex(/^gid:\/\/shopify\/Fulfillment\/\d{1,20}$/)]))
  .nullish()
  .transform((id) => id || null);

const actionRun = z
  .object({
    shopify_domain: shopDomain,
    action_run_id: flowId,
    properties: z.object({ order_id: orderGid, fulfillment }),
  })
  .transform(({ shopify_domain: shop, action_run_id: runId, properties }): ActionRun => {
    return { shop, runId, orderId: properties.order_id, fulfillmentId: properties.fulfillment };
  });

/** One run of an action. */
export interface ActionRun {
  readonly shop: string;
  /** Stays the same when Flow repeats the run. */
  readonly runId: string;
  /** gid */
  readonly orderId: string;
  /** gid; null when the run is about all fulfillments of the order. */
  readonly fulfillmentId: string | null;
}

const triggerUse = z
  .object({
    shopify_domain: shopDomain,
    flow_trigger_definition_id: flowId,
    has_enabled_flow: z.boolean(),
    timestamp: z.coerce.date().min(new Date('2000-01-01')).max(new Date('2200-01-01')),
  })
  .transform((body): TriggerUse => ({
    shop: body.shopify_domain,
    definitionId: body.flow_trigger_definition_id,
    isEnabled: body.has_enabled_flow,
    at: body.timestamp,
  }));

/** Whether a shop has an enabled workflow that begins with a trigger. */
export interface TriggerUse {
  readonly shop: string;
  readonly definitionId: string;
  readonly isEnabled: boolean;
  /** When that was so. */
  readonly at: Date;
}

/** @returns null when the body is no such message */
export function parseActionRun(rawBody: Buffer): ActionRun | null {
  return parse(rawBody, actionRun);
}

/** @returns null when the body is no such message */
export function parseTriggerUse(rawBody: Buffer): TriggerUse | null {
  return parse(rawBody, triggerUse);
}

function parse<T>(rawBody: Buffer, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(rawBody.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
