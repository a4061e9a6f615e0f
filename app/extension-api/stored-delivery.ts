import { z } from 'zod';
import { DELIVERY_SERVICES } from '../domain/mapping/delivery-services.ts';
import { PHASES } from '../domain/lifecycle/delivery-phase.ts';
import { problemSchema, readColumn, skipReasonSchema, type StoredValue } from '../domain/lifecycle/stored-columns.ts';
import { HOLDS } from '../domain/lifecycle/hold.ts';
import { STATE_GROUPS } from '../domain/tracking/operator-state.ts';

/**
 * The columns of a delivery that the database types less strictly than the domain does. Another version of the program
 * may have written a value that this one does not know. An unknown problem or skip reason is null, and the screen says
 * that it is unknown. Unknown flags are an error, because a list without them would look as if all were well.
 *
 * @throws UnreadableColumnError
 */
export const storedDelivery = z
  .object({
    id: z.string(),
    phase: z.enum(PHASES),
    heldFor: z.enum(HOLDS).nullable().catch(null),
    stateGroup: z.enum(STATE_GROUPS).nullable().catch('unknown'),
    service: z.enum(DELIVERY_SERVICES).nullable().catch(null),
    trackingUrl: z
      .url({ protocol: /^https?$/ })
      .nullable()
      .catch(null),
    problems: z.array(problemSchema.nullable().catch(null)).catch([null]),
    flags: z.custom<StoredValue<'flags'>>(), // read below, where an error can name the delivery
    skipReason: skipReasonSchema.nullable().catch(null),
  })
  .refine((delivery) => readColumn(delivery, 'flags'));
