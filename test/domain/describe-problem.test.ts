import { describe, expect, test } from 'vitest';
import { chooseLocale, describeProblem, describeSkip } from '../../app/domain/describe-problem.ts';
import { en } from '../../app/domain/problem-texts/en.ts';
import { es } from '../../app/domain/problem-texts/es.ts';
import { pt } from '../../app/domain/problem-texts/pt.ts';
import { PROBLEM_CODES } from '../../app/domain/problem.ts';
import { SKIP_CODES } from '../../app/domain/skip-reason.ts';

const LANGUAGES = { en, es, pt };
const LOCALES = ['en', 'es', 'pt'] as const;

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
  const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}|\[|\]/g)].map(([match]) => match).sort();

  test('ask for the same details as the English ones', () => {
    for (const code of PROBLEM_CODES) {
      const [ours, english] = [LANGUAGES[locale].problems[code], en.problems[code]];
      expect([code, ...placeholders(ours.sentence)]).toEqual([code, ...placeholders(english.sentence)]);
      expect([code, ...placeholders(ours.nextStep)]).toEqual([code, ...placeholders(english.nextStep)]);
    }
    for (const code of SKIP_CODES) {
      const [ours, english] = [LANGUAGES[locale].skips[code], en.skips[code]];
      expect([code, ...placeholders(ours.sentence)]).toEqual([code, ...placeholders(english.sentence)]);
      expect(placeholders(ours.nextStep)).toEqual([]);
    }
  });

  test('are whole sentences, none of them left untranslated', () => {
    const texts = [...Object.values(LANGUAGES[locale].problems), ...Object.values(LANGUAGES[locale].skips)];
    for (const { sentence, nextStep } of texts) {
      expect(sentence).toMatch(/^[\p{Lu}{].*(\.|\.\])$/u);
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
      sentence: 'Nobody has said yet where the operator collects the goods.',
      nextStep: 'Choose a pickup in the settings, for the location of this fulfillment or as the default.',
    });
    expect(describeProblem(problem, 'es').sentence).toBe(
      'Todavía no se ha definido dónde retira la mercadería el operador.',
    );
    expect(describeProblem(problem, 'pt').sentence).toBe('Ainda não foi definido onde o operador coleta a mercadoria.');
  });

  test('puts in numbers, texts, lists and the field', () => {
    const sentence = (problem: Parameters<typeof describeProblem>[0]) => describeProblem(problem, 'en').sentence;
    expect(
      sentence({ code: 'order-number-too-long', field: 'order_number', details: { length: 120, limit: 100 } }),
    ).toBe('The order number would have 120 characters; at most 100 are sent.');
    expect(
      sentence({
        code: 'file-link-unusable',
        field: 'files',
        details: { sources: ['line-property a', 'note-attribute b'] },
      }),
    ).toBe('A file of the order is not an https link (line-property a, note-attribute b).');
    expect(sentence({ code: 'order-invalid', field: 'pickup.location', details: {} })).toBe(
      'The delivery order does not have the form that the operator asks for: pickup.location.',
    );
    expect(
      describeProblem({ code: 'window-missing', field: null, details: { service: 'SamedayWithWindow' } }, 'en')
        .nextStep,
    ).toBe('Set a window for SamedayWithWindow in the settings, or choose where orders bring their own.');
  });

  test('leaves out what is not known', () => {
    const sentence = (details: Record<string, string | readonly string[]>) =>
      describeProblem({ code: 'district-not-served', field: null, details }, 'en').sentence;
    expect(sentence({ district: 'nunoaa', nearest: ['Ñuñoa', 'Maipú'] })).toBe(
      'The district of the order (nunoaa) is not one of the operator’s. The nearest names: Ñuñoa, Maipú.',
    );
    expect(sentence({ nearest: [] })).toBe('The district of the order is not one of the operator’s.');
    expect(
      describeProblem({ code: 'operator-refused', field: null, details: { message: 'district [x] {code}' } }, 'en')
        .sentence,
    ).toBe('The operator refused the delivery order: district [x] {code}.');
  });

  test('names the fields that were edited as a merchant knows them, and one without a name as it is', () => {
    const details = { fields: ['email', 'something-else'] };
    expect(describeProblem({ code: 'edited-after-hand-over', field: null, details }, 'es').sentence).toMatch(
      /correo, something-else/,
    );
  });

  test('a detail that is needed and absent leaves nothing behind', () => {
    expect(describeProblem({ code: 'order-number-taken', field: null, details: {} }, 'en').sentence).toBe(
      'The operator already has another delivery under the order number .',
    );
  });
});

test('describeSkip names the operand of the rule, when there is one', () => {
  expect(describeSkip({ code: 'tag-excluded', detail: 'retiro' }, 'es').sentence).toBe(
    'El pedido lleva una etiqueta que no se envía al operador: retiro.',
  );
  expect(describeSkip({ code: 'location-switched-off' }, 'en')).toEqual({
    sentence: 'Nothing is handed over from this location.',
    nextStep: 'Send it anyway, or switch the location on in the settings.',
  });
});
