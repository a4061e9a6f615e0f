import { z } from 'zod';
import { BOUNDS } from '../bounds.ts';
import { keepSentence, sentWords, type Sent } from './refusal-sentence.ts';

const { refusal: LENGTH_LIMIT, refusalReasons: REASON_LIMIT } = BOUNDS;

/** The largest number of parts of an answer that are searched. More parts cannot add a reason that is kept. */
const PART_LIMIT = 200;

/** Keys under which operators give reasons. */
const REASON_KEYS: ReadonlySet<string> = new Set(
  (
    'message messages msg mensaje mensajes mensagem mensagens error errors errores erro erros ' +
    'detail details detalle detalles detalhe detalhes title description descripcion descricao reason motivo'
  ).split(' '),
);

/** Keys of a code, such as `INVALID_DISTRICT` or 7. It is kept if there is no sentence with it. */
const CODE_KEYS: ReadonlySet<string> = new Set(['code', 'codigo', 'error_code', 'errorcode']);

/** Keys whose value names the field that is wrong. */
const FIELD_KEYS: ReadonlySet<string> = new Set(['field', 'campo', 'param', 'path', 'property', 'loc', 'pointer']);

/** The words in the names of the interface's fields (Order Delivery Service Interface §2). */
const FIELD_WORDS: ReadonlySet<string> = new Set(
  (
    'order number delivery date service start end time notes pickup location name address district id dropoff contact ' +
    'fullname email phone latitude longitude packages package code price qty tags tag brand files file kind url tracking body'
  ).split(' '),
);

interface Reason {
  /** The path of a field of the interface; null when the operator names none. */
  readonly field: string | null;
  readonly words: string;
  /**
   * `said`: a text under a key for reasons. `beside`: the value of a field's key, which is a reason or a repetition of
   * what was sent. `named`: the operator names the field without a reason.
   */
  readonly kind: 'said' | 'beside' | 'named';
}

/**
 * What is stored of a refusal: the names of fields of the interface and the operator's reasons, as short sentences in
 * one line of at most 300 characters. A sentence is kept only if it is short and consists of words. In it, every word
 * that was sent is masked, and so are e-mail addresses and long numbers. A sentence with much masked text repeats the
 * order, and is dropped. Markup, JSON within a text, and text under other keys are dropped.
 *
 * The time that it takes is proportional to the length of the answer.
 */
export function operatorMessage(answer: unknown, sent: Sent): string {
  const words = sentWords(sent);
  const kept: string[] = [];
  for (const { field, words: reason, kind } of reasonsIn(answer)) {
    const sentence = keepSentence(reason, words);
    const isKept = kind === 'beside' ? HAS_TWO_WORDS.test(sentence) : sentence !== '' || field !== null;
    if (!isKept) continue;
    const line = [field, sentence].filter(Boolean).join(': ');
    if (!kept.includes(line)) kept.push(line);
    if (kept.length > REASON_LIMIT) break;
  }
  const shown: string[] = [];
  let length = 0;
  for (const line of kept.slice(0, REASON_LIMIT)) {
    length += Array.from(line).length + '; '.length;
    if (length > LENGTH_LIMIT) break;
    shown.push(line);
  }
  // the ellipsis says that the operator said more
  return shown.length < kept.length ? `${shown.join('; ')} …`.trim() : shown.join('; ');
}

const HAS_TWO_WORDS = /\p{L}[^\p{L}]+\p{L}/u;

function reasonsIn(answer: unknown): Reason[] {
  if (typeof answer === 'string') return [{ field: null, words: answer, kind: 'said' }];
  const reasons: Reason[] = [];
  let parts = 0;
  const look = (value: unknown, field: string | null, depth: number, kind: Reason['kind']): void => {
    parts += 1;
    if (parts > PART_LIMIT || depth > BOUNDS.operatorAnswerDepth) return;
    if (typeof value === 'string') reasons.push({ field, words: value, kind });
    else if (Array.isArray(value)) {
      for (const item of value.slice(0, PART_LIMIT)) look(item, field, depth + 1, kind);
    } else if (typeof value === 'object' && value !== null) lookInside(value, field, depth, kind);
  };
  const lookInside = (holder: object, outer: string | null, depth: number, kind: Reason['kind']): void => {
    const entries = firstEntries(holder);
    const named = fieldName(entries.find(([key]) => FIELD_KEYS.has(key.toLowerCase()))?.[1]);
    const field = named ?? outer;
    const before = reasons.length;
    const hasSaid = () => reasons.slice(before).some((reason) => reason.kind === 'said');
    for (const [key, value] of entries) {
      const inside = fieldName(key);
      if (REASON_KEYS.has(key.toLowerCase())) look(value, field, depth + 1, 'said');
      else if (inside !== null && !CODE_KEYS.has(key.toLowerCase()))
        look(value, [outer, inside].filter(Boolean).join('.'), depth + 1, kind);
    }
    const code = codeWord.safeParse(entries.find(([key]) => CODE_KEYS.has(key.toLowerCase()))?.[1]).data;
    if (code !== undefined && !hasSaid()) reasons.push({ field, words: `code: ${code}`, kind: 'said' });
    if (named !== null && !hasSaid()) reasons.push({ field: named, words: '', kind: 'named' });
  };
  // in a list, texts are reasons; in an object, only texts under the keys for reasons
  look(answer, null, 0, Array.isArray(answer) ? 'said' : 'beside');
  return reasons;
}

const codeWord = z.union([z.number(), z.string().regex(/^[\w.-]{1,40}$/)]);

function firstEntries(holder: object): [string, unknown][] {
  const entries: [string, unknown][] = [];
  for (const entry of Object.entries(holder)) {
    if (entries.push(entry) >= PART_LIMIT) break;
  }
  return entries;
}

const FIELD_LIMIT = 80;

/**
 * The text if every part of it is a word of the interface or a position; otherwise null, because a key can repeat the
 * buyer's data.
 */
function fieldName(given: unknown): string | null {
  const text = Array.isArray(given) ? given.slice(0, BOUNDS.operatorAnswerDepth + 1).join('.') : given;
  if (typeof text !== 'string' || text.length > FIELD_LIMIT) return null;
  const path = text.replace(/[[\]/]+/g, '.').replace(/^\.|\.$/g, '');
  const words = path.split(/[._]|(?<=[a-z])(?=[A-Z])/);
  const isName = words.every((word) => /^\d{1,3}$/.test(word) || FIELD_WORDS.has(word.toLowerCase()));
  return isName && words.some((word) => /\D/.test(word)) ? path : null;
}
