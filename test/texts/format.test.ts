import { describe, expect, test } from 'vitest';
import { compile } from '../../app/texts/compile.ts';
import { format, textsFrom } from '../../app/texts/format.ts';
import { withinSentence } from '../../app/texts/within-sentence.ts';

interface Sample {
  readonly plain: string;
  readonly group: { readonly greeting: (values: { readonly name: string }) => string };
}

describe('the texts of a catalogue', () => {
  const texts = textsFrom<Sample>(compile({ plain: 'Less < more', group: { greeting: 'Send {name}' } }), 'en');

  test('are strings where nothing is filled in, and functions elsewhere', () => {
    expect(texts.plain).toBe('Less < more');
    expect(texts.group.greeting({ name: '<b> {x}' })).toBe('Send <b> {x}');
  });

  test('are the same after a journey as JSON to a browser', () => {
    const catalogue = compile({ plain: 'a', group: { greeting: '{count, plural, one {# parcel} other {# parcels}}' } });
    const sent: typeof catalogue = JSON.parse(JSON.stringify(catalogue));
    const arrived = textsFrom<{ group: { greeting: (values: { count: number }) => string } }>(sent, 'en');
    expect([1, 2].map((count) => arrived.group.greeting({ count }))).toEqual(['1 parcel', '2 parcels']);
  });
});

describe('a message', () => {
  const said = (message: string, values: Record<string, string | number>, locale: 'en' | 'es' | 'pt' = 'en') =>
    format(compile({ message }).message, locale, values);

  test('prints numbers as its language does', () => {
    expect(said('{count, number}', { count: 12_345.5 })).toBe('12,345.5');
    expect(said('{count, number}', { count: 12_345.5 }, 'pt')).toBe('12.345,5');
  });

  test('says something only when a value is there', () => {
    const message = 'Refused{hasMessage, select, true {: {message}} other {}}.';
    expect(said(message, { message: 'no stock' })).toBe('Refused: no stock.');
    expect(said(message, { message: '' })).toBe('Refused.');
  });

  test('with a placeholder that nobody fills in is an error', () => {
    expect(() => said('Send {name}', {})).toThrow(/name/);
  });

  test('that is not ICU MessageFormat is an error', () => {
    expect(() => compile({ message: 'Send {name' })).toThrow(SyntaxError);
  });
});

test.each([
  ['No stock.', 'No stock'],
  ['No stock! ', 'No stock'],
  ['Is it there?', 'Is it there?'],
])('somebody else’s %j ends a sentence as %j', (message, ending) => expect(withinSentence(message)).toBe(ending));
