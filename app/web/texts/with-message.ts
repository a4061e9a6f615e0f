/** A sentence, with somebody else's words behind a colon when there are any. */
export function withMessage(sentence: string, message: string): string {
  if (!message) return `${sentence}.`;
  return `${sentence}: ${message}${/[.!?…]$/.test(message) ? '' : '.'}`;
}
