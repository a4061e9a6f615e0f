/** What the other side can have after a call: nothing of it, all of it, or nobody knows. */
export type Knowledge = 'cannot-have' | 'has' | 'may-have';

/**
 * How a call that asks for something can end, and what the other side can have after it. What is not proven is
 * `may-have`: the next call is a look-up then, never the same call again.
 */
export const KNOWLEDGE = {
  /** No request could be made, or none was let out. */
  'not-sent': 'cannot-have',
  'name-not-resolved': 'cannot-have',
  /** Refused, out of reach, or without a certificate that can be trusted: no byte of the request went out. */
  'not-connected': 'cannot-have',
  /** 400, 422 or `success: false`, in words that name a field of what was sent. */
  'refused-by-field': 'cannot-have',

  accepted: 'has',

  /** No in any other words: it may have been taken before, or by whoever stands behind the one that says no. */
  refused: 'may-have',
  /** 404, 405, 418, a redirect, or a page: not the words of the side that was called, but of what stands before it. */
  misdirected: 'may-have',
  /** 401 and 403: a gateway can say so after the other side has taken it. */
  'account-refused': 'may-have',
  /** 429, with or without a time. */
  throttled: 'may-have',
  'server-error': 'may-have',
  /** No whole answer in time. */
  timeout: 'may-have',
  'connection-broken': 'may-have',
  /** A success without a word. */
  'empty-answer': 'may-have',
  /** Markup, cut-off or endless content, or content that makes no sense. */
  unreadable: 'may-have',
  /** The program itself failed after the call went out. */
  unexpected: 'may-have',
} as const satisfies Readonly<Record<string, Knowledge>>;

export type CallEnd = keyof typeof KNOWLEDGE;

export function knowledgeAfter(end: CallEnd): Knowledge {
  return KNOWLEDGE[end];
}
