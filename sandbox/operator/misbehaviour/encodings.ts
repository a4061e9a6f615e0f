import type { Answer } from '../answer.ts';

/** Ways to encode the text of an answer: the `charset` in the header, if any, and the bytes. */
const ENCODINGS = {
  'utf-8': { charset: 'utf-8', bytes: (text) => Buffer.from(text) },
  'utf-8-with-bom': { charset: 'utf-8', bytes: (text) => Buffer.from(`\uFEFF${text}`) },
  latin1: { charset: 'iso-8859-1', bytes: latin1 },
  'latin1-undeclared': { charset: null, bytes: latin1 },
  'latin1-declared-utf-8': { charset: 'utf-8', bytes: latin1 },
  'utf-16': { charset: 'utf-16', bytes: utf16 },
  'utf-16-undeclared': { charset: null, bytes: utf16 },
} as const satisfies Record<string, Encoding>;

interface Encoding {
  readonly charset: string | null;
  readonly bytes: (text: string) => Buffer;
}

export type EncodingName = keyof typeof ENCODINGS;

export const ENCODING_NAMES = [
  ...(['utf-8', 'utf-8-with-bom', 'latin1', 'latin1-undeclared', 'latin1-declared-utf-8'] as const),
  ...(['utf-16', 'utf-16-undeclared'] as const),
] satisfies readonly EncodingName[];

/** Puts the text of an answer into another encoding. An answer that is not JSON, or no longer text, stays as it is. */
export function encodeAnswer(answer: Answer, name: EncodingName): Answer {
  const type = answer.headers['Content-Type'];
  if (name === 'utf-8' || typeof answer.body !== 'string' || !type?.startsWith('application/json')) return answer;
  const { charset, bytes } = ENCODINGS[name];
  const declared = charset === null ? 'application/json' : `application/json; charset=${charset}`;
  return { ...answer, headers: { ...answer.headers, 'Content-Type': declared }, body: bytes(answer.body) };
}

/** A letter that Latin-1 lacks becomes a question mark. */
function latin1(text: string): Buffer {
  return Buffer.from(text.replace(/[^\u0000-\u00FF]/gu, '?'), 'latin1');
}

/** Little-endian, with a byte order mark. */
function utf16(text: string): Buffer {
  return Buffer.from(`\uFEFF${text}`, 'utf16le');
}
