import { describe, expect, test } from 'vitest';
import { BOUNDS } from '../../../app/bounds.ts';
import { mapFiles } from '../../../app/domain/mapping/delivery-files.ts';
import type { Order } from '../../../app/domain/fulfillment/fulfillment.ts';
import { shopSettingsSchema } from '../../../app/domain/settings/shop-settings.ts';
import { aFulfillment, aLine } from '../planning/inputs/plan-inputs.ts';
import { processorMs } from '../../set-up/time/processor-time.ts';

const RECIPE = 'https://cdn.example.com/recetas/receta%20m%C3%A9dica.pdf';

function map(files: readonly object[], order: Partial<Order> = {}, lines = [aLine()]) {
  return mapFiles(aFulfillment({ lines }, order), shopSettingsSchema.parse({ mapping: { files } }).mapping.files);
}

const inNote = (value: string | null) => ({ attributes: [{ key: 'Receta', value }] });
const NOTE = { from: 'note-attribute', name: 'Receta' };

describe('where files stand', () => {
  test('a note attribute', () => {
    expect(map([NOTE], inNote(RECIPE))).toEqual({
      ok: true,
      value: [{ name: 'receta médica.pdf', kind: 'recipe', url: RECIPE }],
      decisions: [
        { field: 'files[0].name', source: 'note-attribute Receta' },
        { field: 'files[0].kind', source: 'settings.mapping.files' },
        { field: 'files[0].url', source: 'note-attribute Receta' },
      ],
    });
  });

  test('a property of the lines that travel', () => {
    const attributes = [{ key: '_receta', value: RECIPE }];
    const files = [{ from: 'line-property', name: '_Receta', kind: 'prescription' }];
    expect(map(files, {}, [aLine(), aLine({ attributes })])).toMatchObject({
      value: [{ kind: 'prescription', url: RECIPE }],
    });
    expect(map(files, {}, [aLine(), aLine({ attributes, requiresShipping: false })])).toMatchObject({
      value: undefined,
    });
  });

  test('a metafield of the order', () => {
    const metafields = [{ key: 'custom.receta', value: RECIPE }];
    expect(map([{ from: 'order-metafield', name: 'custom.receta' }], { metafields })).toMatchObject({
      value: [{ url: RECIPE }],
    });
    expect(map([{ from: 'note-attribute', name: 'custom.receta' }], { metafields })).toMatchObject({
      value: undefined,
    });
  });

  test('several places, each with its kind', () => {
    const order = {
      ...inNote('https://a.example/1.pdf'),
      metafields: [{ key: 'c.id', value: 'https://a.example/2.jpg' }],
    };
    expect(map([NOTE, { from: 'order-metafield', name: 'c.id', kind: 'id-card' }], order)).toMatchObject({
      value: [
        { name: '1.pdf', kind: 'recipe' },
        { name: '2.jpg', kind: 'id-card' },
      ],
      decisions: [{}, {}, {}, { field: 'files[1].name', source: 'order-metafield c.id' }, {}, {}],
    });
  });

  test.each([[null], [' '], ['\u200B']])('an empty place (%j) holds none', (value) => {
    expect(map([NOTE], inNote(value))).toEqual({ ok: true, value: undefined, decisions: [] });
  });

  test('attributes that the settings do not name are not sent', () => {
    expect(map([], inNote(RECIPE))).toEqual({ ok: true, value: undefined, decisions: [] });
  });
});

