import { ESLint, Linter } from 'eslint';
import { beforeAll, expect, it } from 'vitest';

let rules: Linter.RulesRecord;

beforeAll(async () => {
  const config = (await new ESLint().calculateConfigForFile('app/pages/home/any.tsx')) as Linter.Config;
  rules = { 'no-restricted-syntax': config.rules?.['no-restricted-syntax'] ?? 'off' };
}, 300_000);

const complaintsAt = (code: string) =>
  new Linter().verify(code, { languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } }, rules });

it.each([
  "fetcher.load('/app/choices');",
  "fetcher.submit({ name }, { method: 'post', action: toPath('/app/settings') });",
  "fetcher.submit({ action }, { method: 'post', ...(path ? { action: path } : {}) });",
  "submit(form, { method: 'post', action });",
  '<fetcher.Form method="post" action="/app/settings" />;',
])('a fetcher does not ask another route than its own: %s', (code) => {
  expect(complaintsAt(code)).toMatchObject([{ ruleId: 'no-restricted-syntax' }]);
});

it.each([
  "fetcher.submit({ action }, { method: 'post' });",
  "submit({ action: 'refresh' }, { method: 'post' });",
  '<fetcher.Form method="post" />;',
])('a fetcher may post to the page that is open: %s', (code) => {
  expect(complaintsAt(code)).toEqual([]);
});
