/** What a call to the operator does. */
export const ATTEMPT_VERBS = ['create', 'look-up', 'read'] as const;
export type AttemptVerb = (typeof ATTEMPT_VERBS)[number];

export const ATTEMPT_OUTCOMES = [
  'accepted',
  'found',
  'not-found',
  /** A page that says so, which can be a proxy's. */
  'not-found-page',
  'refused',
  'account-refused',
  'throttled',
  'not-sent',
  /** The outcome was unknown, and look-ups have not found the order. */
  'not-received',
  /** Nobody knows whether the call took effect. */
  'unknown',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];