describe('several links in one field', () => {
  const A = 'https://a.example/1.pdf';
  const B = 'https://a.example/2.pdf?x=1&y=2';
  test.each([
    ['lines', `${A}\n${B}`],
    ['spaces', ` ${A}   ${B} `],
    ['commas', `${A}, ${B}`],
    ['commas alone', `${A},${B}`],
    ['semicolons', `${A};${B}`],
    ['a comma by itself', `${A} , ${B}`],
    ['several commas', `${A},,;${B}`],
    ['a full stop', `${A}. ${B}.`],
    ['the JSON of a metafield', JSON.stringify([A, B])],
    ['JSON as Ruby writes it', `["${A}","https:\\/\\/a.example\\/2.pdf?x=1\\u0026y=2"]`],
    ['a link twice', `${A} ${B} ${A}`],
  ])('%s', (_, value) => {
    const result = map([NOTE], inNote(value));
    expect(result.ok && result.value?.map(({ url }) => url)).toEqual([A, B]);
  });

  test('a comma within a link is kept', () => {
    expect(map([NOTE], inNote('https://a.example/1,2.pdf'))).toMatchObject({
      value: [{ url: 'https://a.example/1,2.pdf' }],
    });
  });

  test('a link of two places is sent once, with the first kind', () => {
    const order = { ...inNote(A), metafields: [{ key: 'c.id', value: A }] };
    const result = map(
      [
        { ...NOTE, kind: 'first' },
        { from: 'order-metafield', name: 'c.id', kind: 'second' },
      ],
      order,
    );
    expect(result).toMatchObject({ value: [{ kind: 'first' }] });
    expect(result.ok && result.value?.length).toBe(1);
    expect(result.decisions.length).toBe(3);
  });
});

test.each([
  ['https://a.example/recetas/2026/mi%20receta.pdf?token=1', 'mi receta.pdf'],
  ['https://a.example/', 'recipe-1'],
  ['https://a.example', 'recipe-1'],
  ['https://a.example/recetas/', 'recipe-1'],
  ['https://a.example/100%.pdf', '100%.pdf'],
  ['https://a.example/%E2%80%8B', 'recipe-1'],
])('the file at %s is called %s', (url, name) => {
  expect(map([NOTE], inNote(url))).toMatchObject({ value: [{ name }] });
});

test('a link, and a text with links, are read up to their limits', () => {
  const link = 'https://a.example/'.padEnd(BOUNDS.url, 'x');
  expect(map([NOTE], inNote(link))).toMatchObject({ value: [{ url: link }] });
  expect(map([NOTE], inNote(`${link}x`))).toMatchObject({ ok: false });
  const text = Array.from({ length: 5 }, (_, index) => `https://a.example/${index}`.padEnd(1_999, 'x')).join(' ');
  expect(text).toHaveLength(BOUNDS.orderText - 1);
  expect(map([NOTE], inNote(`${text}x`))).toMatchObject({ ok: true });
  expect(map([NOTE], inNote(`${text}xx`))).toMatchObject({ ok: false });
});

describe('a text that is not an https link is a problem', () => {
  test.each([
    'http://a.example/1.pdf',
    'ftp://a.example/1.pdf',
    'javascript:alert(1)',
    'data:text/plain,x',
    'receta.pdf',
    'gid://shopify/GenericFile/1',
    'https://',
    '["https://a.example/1.pdf"',
    '[1]',
    `${RECIPE} y otra`,
    `${RECIPE},otra,${RECIPE}`,
    ',;,',
    ', ;',
    '.',
    `${RECIPE} ${'x '.repeat(5_000)}`,
    `https://a.example/${'x'.repeat(2_048)}`,
  ])('%s', (value) => {
    expect(map([NOTE], inNote(value))).toEqual({
      ok: false,
      problems: [{ code: 'file-link-unusable', field: 'files', details: { sources: ['note-attribute Receta'] } }],
      decisions: [],
    });
  });

  test('named by its places, each once', () => {
    const order = {
      ...inNote('a b'),
      metafields: [
        { key: 'c.id', value: 'c' },
        { key: 'c.ok', value: RECIPE },
      ],
    };
    const files = [NOTE, { from: 'order-metafield', name: 'c.id' }, { from: 'order-metafield', name: 'c.ok' }];
    expect(map(files, order)).toMatchObject({
      problems: [{ details: { sources: ['note-attribute Receta', 'order-metafield c.id'] } }],
    });
  });
});

test.each([',', '; ', 'https://,', 'a://,', '[', '"'])(
  'a text of 1,500, and of 1,000,000, times %j is read at once',
  (part) => {
    for (const count of [1_500, 1_000_000]) {
      const start = processorMs();
      map([NOTE], inNote(part.repeat(count)));
      expect(processorMs() - start).toBeLessThan(1_000);
    }
  },
);
