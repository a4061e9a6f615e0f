import { z } from 'zod';

/**
 * Where our hold of one fulfillment order stands.
 *
 * - `placing`: the write is about to go out, or its outcome is unknown
 * - `held`: Shopify has it
 * - `releasing`: the release is about to go out, or its outcome is unknown
 * - `let-go`: somebody else has released it, and it is not placed again for the same problem
 */
export const HOLD_PHASES = ['placing', 'held', 'releasing', 'let-go'] as const;
export type HoldPhase = (typeof HOLD_PHASES)[number];

/** A fulfillment order that we hold, or are about to hold or release. */
export interface OrderHold {
  readonly fulfillmentOrderId: string;
  readonly phase: HoldPhase;
}

export const orderHoldsSchema: z.ZodType<readonly OrderHold[]> = z.array(
  z.object({ fulfillmentOrderId: z.string(), phase: z.enum(HOLD_PHASES) }),
);

/** An open fulfillment order as it was just read. */
export interface SeenFulfillmentOrder {
  readonly fulfillmentOrderId: string;
  /** The id of our hold on it; null when there is none. */
  readonly holdId: string | null;
  /** Whether it should be held. */
  readonly isWanted: boolean;
}

/** One write to Shopify. */
export type HoldStep =
  | { readonly kind: 'place'; readonly fulfillmentOrderId: string }
  | { readonly kind: 'release'; readonly fulfillmentOrderId: string; readonly holdId: string };

/**
 * What remains to be written, after a read. The read decides about every write with an unknown outcome: a hold that is
 * there was placed, and one that is not there was released. So no write is repeated without a read before it.
 *
 * @param kept what was stored before the read
 * @param seen the order's open fulfillment orders; what is kept of others is forgotten
 * @returns what to store before the writes, and the writes
 */
export function nextHoldSteps(
  kept: readonly OrderHold[],
  seen: readonly SeenFulfillmentOrder[],
): { readonly holds: readonly OrderHold[]; readonly steps: readonly HoldStep[] } {
  const phases = new Map(kept.map(({ fulfillmentOrderId, phase }) => [fulfillmentOrderId, phase]));
  const holds: OrderHold[] = [];
  const steps: HoldStep[] = [];
  for (const { fulfillmentOrderId, holdId, isWanted } of seen) {
    const before = phases.get(fulfillmentOrderId);
    const is = (phase: HoldPhase) => holds.push({ fulfillmentOrderId, phase });
    if (holdId !== null && isWanted) is('held');
    else if (holdId !== null) {
      is('releasing');
      steps.push({ kind: 'release', fulfillmentOrderId, holdId });
    } else if (isWanted && (before === 'held' || before === 'let-go')) is('let-go');
    else if (isWanted) {
      is('placing');
      steps.push({ kind: 'place', fulfillmentOrderId });
    }
  }
  return { holds, steps };
}

/** What is stored after a write that took effect, or after a hold that Shopify refused. */
export function afterStep(
  holds: readonly OrderHold[],
  { kind, fulfillmentOrderId }: HoldStep,
  result: 'done' | 'refused',
): readonly OrderHold[] {
  const others = holds.filter((hold) => hold.fulfillmentOrderId !== fulfillmentOrderId);
  return kind === 'place' && result === 'done' ? [...others, { fulfillmentOrderId, phase: 'held' }] : others;
}

/** Whether Shopify has, or may have, a hold of ours. */
export function isHeldByUs(holds: readonly OrderHold[]): boolean {
  return holds.some(({ phase }) => phase !== 'let-go');
}
