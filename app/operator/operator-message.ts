import { z } from 'zod';
import { foldText } from '../domain/clean-text.ts';

const LONGEST = 300;

/** What is looked at of an answer: whatever its size, reading it must not hold up the process. */
const LONGEST_PAGE = 65_536;
const LONGEST_READ = 2_000;

/** Where an answer repeats an order in place of saying what is wrong with it. */
const REPEATED = new Set(['data', 'deliveries', 'contactName', 'contactPhone', 'contactEmail', 'notes']);

const messageHolder = z.looseObject({
  field: z.string().optional(),
  message: z.unknown().optional(),
  error: z.unknown().optional(),
  errors: z.unknown().optional(),
  detail: z.unknown().optional(),
  title: z.unknown().optional(),
});

/**
 * The operator's own words in an answer that says no, fit to be kept and shown: no markup, no control characters, at
 * most 300 characters, and none of `secrets` (the token, and what we sent of the buyer), of which an operator may repeat
 * any part; e-mail addresses and long numbers are masked in any case.
 */
export function operatorMessage(answer: unknown, secrets: readonly string[]): string {
  const words = typeof answer === 'string' ? stripMarkup(answer) : wordsIn(answer).join('; ');
  const line = words.slice(0, LONGEST_PAGE).replace(/[\p{C}\s]+/gu, ' ');
  const masked = maskWords(maskWhole(line.slice(0, LONGEST_READ), secrets), secrets);
  return Array.from(masked.trim()).slice(0, LONGEST).join('');
}

function wordsIn(answer: unknown, depth = 0): string[] {
  if (typeof answer === 'string') return [stripMarkup(answer)];
  if (typeof answer === 'number') return [String(answer)];
  if (depth > 4 || typeof answer !== 'object' || answer === null) return [];
  if (Array.isArray(answer)) return answer.flatMap((item) => wordsIn(item, depth + 1));
  const holder = messageHolder.safeParse(answer);
  if (holder.success) {
    const { field, message, error, errors, detail, title } = holder.data;
    const words = [errors, message, error, detail, title].flatMap((part) => wordsIn(part, depth + 1));
    if (words.length > 0) return field ? [`${field}: ${words.join(', ')}`] : words;
  }
  // { "dropoff.contact.phone": ["must be ..."] }: keys are names of fields
  return Object.entries(answer)
    .filter(([key]) => !REPEATED.has(key))
    .flatMap(([key, value]) => wordsIn(value, depth + 1).map((words) => `${key}: ${words}`));
}

/** In linear time, whatever is left open. */
function stripMarkup(text: string): string {
  return text
    .slice(0, LONGEST_PAGE)
    .replace(/<(script|style)\b[\s\S]*?(<\/\1>|$)/gi, ' ')
    .replace(/<[!/a-z][^<>]*(>|$)/gi, ' ');
}

/** Short words are left to `maskWords`, which does not find Ana in mañana. */
const SHORTEST_WHOLE = 6;

function maskWhole(text: string, secrets: readonly string[]): string {
  const known = secrets
    .flatMap((secret) => [secret.trim(), secret.replace(/\D/g, '')])
    .filter((secret) => secret.length >= SHORTEST_WHOLE || /\S\s\S/.test(secret))
    .sort((a, b) => b.length - a.length)
    .map((secret) => secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const withoutKnown = known.length > 0 ? text.replace(new RegExp(known.join('|'), 'giu'), '…') : text;
  return withoutKnown.replace(/[^\s@<>"']+@[^\s@<>"']+/g, '…').replace(/\+?\d[\d\s().-]{6,}\d/g, '…');
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** A pair of words as short as `de la` tells nothing. */
const SHORTEST_PAIR = 7;

/** Masks what is repeated in part, or without its accents: a secret of one word, and two words in a row of a longer one. */
function maskWords(text: string, secrets: readonly string[]): string {
  const telling = new Set<string>();
  for (const words of secrets.map((secret) => foldText(secret).split(' '))) {
    const parts = words.length === 1 ? words : words.slice(1).map((word, index) => `${words[index]} ${word}`);
    const shortest = words.length === 1 ? 3 : SHORTEST_PAIR;
    for (const part of parts) if (part.length >= shortest) telling.add(part);
  }
  const words = Array.from(text.matchAll(WORD), ([word]) => foldText(word));
  const tells = (index: number) => telling.has(`${words[index]} ${words[index + 1]}`);
  let index = 0;
  return text
    .replace(WORD, (word) => {
      const isTelling = telling.has(words[index] ?? '') || tells(index) || tells(index - 1);
      index += 1;
      return isTelling ? '…' : word;
    })
    .replace(/…([^\p{L}\p{N}]*…)+/gu, '…');
}
