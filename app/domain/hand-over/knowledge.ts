/** What the other side can have after a call: it cannot have the order, has it, or may have it. */
export type Knowledge = 'cannot-have' | 'has' | 'may-have';

/**
 * How a call can end, and what the other side can have after it. Unless the end proves otherwise, that is `may-have`:
 * the next call is then a look-up, never the same call again.
 */
export const KNOWLEDGE = {
  /** The request could not be built, or was not allowed to leave. */
  'not-sent': 'cannot-have',
  'name-not-resolved': 'cannot-have',
  /** The connection was refused, timed out, or had no trusted certificate: no byte of the request was sent. */
  'not-connected': 'cannot-have',
  /** 400, 422 or `success: false`, in words that name a field that was sent. */
  'refused-by-field': 'cannot-have',

  accepted: 'has',

  /**
   * A refusal in any other words. The operator may have accepted the order earlier, or behind a gateway that refuses.
   */
  refused: 'may-have',
  /** 404, 405, 418, a redirect, or a page: the answer of a proxy, not of the operator. */
  misdirected: 'may-have',
  /** 401, 403, or words about the token: a gateway can answer so after the operator has accepted the order. */
  'account-refused': 'may-have',
  /** 429, with or without a time to wait. */
  throttled: 'may-have',
  'server-error': 'may-have',
  /** No complete answer in time. */
  timeout: 'may-have',
  'connection-broken': 'may-have',
  /** A success with an empty body. */
  'empty-answer': 'may-have',
  /** A page, words that complain, another buyer's record, or content that is cut off, too long or makes no sense. */
  unreadable: 'may-have',
  /** The program itself failed after the call went out. */
  unexpected: 'may-have',
} as const satisfies Readonly<Record<string, Knowledge>>;

export type CallEnd = keyof typeof KNOWLEDGE;

export function knowledgeAfter(end: CallEnd): Knowledge {
  return KNOWLEDGE[end];
}
