const ENDS: ReadonlySet<string> = new Set(['.', '!', '…']);

/** Somebody else's words, to stand at the end of a sentence that has a full stop of its own. */
export function withinSentence(message: string): string {
  const text = message.trim();
  let end = text.length;
  while (ENDS.has(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
