import { z } from 'zod';
import { CodedRuleBroken, holdByApp, releaseHolds } from '../../../fulfillments/fulfillment-holds.ts';
import type { FulfillmentOrderRecord } from '../../../shop/fulfillment-records.ts';
import { text } from '../../arguments.ts';
import type { FieldResolvers, RequestContext } from '../../context.ts';
import { answering } from './answering.ts';
import { requireLocationScope } from './location-scope.ts';
import { optionalText } from './tracking-input.ts';

const holdInput = z.object({
  reason: z.string(),
  reasonNotes: optionalText,
  handle: optionalText,
});

export const holdMutations: FieldResolvers = {
  fulfillmentOrderHold: (_source, args, context) =>
    answering('fulfillmentHold', () => {
      const held = holdable(context, args.id, 'fulfillmentOrderHold');
      return holdByApp(context.sandbox, context.shop, held, holdInput.parse(args.fulfillmentHold));
    }),
  fulfillmentOrderReleaseHold: (_source, args, context) =>
    answering('fulfillmentOrder', () => {
      const held = holdable(context, args.id, 'fulfillmentOrderReleaseHold');
      const holdIds = z.array(z.string()).nullish().parse(args.holdIds);
      releaseHolds(context.sandbox, context.shop, held, holdIds ?? null);
      return held;
    }),
};

function holdable(context: RequestContext, id: unknown, mutation: string): FulfillmentOrderRecord {
  const fulfillmentOrder = context.shop.fulfillmentOrders.get(text(id));
  if (!fulfillmentOrder)
    throw new CodedRuleBroken('FULFILLMENT_ORDER_NOT_FOUND', ['id'], 'Fulfillment order not found.');
  requireLocationScope(context, fulfillmentOrder.locationId, mutation);
  return fulfillmentOrder;
}
