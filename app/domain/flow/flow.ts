import { z } from 'zod';
import { orderFields } from '../order-data/order-fields.ts';

/** The steps that merchants can put into a workflow, by their handles in extensions/flow-actions. */
export const FLOW_ACTIONS = ['hand-over-order', 'hold-back-order', 'send-order-now', 'mark-order-as-handled'] as const;
export type FlowAction = (typeof FLOW_ACTIONS)[number];

/** The triggers that merchants can start a workflow with. */
export const FLOW_KINDS = [
  'needs-attention',
  'state-changed',
  'delivered',
  'not-delivered',
  'running-late',
  'would-not-go-out',
  'promised-date-changed',
] as const;
type FlowKind = (typeof FLOW_KINDS)[number];

/** Of each trigger, its handle in extensions/flow-triggers and its properties besides the order. */
export const FLOW_TRIGGERS = {
  'needs-attention': { handle: 'delivery-needs-attention', properties: ['Problem'] },
  'state-changed': { handle: 'delivery-state-changed', properties: ['State', 'State group'] },
  delivered: { handle: 'order-delivered', properties: ['State'] },
  'not-delivered': { handle: 'order-not-delivered', properties: ['State'] },
  'running-late': { handle: 'delivery-running-late', properties: ['State', 'State group'] },
  'would-not-go-out': { handle: 'order-would-not-go-out', properties: ['Order name', 'Problem'] },
  'promised-date-changed': { handle: 'promised-date-changed', properties: ['New date'] },
} as const satisfies Record<FlowKind, { handle: string; properties: readonly string[] }>;

/** The properties of every trigger that is about a delivery. */
export const DELIVERY_PROPERTIES = [
  'Order name',
  'Fulfillment ID',
  'Operator number',
  'Promised date',
  'Window start',
  'Window end',
  'Delivery status',
  'Delivered at',
  'Delivered on time',
  'Delivery operator',
  'Needs attention',
  'Tracking URL',
] as const;

const text = z.string().nullish();
/** Facts of an earlier version have none. */
const time = z.coerce
  .date()
  .nullish()
  .transform((at) => at ?? null);

/** How a delivery stood at its change, as the database stores it. It names nothing of a buyer. */
export const flowFactsSchema = z.object({
  orderName: text,
  fulfillmentId: text,
  orderNumber: text,
  state: text,
  stateGroup: text,
  trackingUrl: text,
  promisedDate: text,
  windowStart: text,
  windowEnd: text,
  operatorDate: text,
  phase: z.string().default('in-delivery'),
  handedOverAt: time,
  endedAt: time,
  promisedUntil: time,
  attentionSince: time,
  /** Codes of app/domain/problems/problem.ts that are new. */
  problems: z.array(z.string()).default([]),
});
type FlowFacts = z.output<typeof flowFactsSchema>;

/**
 * What `flowTriggerReceive` takes: the order by its number, and its properties. A property without a value is left out. What
 * the order's fields say of all its deliveries, the properties say of this one.
 *
 * @param orderId gid
 */
export function flowPayload(
  kind: FlowKind,
  orderId: string,
  facts: FlowFacts,
  sent: { readonly operator: string; readonly now: Date },
): Record<string, boolean | number | string> {
  const { stateGroup = null, promisedDate = null } = facts;
  const fields = orderFields([{ ...facts, stateGroup, promisedDate }], sent);
  const values: Record<string, boolean | string | null | undefined> = {
    'Delivery status': fields.delivery_status,
    'Delivered at': fields.delivered_at,
    'Delivered on time': fields.on_time === null ? null : fields.on_time === 'true',
    'Delivery operator': fields.operator,
    'Needs attention': fields.needs_person === 'true',
    'Order name': facts.orderName,
    'Fulfillment ID': facts.fulfillmentId,
    'Operator number': facts.orderNumber,
    'Promised date': facts.promisedDate,
    'Window start': facts.windowStart,
    'Window end': facts.windowEnd,
    'Tracking URL': facts.trackingUrl,
    State: facts.state,
    'State group': facts.stateGroup,
    'New date': facts.operatorDate ?? facts.promisedDate,
    Problem: facts.problems.join(', '),
  };
  const { properties } = FLOW_TRIGGERS[kind];
  const names = new Set<string>(kind === 'would-not-go-out' ? properties : [...DELIVERY_PROPERTIES, ...properties]);
  const given = [...names].flatMap((name) => {
    const value = values[name] ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return { order_id: Number(orderId.slice(orderId.lastIndexOf('/') + 1)), ...Object.fromEntries(given) };
}
