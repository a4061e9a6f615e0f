import { z } from 'zod';
import { DELIVERY_SERVICES } from '../../domain/mapping/delivery-services.ts';
import { PHASES } from '../../domain/lifecycle/delivery-phase.ts';
import { flagSchema, problemSchema, skipReasonSchema } from '../../domain/lifecycle/stored-columns.ts';
import { HOLDS } from '../../domain/lifecycle/hold.ts';
import { STATE_GROUPS } from '../../domain/tracking/operator-state.ts';

/**
 * The columns of a delivery that the database types less strictly than the domain does. What another version of the
 * program may have written, and this one does not know, counts as absent; a problem of that kind is null, and is shown as
 * one that cannot be named.
 */
export const storedDelivery = z.object({
  phase: z.enum(PHASES),
  heldFor: z.enum(HOLDS).nullable().catch(null),
  stateGroup: z.enum(STATE_GROUPS).nullable().catch('unknown'),
  service: z.enum(DELIVERY_SERVICES).nullable().catch(null),
  trackingUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .catch(null),
  problems: z.array(problemSchema.nullable().catch(null)).catch([null]),
  flags: z.array(flagSchema).catch([]),
  skipReason: skipReasonSchema.nullable().catch(null),
});
