import { BOUNDS } from '../bounds.ts';
import { foldText, tidyText } from '../domain/mapping/clean-text.ts';
import type { CallEnd } from '../domain/hand-over/knowledge.ts';
import { isNoAddress } from './words-of-operators.ts';

/** What was sent to the operator. None of it may be stored in the operator's words. */
export interface Sent {
  readonly token: string;
  /** Values of the order; none when they are not known, as after a read. */
  readonly values: readonly string[];
}

/** What is masked. */
interface SentWords {
  readonly token: string;
  /** Words and numbers, without case and accents. */
  readonly whole: ReadonlySet<string>;
  /** Those of the words that are long enough to be recognised inside another word. */
  readonly parts: readonly string[];
  /** Phones and other long numbers. A part of one is masked as well. */
  readonly numbers: readonly string[];
}

/** A shorter word inside another word is a coincidence. */
const SHORTEST_PART = 5;
const SHORTEST_NUMBER = 6;
const SHORTEST_PART_OF_NUMBER = 3;
/** The largest number of words that are searched inside others. */
const SENT_PART_LIMIT = 500;

/** Articles and similar words, which are in every address and every sentence. */
const COMMON = new Set(
  (
    'a al an and as at be by con de del e el en es in is la las lo los no not of on or para por que se ' +
    'sin the to un una y'
  ).split(' '),
);

export function sentWords({ token, values }: Sent): SentWords {
  // the word "token" itself may be part of one
  const ofToken = foldText(token)
    .split(' ')
    .filter((word) => word.length >= SHORTEST_PART && /\d/.test(word));
  const whole = new Set(ofToken);
  const numbers = new Set<string>();
  for (const value of values) {
    for (const word of foldText(value).split(' ')) if (word !== '' && !COMMON.has(word)) whole.add(word);
    const digits = value.replace(/\D/g, '');
    if (digits.length >= SHORTEST_NUMBER) numbers.add(digits);
  }
  const parts = [...whole].filter((word) => word.length >= SHORTEST_PART).slice(0, SENT_PART_LIMIT);
  return { token: token.trim(), whole, parts, numbers: [...numbers].slice(0, SENT_PART_LIMIT) };
}

/** Longer words are encoded data, not words of a sentence. */
const WORD_LIMIT = 40;
/** The largest number of masked places. With more, the sentence is a repetition of the order. */
const MASKED_LIMIT = 3;
/** The largest number of single letters in a row. More of them spell a word. */
const LETTER_LIMIT = 3;

