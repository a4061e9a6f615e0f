import { describe, expect, test } from 'vitest';
import { SKIP_CODES } from '../../app/domain/planning/skip-reason.ts';
import { PROBLEM_CODES } from '../../app/domain/problems/problem.ts';
import { describeProblem, describeSkip } from '../../app/texts/describe-problem.ts';
import en from '../../app/texts/en.json' with { type: 'json' };
import es from '../../app/texts/es.json' with { type: 'json' };
import { chooseLocale, LOCALES } from '../../app/texts/locale.ts';
import pt from '../../app/texts/pt.json' with { type: 'json' };

const LANGUAGES = { en, es, pt };

test.each([
  ['en', 'en'],
  ['es', 'es'],
  ['es-419', 'es'],
  ['es_CL', 'es'],
  ['pt-BR', 'pt'],
  ['PT-PT', 'pt'],
  ['fr', 'en'],
  ['est', 'en'],
  ['', 'en'],
])('the locale %j is read in %s', (tag, locale) => expect(chooseLocale(tag)).toBe(locale));

describe.each(LOCALES)('the texts in %s', (locale) => {
  test('describe every problem and every reason, and nothing else', () => {
    expect(Object.keys(LANGUAGES[locale].problems).sort()).toEqual([...PROBLEM_CODES].sort());
    expect(Object.keys(LANGUAGES[locale].skips).sort()).toEqual([...SKIP_CODES].sort());
  });

  test('are whole sentences, none of them left untranslated', () => {
    const texts = [...Object.values(LANGUAGES[locale].problems), ...Object.values(LANGUAGES[locale].skips)];
    for (const { sentence, nextStep } of texts) {
      expect(sentence).toMatch(/^[\p{Lu}{].*(\.|\.\}.*\})$/u);
      expect(nextStep).toMatch(/^\p{Lu}.*\.$/u);
    }
    if (locale === 'en') return;
    const english = new Set(
      [...Object.values(en.problems), ...Object.values(en.skips)].map(({ sentence }) => sentence),
    );
    expect(texts.filter(({ sentence }) => english.has(sentence))).toEqual([]);
  });
});

describe('describeProblem', () => {
  test('in each language', () => {
    const problem = { code: 'pickup-missing', field: 'pickup.location', details: {} } as const;
    expect(describeProblem(problem, 'en')).toEqual({
      sentence: 'No pickup point is set.',
      nextStep: 'Set a pickup point in settings, for the location of this fulfillment or as the default.',
    });
    expect(describeProblem(problem, 'es').sentence).toBe('No hay un punto de retiro definido.');
    expect(describeProblem(problem, 'pt').sentence).toBe('Nenhum ponto de coleta foi definido.');
  });

  test('inserts numbers, texts, lists and the field', () => {
    const sentence = (problem: Parameters<typeof describeProblem>[0]) => describeProblem(problem, 'en').sentence;
    expect(
      sentence({ code: 'order-number-too-long', field: 'order_number', details: { length: 120, limit: 100 } }),
    ).toBe('The operator no. would have 120 characters. The limit is 100.');
    expect(
      sentence({
        code: 'file-link-unusable',
        field: 'files',
        details: { sources: ['line-property a', 'note-attribute b'] },
      }),
    ).toBe('A file of the order is not an https link (Item property “a”, Order attribute “b”).');
    expect(sentence({ code: 'order-invalid', field: 'pickup.location', details: {} })).toBe(
      'A field does not have the format that the operator requires: Pickup point.',
    );
    expect(
      describeProblem({ code: 'window-missing', field: null, details: { service: 'SamedayWithWindow' } }, 'en')
        .nextStep,
    ).toBe(
      'Set a default window for Same day with a time window in settings, or choose the order attribute that has it.',
    );
  });

  test('leaves out what is not known', () => {
    const sentence = (details: Record<string, string | readonly string[]>) =>
      describeProblem({ code: 'district-not-served', field: null, details }, 'en').sentence;
    expect(sentence({ district: 'nunoaa', nearest: ['Ñuñoa', 'Maipú'] })).toBe(
      'The operator does not serve the district of this order (nunoaa). Similar names: Ñuñoa, Maipú.',
    );
    expect(sentence({ nearest: [] })).toBe('The operator does not serve the district of this order.');
    expect(
      describeProblem({ code: 'operator-refused', field: null, details: { message: 'district [x] {code}' } }, 'en')
        .sentence,
    ).toBe('The operator refused this delivery: district [x] {code}.');
  });

  test('names the fields that were edited as a merchant knows them, and no other by its name in the program', () => {
    const details = { fields: ['email', 'something-else'] };
    expect(describeProblem({ code: 'edited-after-hand-over', field: null, details }, 'es').sentence).toMatch(
      /: correo electrónico, otro campo\.$/,
    );
  });

  test('a missing detail leaves no placeholder', () => {
    expect(describeProblem({ code: 'order-number-taken', field: null, details: {} }, 'en').sentence).toBe(
      'The operator already has another delivery with the number .',
    );
  });
});

test('describeSkip names the operand of the rule, when there is one', () => {
  expect(describeSkip({ code: 'tag-excluded', detail: 'retiro' }, 'es').sentence).toBe(
    'El pedido tiene un tag que no se envía: retiro.',
  );
  expect(describeSkip({ code: 'location-switched-off' }, 'en')).toEqual({
    sentence: 'Sending is turned off for this location.',
    nextStep: 'Send it anyway, or turn on the location in settings.',
  });
  expect(describeSkip({ code: 'delivery-method', detail: 'PICK_UP, RETAIL' }, 'en').sentence).toBe(
    'Your settings do not send this delivery method: Pickup in store, Point of sale.',
  );
  expect(describeSkip({ code: 'delivery-method', detail: 'A_NEW_ONE' }, 'en').sentence).toBe(
    'Your settings do not send this delivery method: A_NEW_ONE.',
  );
});
