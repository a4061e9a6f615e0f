import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { programOf } from '../../../scripts/extensions/extension-elements.ts';
import { textProblems, usedTexts } from '../../../scripts/extensions/extension-texts.ts';

function used(source: string) {
  const file = path.resolve('words-under-test.ts');
  const program = programOf(
    file,
    `declare const words: { t(key: 'name' | 'verbs.stop' | 'verbs.retry' | 'other', details?: object): string };
     declare function createWords(i18n: object, key: string): void;
     declare const verb: 'stop' | 'retry';
     declare const any: never;
     ${source}`,
  );
  const { keys, problems } = usedTexts(
    program,
    program.getSourceFiles().filter(({ fileName }) => fileName === file),
  );
  return { keys: [...keys].sort(), problems };
}

describe('the texts that modules use', () => {
  it.each([
    ["words.t('name', { number: 1 })", ['name']],
    ["words.t(Math.random() > 1 ? 'name' : 'other')", ['name', 'other']],
    ['words.t(`verbs.${verb}`)', ['verbs.retry', 'verbs.stop']],
    ["createWords({}, 'locale')", ['locale']],
    ["i18n.translate('name')", []],
  ])('in %s', (source, keys) => {
    expect(used(source)).toEqual({ keys, problems: [] });
  });

  it('are reported where they cannot be told', () => {
    expect(used('declare const key: string; words.t(key)').problems).toEqual([
      expect.stringMatching(/words-under-test\.ts: which text is key\?$/),
    ]);
  });
});

describe('the files of texts', () => {
  const en = { name: 'Delivery', verbs: { stop: 'Stop {{number}}' } };
  const USED = new Set(['name', 'verbs.stop']);
  const problemsOf = (
    es: Parameters<typeof textProblems>[0] extends ReadonlyMap<string, infer Texts> ? Texts : never,
  ) =>
    textProblems(
      new Map([
        ['en.default.json', en],
        ['es.json', es],
      ]),
      USED,
    );

  it('are good when every language has what is used, and no more', () => {
    expect(problemsOf({ name: 'Entrega', verbs: { stop: 'Detener {{number}}' } })).toEqual([]);
  });

  it('need a default', () => {
    expect(textProblems(new Map([['en.json', en]]), USED)).toEqual(['no file of texts is the default']);
  });

  it('lack a text that is used', () => {
    expect(textProblems(new Map([['en.default.json', en]]), new Set([...USED, 'close']))).toEqual([
      'en.default.json lacks close',
    ]);
  });

  it('have a text that nothing uses', () => {
    expect(textProblems(new Map([['en.default.json', en]]), new Set(['name']))).toEqual([
      'en.default.json: nothing uses verbs.stop',
    ]);
  });

  it('differ from one language to another', () => {
    expect(problemsOf({ name: ' ', verbs: {}, nombre: 'Entrega' })).toEqual([
      'es.json lacks verbs.stop',
      'es.json: name is empty',
      'es.json has nombre, which the default has not',
    ]);
    expect(problemsOf({ name: 'Entrega', verbs: { stop: 'Detener {{numero}}' } })).toEqual([
      'es.json: verbs.stop has other details than the default',
    ]);
  });
});
