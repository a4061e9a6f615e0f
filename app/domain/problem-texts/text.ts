import type { WatchedField } from '../edits.ts';
import type { ProblemCode } from '../problem.ts';
import type { SkipCode } from '../skip-reason.ts';

/** What a merchant reads. `{name}` stands for a detail; what stands in `[...]` is left out when its detail is absent. */
export interface Text {
  /** What is the matter. */
  readonly sentence: string;
  /** What to do about it. */
  readonly nextStep: string;
}

/** All texts of one language. */
export interface Texts {
  /** What of an order can be edited after the hand-over. */
  readonly fields: Readonly<Record<WatchedField | 'lines', string>>;
  readonly problems: Readonly<Record<ProblemCode, Text>>;
  readonly skips: Readonly<Record<SkipCode, Text>>;
}
