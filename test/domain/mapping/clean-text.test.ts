import { describe, expect, test } from 'vitest';
import {
  cleanText,
  cleanTexts,
  foldText,
  mayBeMisread,
  readAttributes,
  saysSomething,
} from '../../../app/domain/mapping/clean-text.ts';

describe('cleanText', () => {
  test.each([
    ['an extended address, joined by U+2060', 'Av. Paulista, \u20601578', 'Av. Paulista, 1578'],
    ['zero-width space', 'Mira\u200Bflores', 'Miraflores'],
    ['zero-width joiners and the byte order mark', '\uFEFFÑu\u200D\u200Cñoa', 'Ñuñoa'],
    ['bidi controls', '\u202AAv. Brasil 100\u202C\u200E\u2066\u2069', 'Av. Brasil 100'],
    ['soft hyphen', 'Provi\u00ADdencia', 'Providencia'],
    ['no-break and other spaces', 'Calle\u00A010\u2003#\u202F5', 'Calle 10 # 5'],
    ['tabs and line breaks', ' Torre B\r\n\tPiso 3 ', 'Torre B Piso 3'],
    ['control characters', 'Calle\u0000 \u00071', 'Calle 1'],
    ['a decomposed accent is composed', 'Bogota\u0301', 'Bogotá'],
    ['accents and ñ stay', 'Peñalolén', 'Peñalolén'],
    ['nothing but the invisible', '\u200B\u2060 \u00A0', ''],
    ['half a surrogate pair', 'Ana \uD83D', 'Ana \uFFFD'],
    ['null', null, ''],
    ['undefined', undefined, ''],
  ])('%s', (_, text, expected) => expect(cleanText(text)).toBe(expected));
});

describe('a text as imports leave it', () => {
  test.each([
    ['Ana &amp; Luis', 'Ana & Luis'],
    ['ANA &AMP; LUIS', 'ANA & LUIS'],
    ['D&#39;Alessandro', "D'Alessandro"],
    ['D&#x27;Alessandro', "D'Alessandro"],
    ['&Ntilde;u&ntilde;oa', 'Ñuñoa'],
    ['&nTilde;', 'ñ'],
    ['Ana &amp;amp; Luis', 'Ana & Luis'],
    ['&#1114111;', '\u{10FFFF}'],
    ['Ã‘uÃ±oa', 'Ñuñoa'],
    ['Ã€lvaro', 'Àlvaro'],
  ])('%s is %s', (text, expected) => expect(cleanText(text)).toBe(expected));

  test.each(['&#0;', '&#1114112;', '&Bogus;', 'A & B', 'Ã±oa 東', 'Â±5 Ñuñoa'])('%s stays as it is', (text) => {
    expect(cleanText(text)).toBe(text);
  });

  test.each([
    ['Ã±oa 東', true],
    ['Caf\uFFFD', true],
    ['Ñuñoa', false],
    ['', false],
  ])('%s may be misread: %s', (text, expected) => expect(mayBeMisread(text)).toBe(expected));
});

test.each([
  ['Ñ', true],
  ['7', true],
  ['東京', true],
  ['.', false],
  ['- / -', false],
  ['🌸', false],
  ['', false],
])('saysSomething %j', (text, expected) => expect(saysSomething(text)).toBe(expected));

test('cleanTexts keeps what is left, each text once, in order', () => {
  expect(cleanTexts([' Depto 4 ', null, '\u200B', 'Torre B', 'Depto\u00A04'])).toEqual(['Depto 4', 'Torre B']);
});

describe('foldText', () => {
  test.each([
    ['Ñuñoa', 'nunoa'],
    ['  PEÑALOLÉN ', 'penalolen'],
    ['San-Juan de\u00A0Miraflores.', 'san juan de miraflores'],
    ['São Paulo', 'sao paulo'],
    ['San Miguel -- (Lima)', 'san miguel lima'],
    ['★', '★'],
    ['!!', '!!'],
  ])('%s', (text, expected) => expect(foldText(text)).toBe(expected));
});

describe('texts as imports leave them', () => {
  test.each([
    ['Ana &amp; Luis', 'Ana & Luis'],
    ['Ana &amp;amp; Luis', 'Ana & Luis'],
    ['D&#39;Alessandro', "D'Alessandro"],
    ['Nu&ntilde;ez &Ntilde;u&#xF1;oa', 'Nuñez Ñuñoa'],
    ['Ã\u2018uÃ±oa', 'Ñuñoa'],
    ['Ã\u0091uÃ±oa', 'Ñuñoa'],
    ['JosÃ© PÃ©rez', 'José Pérez'],
    ['SÃ£o Paulo', 'São Paulo'],
  ])('%s is %s', (text, repaired) => {
    expect(cleanText(text)).toBe(repaired);
  });

  test.each(['AT&T', 'Ana & Luis', 'R&D; 5', 'Señor Ã', '&unknown;', '&#0;', 'Ñuñoa Ã±', 'Ç±'])(
    '%s stays as it is',
    (text) => {
      expect(cleanText(text)).toBe(text);
    },
  );
});

test('gives every value under the name, cleaned, without the empty ones', () => {
  const attributes = [
    { key: 'Receta', value: ' a\u200B ' },
    { key: 'receta ', value: 'b' },
    { key: 'Otra', value: 'c' },
    { key: 'RECETA', value: null },
    { key: 'Receta', value: '  ' },
  ];
  expect(readAttributes(attributes, ' receta')).toEqual(['a', 'b']);
  expect(readAttributes(attributes, 'recetas')).toEqual([]);
});
