import { z } from 'zod';
import { timestamp } from '../../../sandbox.ts';
import type { FieldResolver } from '../../context.ts';

const PAYLOAD_LIMIT = 50_000;
const input = z.object({ handle: z.string(), payload: z.record(z.string(), z.unknown()) });

/** Takes a trigger in if the app has deployed it and its payload fits. It needs no scope. */
export const flowTriggerReceive: FieldResolver = (_source, args, { sandbox, shop }) => {
  const { handle, payload } = input.parse(args);
  const trigger = sandbox.flow.triggers.find((each) => each.handle === handle);
  const problems: string[] = [];
  if (!trigger) problems.push(`Invalid handle '${handle}'.`);
  if (JSON.stringify(payload).length > PAYLOAD_LIMIT)
    problems.push('Properties size exceeds the limit of 50000 bytes.');
  const { order_id: order, ...properties } = payload;
  if (typeof order !== 'number' || !shop.orders.has(`gid://shopify/Order/${order}`)) problems.push('Invalid order_id.');
  for (const [key, value] of Object.entries(properties)) {
    const type = trigger?.properties.get(key);
    if (trigger && (type === undefined || !fits(type, value))) problems.push(`Invalid property '${key}'.`);
  }
  if (problems.length > 0) {
    const message = `Errors validating schema:\n  ${problems.join('\n  ')}`;
    return { userErrors: [{ __typename: 'UserError', field: ['body'], message }] };
  }
  shop.flowTriggers.push({ handle, payload, receivedAt: timestamp(sandbox) });
  return { userErrors: [] };
};

function fits(type: string, value: unknown): boolean {
  if (type === 'boolean') return typeof value === 'boolean';
  return typeof value === 'string' && (type !== 'url' || URL.canParse(value));
}
