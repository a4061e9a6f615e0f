import type { FieldResolvers } from '../../context.ts';
import { flowTriggerReceive } from './flow-trigger-receive.ts';
import { fulfillmentMutations } from './fulfillment-mutations.ts';
import { holdMutations } from './hold-mutations.ts';
import { metafieldsDelete, metafieldsSet } from './metafields-set.ts';
import { orderUpdate } from './order-update.ts';
import { tagMutations } from './tag-mutations.ts';

export const mutationResolvers: FieldResolvers = {
  ...fulfillmentMutations,
  ...holdMutations,
  ...tagMutations,
  orderUpdate,
  metafieldsSet,
  metafieldsDelete,
  flowTriggerReceive,
};
