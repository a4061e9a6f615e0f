import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { configProblems } from '../../../scripts/extensions/extension-config.ts';

const folder = path.resolve('extensions/delivery-action');
const toml = readFileSync(path.join(folder, 'shopify.extension.toml'), 'utf8');
const problemsOf = (text: string, apiVersion = '2026-07') => configProblems(text, { folder, apiVersion });

describe("an extension's configuration", () => {
  it('is good as it is', () => {
    expect(problemsOf(toml)).toEqual([]);
  });

  it.each([
    ['2026-07', '2025-10', "api_version is 2025-10, the program's 2026-07"],
    ['handle = "delivery-action"', 'handle = "delivery"', "the handle delivery is not the folder's name"],
    ['./src/index.tsx', './src/main.tsx', 'there is no module ./src/main.tsx'],
    ['./src/should-render.ts', './src/condition.ts', 'there is no module ./src/condition.ts'],
    ['order-details.action', 'parcel.action', 'there is no target admin.parcel.action.render'],
    ['order-details.action', 'order-details.block', 'there is no target admin.order-details.block.should-render'],
  ])('is refused with %s as %s', (good, bad, problem) => {
    expect(problemsOf(toml.replace(good, bad))).toContain(problem);
  });

  it('is refused when it has what an extension cannot have', () => {
    expect(() => problemsOf(toml.replace('type = "ui_extension"', 'type = "theme"'))).toThrow(/ui_extension/);
  });
});
