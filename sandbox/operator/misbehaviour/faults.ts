import { z } from 'zod';
import type { Answer } from '../answer.ts';
import { type Ends, faultActions, type FaultKind, faultParameters, type Outcome } from './fault-actions.ts';

export { CUT, type FaultKind } from './fault-actions.ts';

export const faultSchema = z.strictObject({
  kind: z.custom<FaultKind>((kind) => typeof kind === 'string' && Object.hasOwn(faultActions, kind), {
    error: `must be one of ${Object.keys(faultActions).join(', ')}`,
  }),
  verb: z.enum(['create', 'read', 'any']).default('any'),
  /** How many calls the fault affects. Without it, the fault stays until faults are cleared. */
  times: z.int().positive().optional(),
  /** The probability that the fault affects a matching call. */
  probability: z.number().min(0).max(1).default(1),
  orderNumber: z.string().optional(),
  /** The account of the caller's token. Without it the fault affects all callers, even those with an invalid token. */
  account: z.string().optional(),
  ...faultParameters,
});

export type Fault = z.input<typeof faultSchema>;
export type ArmedFault = z.output<typeof faultSchema>;

interface StruckCall {
  readonly verb: 'create' | 'read';
  readonly orderNumber: string | null;
  readonly account: string | null;
}

/**
 * The faults that are waiting for a call, in the order of injection. Each call gets only the first fault that matches
 * it.
 */
export class FaultPlan {
  readonly #seed: number;
  #armed: ArmedFault[] = [];
  #random: () => number;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = seededRandom(seed);
  }

  /** @throws z.ZodError */
  inject(fault: Fault): void {
    this.#armed.push(faultSchema.parse(fault));
  }

  armed(): readonly ArmedFault[] {
    return [...this.#armed];
  }

  /** The fault that affects a call. Using it counts as one of its times. */
  strike({ verb, orderNumber, account }: StruckCall): ArmedFault | null {
    const fault = this.#armed.find(
      (armed) =>
        (armed.verb === 'any' || armed.verb === verb) &&
        (armed.orderNumber === undefined || armed.orderNumber === orderNumber) &&
        (armed.account === undefined || armed.account === account) &&
        (armed.probability === 1 || this.#random() < armed.probability),
    );
    if (!fault) return null;
    if (fault.times !== undefined) {
      const left = { ...fault, times: fault.times - 1 };
      this.#armed = this.#armed.flatMap((armed) => (armed !== fault ? [armed] : left.times > 0 ? [left] : []));
    }
    return fault;
  }

  clear(): void {
    this.#armed = [];
    this.#random = seededRandom(this.#seed);
  }
}

/** Answers a call under a fault. Rejects when the server closes in the meantime. */
export async function applyFault(fault: ArmedFault, next: () => Answer, ends: Ends): Promise<Outcome> {
  return faultActions[fault.kind](next, fault, ends);
}

/** mulberry32: the same seed gives the same sequence. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
