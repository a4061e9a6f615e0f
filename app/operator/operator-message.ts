import { z } from 'zod';

const LONGEST = 300;

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
  return mask(words, secrets)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST);
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
  return Object.entries(answer).flatMap(([key, value]) => wordsIn(value, depth + 1).map((words) => `${key}: ${words}`));
}

function stripMarkup(text: string): string {
  return text.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
}

function mask(text: string, secrets: readonly string[]): string {
  const known = secrets
    .flatMap((secret) => [secret, secret.replace(/\D/g, '')])
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= 3)
    .sort((a, b) => b.length - a.length)
    .map((secret) => secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const withoutKnown = known.length > 0 ? text.replace(new RegExp(known.join('|'), 'giu'), '…') : text;
  return withoutKnown.replace(/[^\s@<>"']+@[^\s@<>"']+/g, '…').replace(/\+?\d[\d\s().-]{6,}\d/g, '…');
}
