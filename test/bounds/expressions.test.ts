import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { processorMs } from '../set-up/time/processor-time.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Expression {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression that is written in a file of the app, and every place that makes one of a text. */
function expressionsOf(file: string): { literals: Expression[]; made: string[] } {
  const tree = ts.createSourceFile(file, readFileSync(path.join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest);
  const literals: Expression[] = [];
  const made: string[] = [];
  const whereIs = (node: ts.Node) => `${file}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      literals.push({ where: whereIs(node), source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText(tree) === 'RegExp') {
      made.push(whereIs(node));
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return { literals, made };
}

const files = readdirSync(path.join(ROOT, 'app'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => path.join('app', name));
const found = files.map(expressionsOf);
const literals = found.flatMap((each) => each.literals);

/** What an expression may run into: what its own text is made of, and what texts of people are. */
function partsFor(source: string): string[] {
  const own = source.match(/[\p{L}\p{N}]{1,20}/gu) ?? [];
  const signs = source.match(/[^\p{L}\p{N}\s\\]/gu) ?? [];
  return [
    ...new Set([...own, ...signs, ' ', 'a', '1', 'a ', '1 ', 'é', ',', '-', '.', 'a@', '<', '://', 'gid://', '{a}']),
  ];
}

/** Each four times the one before it. */
const LENGTHS = [125, 500, 2_000, 8_000, 32_000] as const;
/** Four times the text may take four times as long, and some more: a square would take sixteen times as long. */
const GROWTH_LIMIT = 9;
/** What grows more is measured exactly: one measurement is often off by a half. */
const SUSPICIOUS_GROWTH = 6;
/** Shorter times say nothing: the clock of the processor time advances in steps. */
const MEASURABLE_MS = 2;

function timeOf(expression: RegExp, text: string): number {
  const start = processorMs();
  text.replace(expression, '');
  return processorMs() - start;
}

it('no expression is made of data', () => {
  expect(found.flatMap(({ made }) => made)).toEqual([]);
});

/** Of so much time a step of the clock is a small part. */
const EXACT_MS = 50;

/** The same, however slow the machine and coarse its clock. */
function exactTimeOf(expression: RegExp, text: string): number {
  const start = processorMs();
  for (let runs = 1; ; runs += 1) {
    text.replace(expression, '');
    const took = processorMs() - start;
    if (took > EXACT_MS) return took / runs;
  }
}

/** A part of which four times as much takes far more than four times as long. */
function slowPart({ source, flags }: Expression): string | undefined {
  const expression = new RegExp(source, flags);
  const isSlow = (part: string, end: string) => {
    const textOf = (length: number) => part.repeat(Math.ceil(length / part.length)) + end;
    let before = Infinity;
    for (const length of LENGTHS) {
      const ms = timeOf(expression, textOf(length));
      const seemsSlow = ms > Math.max(before, MEASURABLE_MS) * SUSPICIOUS_GROWTH;
      const exact = (size: number) => exactTimeOf(expression, textOf(size));
      if (seemsSlow && exact(length) > exact(length / 4) * GROWTH_LIMIT) return true;
      before = ms;
    }
    return false;
  };
  return partsFor(source).find((part) => ['', '\n!', ' '].some((end) => isSlow(part, end)));
}

/** Millions of texts, for seconds of processor: many times that on a slow machine with other work. */
const MANY_TEXTS_MS = 600_000;

it('every expression of the app takes time in proportion to the text', { timeout: MANY_TEXTS_MS }, () => {
  expect(literals.length).toBeGreaterThan(40);
  const slow = literals.flatMap((expression) => {
    const part = slowPart(expression);
    return part === undefined ? [] : [{ where: expression.where, source: expression.source, part }];
  });
  expect(slow).toEqual([]);
});

it('an expression that takes longer is found', { timeout: MANY_TEXTS_MS }, () => {
  const polynomial = { where: '', source: '[ ,;]+(?=\\S+://)| ', flags: 'g' };
  expect(slowPart(polynomial)).toBeDefined();
  expect(slowPart({ where: '', source: '/+$', flags: '' })).toBeDefined();
});
