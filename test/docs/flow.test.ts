import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LOCALES } from '../../app/texts/locale.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
/** Names of the extensions of a file; those of settings are indented or stand below `[[extensions.settings`. */
const namesIn = (toml: string) =>
  toml.split('[[extensions]]').flatMap((part) => /^name = "(.+)"$/m.exec(part)?.[1] ?? []);
const triggers = namesIn(read('extensions/flow-triggers/shopify.extension.toml'));
const actions = namesIn(read('extensions/flow-actions/shopify.extension.toml'));

test('the examples name triggers and actions as Flow shows them', () => {
  const text = read('docs/flow.md');
  const named = Array.from(text.matchAll(/Trigger: \*\*([^*]+)\*\*(?! \(Shopify\))/g), ([, name]) => name);
  expect(named.length).toBeGreaterThan(4);
  for (const name of named) expect([...triggers]).toContain(name);
  const steps = Array.from(text.matchAll(/Action: \*\*([^*]+)\*\* \(Handoff\)/g), ([, name]) => name);
  expect(steps.length).toBeGreaterThan(1);
  for (const name of steps) expect(actions).toContain(name);
});

test.each(LOCALES)('the guide in %s has each trigger and action once', (locale) => {
  const rows = Array.from(read(`docs/guide/${locale}/flow.md`).matchAll(/^\| \*(.+?)\* +\|/gm), ([, name]) => name);
  const shown = triggers.filter((name) => name !== 'Use of triggers');
  expect(rows.toSorted()).toEqual([...shown, ...actions].sort());
});
