/** One call to the operator. */
export const ATTEMPT_VERBS = ['create', 'look-up', 'read'] as const;
export type AttemptVerb = (typeof ATTEMPT_VERBS)[number];

export const ATTEMPT_OUTCOMES = [
  'accepted',
  'found',
  'not-found',
  'refused',
  'account-refused',
  'throttled',
  'not-sent',
  /** It was unknown, and look-ups found nothing. */
  'not-received',
  /** Nobody knows whether it took effect. */
  'unknown',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];
