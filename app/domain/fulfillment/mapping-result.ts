import type { Decision } from '../planning/delivery-plan.ts';
import type { Problem } from '../problems/problem.ts';

export interface Found<T> {
  readonly ok: true;
  readonly value: T;
  readonly decisions: readonly Decision[];
}

export interface Lacking {
  readonly ok: false;
  readonly problems: readonly Problem[];
  readonly decisions: readonly Decision[];
}

/** The result of mapping one part of a delivery: its value, or every problem that prevents it; and how it was decided. */
export type MappingResult<T> = Found<T> | Lacking;

export function found<T>(value: T, decisions: readonly Decision[]): Found<T> {
  return { ok: true, value, decisions };
}

export function lacking(problems: readonly Problem[], decisions: readonly Decision[] = []): Lacking {
  return { ok: false, problems, decisions };
}

/** The problems of several results together. */
export function problemsOf(results: readonly MappingResult<unknown>[]): Problem[] {
  return results.flatMap((result) => (result.ok ? [] : result.problems));
}
