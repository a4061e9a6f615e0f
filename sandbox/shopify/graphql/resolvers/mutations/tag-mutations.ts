import { z } from 'zod';
import { RuleBroken } from '../../../fulfillments/fulfilling.ts';
import { timestamp } from '../../../sandbox.ts';
import { numericId } from '../../../shop/gid.ts';
import { orderBody } from '../../../webhooks/webhook-bodies.ts';
import { requireScopes } from '../../access.ts';
import type { FieldResolvers, RequestContext } from '../../context.ts';
import { answering } from './answering.ts';

export const tagMutations: FieldResolvers = {
  tagsAdd: (_source, args, context) =>
    answering('node', () =>
      changeTags(context, args, 'tagsAdd', (present, wanted) => {
        if (wanted.some((tag) => tag.length > 40))
          throw new RuleBroken(['tags'], 'Tags must be at most 40 characters long.');
        const known = new Set(present.map((tag) => tag.toLowerCase()));
        return [...present, ...wanted.filter((tag) => !known.has(tag.toLowerCase()))];
      }),
    ),
  tagsRemove: (_source, args, context) =>
    answering('node', () =>
      changeTags(context, args, 'tagsRemove', (present, unwanted) => {
        const leaving = new Set(unwanted.map((tag) => tag.toLowerCase()));
        return present.filter((tag) => !leaving.has(tag.toLowerCase()));
      }),
    ),
};

const tagsInput = z.object({ id: z.string(), tags: z.array(z.string()) });

/** Changes an order's tags. Commas divide tags, and case does not. An order whose tags stay the same has not changed. */
function changeTags(
  { sandbox, shop, installation }: RequestContext,
  args: unknown,
  field: string,
  change: (present: readonly string[], given: readonly string[]) => string[],
) {
  const { id, tags } = tagsInput.parse(args);
  const order = shop.orders.get(id);
  if (!order) throw new RuleBroken(['id'], `Couldn't find resource with id ${id}`);
  requireScopes(installation.scopes, ['write_orders'], `${field} field`);
  const given = tags.flatMap((tag) => tag.split(',')).map((tag) => tag.trim());
  const changed = change(order.tags, given.filter(Boolean)).toSorted();
  if (changed.join() === order.tags.toSorted().join()) return order;
  order.tags = changed;
  order.updatedAt = timestamp(sandbox);
  sandbox.webhooks.announce(shop, [
    { topic: 'orders/updated', body: () => orderBody(shop, order), orderId: numericId(order.id) },
  ]);
  return order;
}
