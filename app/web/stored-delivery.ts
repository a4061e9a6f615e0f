import { z } from 'zod';
import { DELIVERY_SERVICES } from '../domain/delivery-order.ts';
import { PHASES } from '../domain/delivery-phase.ts';
import { HOLDS } from '../domain/hold.ts';
import { STATE_GROUPS } from '../domain/operator-state.ts';
import { PROBLEM_CODES, type Problem } from '../domain/problem.ts';
import { FLAG_CODES, type Flag } from '../domain/promise-watch.ts';
import { SKIP_CODES, type SkipReason } from '../domain/skip-reason.ts';

const problem: z.ZodType<Problem> = z.object({
  code: z.enum(PROBLEM_CODES),
  field: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
});

const skipReason: z.ZodType<SkipReason> = z.object({ code: z.enum(SKIP_CODES), detail: z.string().optional() });

const flag: z.ZodType<Flag> = z.object({ code: z.enum(FLAG_CODES), since: z.string() });

/**
 * The columns of a delivery that the database types less strictly than the domain does. What another version of the
 * program may have written, and this one does not know, counts as absent.
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
  problems: z.array(problem).catch([]),
  flags: z.array(flag).catch([]),
  skipReason: skipReason.nullable().catch(null),
});
