import { expect, it } from 'vitest';
import { decodeText } from '../../app/operator/http.ts';
import { encodeAnswer, ENCODING_NAMES } from '../../sandbox/operator/misbehaviour/encodings.ts';

const TEXT = JSON.stringify({ contactName: 'Íñigo Núñez', packages: [{ name: 'Café molido', qty: 1 }] });

it.each(ENCODING_NAMES)('an answer in %s is read as it was written', (name) => {
  const headers = { 'Content-Type': 'application/json' };
  const { body, headers: sent } = encodeAnswer({ status: 200, headers, body: TEXT, deliveries: [] }, name);
  expect(decodeText(Buffer.from(body), sent['Content-Type'] ?? null)).toBe(TEXT);
});

it.each([
  ['application/json; charset=nonsense', Buffer.from(TEXT, 'latin1')],
  ['application/json; charset="ISO-8859-1"', Buffer.from(TEXT, 'latin1')],
  ['application/json; charset=iso-8859-1', Buffer.from(TEXT)],
  ['text/plain', Buffer.from(TEXT)],
  [null, Buffer.from(`\uFEFF${TEXT}`)],
  [null, Buffer.from(`\uFEFF${TEXT}`, 'utf16le').swap16()],
])('with the header %s it is read as it was written', (header, bytes) => {
  expect(decodeText(bytes, header)).toBe(TEXT);
});
