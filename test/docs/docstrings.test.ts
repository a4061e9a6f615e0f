import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The parameters that docstrings name and their functions do not have. `given.limit` names a property of a parameter. */
function strangeParameters(source: string, file: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const strange: string[] = [];
  const visit = (node: ts.Node): void => {
    const comments = node.getChildren().filter((each) => ts.isJSDoc(each));
    const tags = comments.flatMap((comment) => comment.tags ?? []);
    for (const tag of tags.filter((each) => ts.isJSDocParameterTag(each))) {
      const name = tag.name.getText();
      const signature = signatureOf(node);
      const last = name.split('.').at(-1) ?? '';
      if (!new RegExp(`\\b${last}\\b`).test(signature)) strange.push(`${file}: @param ${name}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind));
  return strange;
}

/** The text of a declaration without its body. */
function signatureOf(node: ts.Node): string {
  const body = ts.isFunctionLike(node) && 'body' in node ? node.body : undefined;
  const text = node.getText();
  return body ? text.slice(0, body.getStart() - node.getStart()) : text;
}

it('docstrings name the parameters that there are', () => {
  const files = globSync('app/**/*.{ts,tsx}', { cwd: ROOT });
  const sources = files.map((file) => ({ file, source: readFileSync(path.join(ROOT, file), 'utf8') }));
  const documented = sources.filter(({ source }) => source.includes('@param'));
  expect(documented.length).toBeGreaterThan(60);
  expect(documented.flatMap(({ file, source }) => strangeParameters(source, file))).toEqual([]);
}, 300_000);

it('a parameter that was renamed is noticed', () => {
  const source = `
    /** @param limit of rows */
    export function read(limit: number) {}
    /** @param given.most of rows */
    export function readMost(given: { limit: number }) { const most = given.limit; }
    interface Reader {
      /** @param size of a page */
      read(count: number): void;
    }`;
  expect(strangeParameters(source, 'app/read.ts')).toEqual([
    'app/read.ts: @param given.most',
    'app/read.ts: @param size',
  ]);
});
