import type { Problem } from '../../domain/problems/problem.ts';

export const UNKNOWN_TO_OPERATOR: Problem = { code: 'unknown-to-operator', field: null, details: {} };