/** The characters of a sentence: no braces, backslashes or percent signs, which belong to encoded data. */
const SENTENCE = /^[\p{L}\p{M}\p{N} .,;:!?¡¿'"`´’“”()/#+*=_<>&|@°ºª…-]*$/u;
const ENTITY = /&#?\w{1,10};/;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const EMAIL = /[^\s@<>"'(),;:]{1,64}@[^\s@<>"'(),;:]{1,255}/g;
const LONG_NUMBER = /\+?\d(?:[ ().,/-]{0,3}\d){4,}/g;

/** The sentence with what was sent masked; empty when it is not a short sentence, or repeats the order. */
export function keepSentence(text: string, sent: SentWords): string {
  if (text.length > READ_LIMIT) return '';
  const line = plainLine(text);
  if (Array.from(line).length > BOUNDS.refusalSentence || !SENTENCE.test(line) || ENTITY.test(line)) return '';
  const tokenless = sent.token === '' ? line : line.replaceAll(sent.token, '…');
  const numberless = tokenless.replace(EMAIL, '…').replace(LONG_NUMBER, '…');
  const words = Array.from(numberless.matchAll(WORD), ([word]) => foldText(word));
  if (words.some((word) => word.length > WORD_LIMIT) || isSpeltOut(words)) return '';
  const masked = maskedWords(words, sent);
  let index = -1;
  const kept = numberless
    .replace(WORD, (word) => {
      index += 1;
      return masked[index] ? '…' : word;
    })
    .replace(/…(?:[ .,;:'"()/#+_-]{0,5}…)+/gu, '…');
  return kept.split('…').length - 1 <= MASKED_LIMIT && /[\p{L}\p{N}]/u.test(kept) ? kept : '';
}

/**
 * Which words are masked: words that were sent, two words that together make one of them, and the articles between
 * them.
 */
function maskedWords(words: readonly string[], sent: SentWords): boolean[] {
  const masked = words.map((word) => isSent(word, sent));
  for (const [index, word] of words.entries()) {
    if (sent.whole.has(word + (words[index + 1] ?? ''))) masked.fill(true, index, index + 2);
  }
  for (const [index, word] of words.entries()) {
    if (masked[index - 1] && COMMON.has(word)) {
      const next = words.findIndex((other, at) => at > index && !COMMON.has(other));
      if (masked[next]) masked.fill(true, index, next);
    }
  }
  return masked;
}

/** In an error page, the text around the sentence is longer than the sentence. */
const READ_LIMIT = 4_000;

function isSent(word: string, { whole, parts, numbers }: SentWords): boolean {
  if (whole.has(word)) return true;
  if (word.length >= SHORTEST_PART_OF_NUMBER && numbers.some((number) => number.includes(word))) return true;
  return word.length > SHORTEST_PART && parts.some((part) => word.includes(part));
}

function isSpeltOut(words: readonly string[]): boolean {
  let letters = 0;
  return words.some((word) => {
    letters = word.length === 1 && /\p{L}/u.test(word) ? letters + 1 : 0;
    return letters > LETTER_LIMIT;
  });
}

/** One line, composed, without markup and invisible characters. */
function plainLine(text: string): string {
  const plain = tidyText(stripMarkup(text).replaceAll('&nbsp;', ' ').normalize('NFKC'));
  return plain.replace(/\p{C}/gu, '');
}

const CODE_OF_PAGES = ['script', 'style'];

/** Removes tags, and the code of a page. A tag that is not closed ends the text. */
function stripMarkup(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const tag = text.indexOf('<', at);
    if (tag < 0) return [...kept, text.slice(at)].join('');
    if (!/[!/a-z]/i.test(text.charAt(tag + 1))) {
      kept.push(text.slice(at, tag + 1)); // not a tag: "2 < 3"
      at = tag + 1;
      continue;
    }
    kept.push(text.slice(at, tag), ' ');
    const name = text.slice(tag + 1, tag + 10).toLowerCase();
    const code = CODE_OF_PAGES.find((each) => name.startsWith(each));
    const end = code ? text.toLowerCase().indexOf(`</${code}>`, tag) + 1 : text.indexOf('>', tag) + 1;
    if (end === 0) return kept.join('');
    at = code ? end + code.length + 2 : end;
  }
}

/**
 * Names of the fields of a delivery order, except its number: a refusal that names the number may mean that the order
 * is already there.
 */
const NAMES_FIELD =
  /(^|[^a-z_])(delivery_service|delivery_date|pickup|dropoff|packages|tags|files|notes|url_tracking|location|contact|fullname|phone|email|address|district|latitude|longitude|qty|price)($|[^a-z_])/i;

/** In English, Spanish and Portuguese, for text without case and accents. */
const MAY_BE_THERE = /order.?number|numero|already|exist|duplica|repe|anterior|previous|\bya\b|\bja\b/;

/**
 * Who refused. A page, an answer without words, or words about the address come from a proxy. Words that name a field of the order come from
 * the operator, which has not accepted it. Any other words leave that open.
 *
 * @param content as it was read
 * @param words the operator's own words, cleaned
 * @param given.status the status of the answer; the operator itself would not answer a POST with 404
 */
export function endOfRefusal(
  content: unknown,
  words: string,
  { status, method }: { status: number; method: 'GET' | 'POST' },
): CallEnd {
  const isPage = typeof content === 'string' && (/^\s*</.test(content) || /\bpage not found\b/i.test(content));
  const isOfRoute = status === 404 && isNoAddress(content);
  const isElsewhere = status === 405 || status === 418 || (status === 404 && method === 'POST');
  if (isPage || isOfRoute || isElsewhere) return 'misdirected';
  // a read of an unknown number needs no words but 404
  if (words === '') return status === 404 ? 'refused' : 'misdirected';
  const isVerdict = status === 400 || status === 422 || status < 300;
  return isVerdict && NAMES_FIELD.test(words) && !MAY_BE_THERE.test(foldText(words)) ? 'refused-by-field' : 'refused';
}
