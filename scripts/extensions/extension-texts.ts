import ts from 'typescript';
import type { Texts } from '../../sandbox/shopify/extension-host/extensions.ts';

/**
 * The keys of all texts that modules ask for with `words.t(key)`, as the compiler knows them. A composed key, such as
 * `verbs.${verb}`, stands for every key that it can produce.
 *
 * @returns the keys, and the calls whose keys cannot be determined
 */
export function usedTexts(
  program: ts.Program,
  modules: readonly ts.SourceFile[],
): { keys: ReadonlySet<string>; problems: string[] } {
  const checker = program.getTypeChecker();
  const keys = new Set<string>();
  const problems: string[] = [];
  const visit = (node: ts.Node): void => {
    const asked = ts.isCallExpression(node) ? askedKey(node) : null;
    if (asked) collect(asked);
    ts.forEachChild(node, visit);
  };
  const collect = (asked: ts.Expression) => {
    const type = checker.getTypeAtLocation(asked);
    for (const each of type.isUnion() ? type.types : [type]) {
      if (each.isStringLiteral()) keys.add(each.value);
      else problems.push(`${asked.getSourceFile().fileName}: which text is ${asked.getText()}?`);
    }
  };
  modules.forEach(visit);
  return { keys, problems };
}

/** The `key` argument of `words.t(key)` and of `createWords(i18n, key)`. */
function askedKey({ expression, arguments: [first, second] }: ts.CallExpression): ts.Expression | null {
  if (ts.isPropertyAccessExpression(expression) && expression.name.text === 't') return first ?? null;
  return ts.isIdentifier(expression) && expression.text === 'createWords' ? (second ?? null) : null;
}

/**
 * What is wrong with an extension's texts: keys that are used but missing, keys that nothing uses, and differences
 * between the languages, including details such as `{{number}}`.
 *
 * @param files by name; one ends in `.default.json`
 */
export function textProblems(files: ReadonlyMap<string, Texts>, used: ReadonlySet<string>): string[] {
  const [fallback] = [...files].filter(([name]) => name.endsWith('.default.json'));
  if (!fallback) return ['no file of texts is the default'];
  const [fallbackName, texts] = fallback;
  const expected = flatten(texts);
  return [
    ...[...used].filter((key) => !expected.has(key)).map((key) => `${fallbackName} lacks ${key}`),
    ...[...expected.keys()].filter((key) => !used.has(key)).map((key) => `${fallbackName}: nothing uses ${key}`),
    ...[...files].flatMap(([name, own]) => languageProblems(name, flatten(own), expected)),
  ];
}

function languageProblems(name: string, own: Flat, expected: Flat): string[] {
  const lacking = [...expected.keys()].filter((key) => !own.has(key)).map((key) => `${name} lacks ${key}`);
  const problems = [...own].flatMap(([key, text]) => {
    const model = expected.get(key);
    if (model === undefined) return `${name} has ${key}, which the default has not`;
    if (text.trim() === '') return `${name}: ${key} is empty`;
    return detailsOf(text) === detailsOf(model) ? [] : `${name}: ${key} has other details than the default`;
  });
  return [...lacking, ...problems];
}

type Flat = ReadonlyMap<string, string>;

function flatten(texts: Texts, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [[prefix + key, text] as const] : [...flatten(text, `${prefix}${key}.`)],
    ),
  );
}

function detailsOf(text: string): string {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name)
    .sort()
    .join();
}
