import type { AttemptOutcome } from '../../domain/lifecycle/attempt.ts';
import type { CallEnd } from '../../domain/hand-over/knowledge.ts';

const OUTCOMES: Readonly<Record<CallEnd, AttemptOutcome>> = {
  'not-sent': 'not-sent',
  'name-not-resolved': 'not-sent',
  'not-connected': 'not-sent',
  'refused-by-field': 'refused',
  accepted: 'accepted',
  refused: 'refused',
  misdirected: 'unknown',
  'account-refused': 'account-refused',
  throttled: 'throttled',
  'server-error': 'unknown',
  timeout: 'unknown',
  'connection-broken': 'unknown',
  'empty-answer': 'unknown',
  unreadable: 'unknown',
  unexpected: 'unknown',
};

/** The outcome of an attempt as people read it. */
export function outcomeOf(end: CallEnd): AttemptOutcome {
  return OUTCOMES[end];
}
