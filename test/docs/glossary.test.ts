import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ATTEMPT_OUTCOMES, ATTEMPT_VERBS } from '../../app/domain/lifecycle/attempt.ts';
import { PHASES } from '../../app/domain/lifecycle/delivery-phase.ts';
import { HOLDS } from '../../app/domain/lifecycle/hold.ts';
import { DELIVERY_SERVICES } from '../../app/domain/mapping/delivery-services.ts';
import { SKIP_CODES } from '../../app/domain/planning/skip-reason.ts';
import { STATE_GROUPS } from '../../app/domain/tracking/operator-state.ts';
import { FLAG_CODES } from '../../app/domain/tracking/promise-watch.ts';
import { DELIVERY_ACTIONS } from '../../app/extension-api/extension-answers.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** The rows of the table below a heading of the glossary, cell by cell. */
function rowsBelow(heading: string): string[][] {
  const [, below = ''] = `\n${read('docs/glossary.md')}`.split(`\n${heading}\n`);
  const [section = ''] = below.split('\n## ');
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((line) => line.slice(2, -2).split(' | '));
}

it('names each word once, in the order of the alphabet for each owner', () => {
  const rows = rowsBelow('# Glossary');
  const words = rows.map(([word = '']) => word);
  expect(words.length).toBeGreaterThan(20);
  expect(new Set(words).size).toBe(words.length);
  for (const owner of ['the interface', 'Shopify', 'ours']) {
    const own = rows.filter(([, , whose]) => whose === owner).map(([word = '']) => word);
    expect(own).toEqual(own.toSorted((a, b) => a.localeCompare(b, 'en')));
  }
});

it('has the values of each fixed set', () => {
  const sets = rowsBelow('## Fixed sets').map(([set = '', values = '']) => [
    set,
    Array.from(values.matchAll(/`([^`]+)`/g), ([, value]) => value),
  ]);
  expect(Object.fromEntries(sets)).toEqual({
    phase: [...PHASES],
    hold: [...HOLDS],
    'skip reason': [...SKIP_CODES],
    action: [...DELIVERY_ACTIONS],
    flag: [...FLAG_CODES],
    'attempt, by what was called': [...ATTEMPT_VERBS],
    'attempt, by how it ended': [...ATTEMPT_OUTCOMES],
    'delivery service': [...DELIVERY_SERVICES],
    'state group': [...STATE_GROUPS],
  });
});

describe('names in the code', () => {
  const files = globSync(['app/**/*.{ts,tsx}', 'extensions/{*/src,shared}/**/*.{ts,tsx}'], { cwd: ROOT });
  const avoided = rowsBelow('## Words that no name in the code uses').flatMap(([not = '']) => not.split(', '));

  /** `deliveryPreviews` has the words delivery and preview. */
  function wordsOf(identifier: string): string[] {
    const words = identifier
      .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[\s_$]+/);
    return words.flatMap((word) => [word, word.replace(/e?s$/, '')]);
  }

  function identifiersOf(source: string, file: string): string[] {
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const names: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) names.push(node.text);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind));
    return names;
  }

  /** The names of the file and of its folders. The name of a route is its address, which installed extensions call. */
  function partsOf(file: string): string[] {
    const parts = file
      .replace(/\.\w+$/, '')
      .replaceAll('-', '_')
      .split('/');
    return file.startsWith('app/routes/') ? parts.slice(0, -1) : parts.flatMap((part) => part.split('.'));
  }

  const withAvoidedWord = (names: readonly string[]) =>
    names.filter((name) => wordsOf(name).some((word) => avoided.includes(word)));

  const avoidedNames = (source: string, file: string) =>
    withAvoidedWord([...identifiersOf(source, file), ...partsOf(file)]).map((name) => `${file}: ${name}`);

  it('are split into words', () => {
    expect(wordsOf('PREVIEW_LIMIT')).toContain('preview');
    expect(wordsOf('useWishes')).toContain('wish');
    expect(wordsOf('retried')).not.toContain('tried');
    expect(identifiersOf(read('app/domain/lifecycle/hold.ts'), 'app/domain/lifecycle/hold.ts')).toContain('holdOf');
  });

  it('with a word that the glossary replaces are found, in the code and in its path', () => {
    const source = 'export function previewOf(given: { mostRows: number }) { return given.mostRows; }';
    expect(avoidedNames(source, 'app/orders/wish-list.ts')).toEqual([
      'app/orders/wish-list.ts: previewOf',
      'app/orders/wish-list.ts: mostRows',
      'app/orders/wish-list.ts: mostRows',
      'app/orders/wish-list.ts: wish_list',
    ]);
    expect(avoidedNames('', 'app/findings/one.ts')).toEqual(['app/findings/one.ts: findings']);
    expect(avoidedNames('', 'app/routes/api.orders.$order.preview.ts')).toEqual([]);
  });

  it('are the words of the glossary, and none that it replaces', () => {
    expect(avoided.length).toBeGreaterThan(2);
    const hint = new RegExp(avoided.map((word) => word.replaceAll(' ', '\\W*')).join('|'), 'i'); // parsing takes longer
    const sources = files.map((file) => ({ file, source: read(file) }));
    const suspicious = sources.filter(({ file, source }) => hint.test(file) || hint.test(source));
    expect(suspicious.flatMap(({ file, source }) => avoidedNames(source, file))).toEqual([]);
  }, 300_000);

  it('are explained without such a word too: comments say wish, finding and mend nowhere', () => {
    const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm;
    const found = files.flatMap((file) =>
      Array.from(
        read(file).matchAll(comments),
        ([comment]) => /\b(wish|finding|mend)(e?s|ed|ing)?\b/i.exec(comment)?.[0],
      )
        .filter((word) => word !== undefined)
        .map((word) => `${file}: ${word}`),
    );
    expect(found).toEqual([]);
  });
});
