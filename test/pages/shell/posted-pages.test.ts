import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROUTES = path.resolve(import.meta.dirname, '../../../app/routes');

const exported = (text: string, name: string) =>
  new RegExp(`^export (?:async function|const) ${name}\\b`, 'm').test(text);

const pages = globSync('app.*.tsx', { cwd: ROUTES })
  .map((file) => ({ file, text: readFileSync(path.join(ROUTES, file), 'utf8') }))
  .filter(({ text }) => exported(text, 'action'));

it('some pages are posted to', () => {
  expect(pages.length).toBeGreaterThan(5);
});

it.each(pages)('$file stays, with all that was typed, when what is posted to it fails', ({ text }) => {
  expect(exported(text, 'clientAction')).toBe(true);
  expect(text).toMatch(/^export const clientAction = .*\s+orUnreachable\(/m);
  expect(text).toContain('export const shouldRevalidate = unlessUnreachable;');
});
