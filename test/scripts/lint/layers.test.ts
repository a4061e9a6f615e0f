import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ESLint, Linter } from 'eslint';
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { afterAll, beforeAll, expect, it } from 'vitest';

interface LayerRules {
  readonly forbidden: IForbiddenRuleType[];
  readonly options: ICruiseOptions & { readonly enhancedResolveOptions: object };
}
const rules = createRequire(import.meta.url)('../../../.dependency-cruiser.cjs') as LayerRules;

/** A small program in which each file of `BREACHES` breaks the rule beside it, and no other file breaks any. */
const FILES: Readonly<Record<string, string>> = {
  'app/shops/shop.ts': 'export interface Shop { domain: string }\nexport const shop = 1;',
  'app/deliveries/store/claims.ts': 'export const claim = 1;',
  'app/deliveries/delivery-store.ts': "export { claim } from './store/claims.ts';",
  'app/deliveries/cancel.ts': "import { claim } from './delivery-store.ts';\nexport const cancel = claim;",
  'app/deliveries/sent.ts': 'export interface Sent { at: Date }',
  'app/webhooks/receipt.ts': "import { shop } from '../shops/shop.ts';\nexport const receipt = shop;",
  'app/environment.ts': 'export interface Surroundings { PORT: number }',
  'app/domain/hold.ts': 'export const hold = 1;',
  'app/routes/types-only.ts': "import type { Shop } from '../shops/shop.ts';\nexport type Given = Shop;",
  'app/routes/domain.ts': "import { hold } from '../domain/hold.ts';\nexport const held = hold;",
  'app/new-duty/file.ts': 'export const fresh = 1;',
};
const BREACHES: Readonly<Record<string, readonly [rule: string, text: string]>> = {
  'app/routes/imports.ts': [
    'routes-through-the-backend',
    "import { shop } from '../shops/shop.ts';\nexport const given = shop;",
  ],
  'app/routes/both.ts': [
    'routes-through-the-backend',
    "import type { Shop } from '../shops/shop.ts';\nimport { shop } from '../shops/shop.ts';\nexport const given: [Shop?, number?] = [undefined, shop];",
  ],
  'app/routes/later.ts': ['routes-through-the-backend', "export const given = () => import('../shops/shop.ts');"],
  'app/routes/passes-on.ts': ['routes-through-the-backend', "export { shop } from '../shops/shop.ts';"],
  'app/routes/passes-all-on.ts': ['routes-through-the-backend', "export * from '../shops/shop.ts';"],
  'app/routes/runs.ts': ['routes-through-the-backend', "import '../shops/shop.ts';"],
  'app/routes/new-folder.ts': ['routes-through-the-backend', "export { fresh } from '../new-duty/file.ts';"],
  'app/root.tsx': ['routes-through-the-backend', "export { log } from './logging.ts';"],
  'app/routes/reads-a-file.ts': [
    'pages-and-routes-hold-no-resource',
    "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;",
  ],
  'app/pages/home.ts': ['pages-see-view-models', "export { shop } from '../shops/shop.ts';"],
  'app/pages/logs.ts': ['pages-see-view-models', "export { log } from '../logging.ts';"],
  'app/extension-api/answer.ts': ['pages-see-view-models', "export { fresh } from '../new-duty/file.ts';"],
  'app/flow/claims.ts': ['verbs-of-the-store-only', "export { claim } from '../deliveries/store/claims.ts';"],
  'app/deliveries/retry.ts': ['verbs-of-the-store-only', "export { claim } from './store/claims.ts';"],
  'app/shops/looks-up.ts': [
    'rooms-in-order',
    "import type { Sent } from '../deliveries/sent.ts';\nexport type Kept = Sent;",
  ],
  'app/flow/looks-aside.ts': ['rooms-in-order', "import '../webhooks/receipt.ts';"],
  'app/logging.ts': ['rooms-in-order', "export type { Surroundings } from './environment.ts';\nexport const log = 1;"],
  'app/webhooks/one.ts': ['no-circles', "import { two } from './two.ts';\nexport const one = () => two;"],
  'app/webhooks/two.ts': ['no-circles', "import { one } from './one.ts';\nexport const two = () => one;"],
  'extensions/a/type-one.ts': [
    'no-circles',
    "import type { Two } from '../b/type-two.ts';\nexport interface One { two?: Two }",
  ],
  'extensions/b/type-two.ts': [
    'no-circles',
    "import type { One } from '../a/type-one.ts';\nexport interface Two { one?: One }",
  ],
  'test/inline-one.ts': ['no-circles', "export interface One { two?: import('./inline-two.ts').Two }"],
  'test/inline-two.ts': ['no-circles', "export interface Two { one?: import('./inline-one.ts').One }"],
};

let config: Linter.Config;
let root: string;
let found: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  config = (await new ESLint().calculateConfigForFile('app/routes/app._index.tsx')) as Linter.Config;
  root = mkdtempSync(path.join(tmpdir(), 'handoff-layers-'));
  const files = { ...FILES, ...Object.fromEntries(Object.entries(BREACHES).map(([file, [, text]]) => [file, text])) };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const { doNotFollow, tsPreCompilationDeps, enhancedResolveOptions } = rules.options;
  const { output } = await cruise(
    ['app', 'extensions', 'test'],
    { doNotFollow, tsPreCompilationDeps, baseDir: root, validate: true, ruleSet: { forbidden: rules.forbidden } },
    enhancedResolveOptions,
  );
  found = new Map(
    (output as ICruiseResult).modules.map(({ source, dependencies }) => [
      source,
      dependencies.flatMap((dependency) => (dependency.rules ?? []).map(({ name }) => name)),
    ]),
  );
}, 300_000);

afterAll(() => {
  rmSync(root, { recursive: true });
});

it.each(Object.entries(BREACHES))('%s breaks a rule', (file, [rule]) => {
  expect(found.get(file)).toEqual([rule]);
});

it.each(Object.keys(FILES))('%s breaks none', (file) => {
  expect(found.get(file)).toEqual([]);
});

const lines = rules.forbidden.flatMap(({ name, from }) => (name === 'rooms-in-order' ? [String(from.path)] : []));

it('every folder and file of app/ has a place in the order', () => {
  const rooms = readdirSync('app', { withFileTypes: true }).map(
    (entry) => `app/${entry.name}${entry.isDirectory() ? '/' : ''}`,
  );
  const linesOf = (room: string) => lines.filter((line) => new RegExp(line).test(room));
  expect(rooms.length).toBeGreaterThan(30);
  expect(rooms.filter((room) => linesOf(room).length !== 1)).toEqual([]);
});

it('docs/ARCHITECTURE.md draws the order', () => {
  const [, drawing = ''] = readFileSync('docs/ARCHITECTURE.md', 'utf8').split('```\n');
  const drawn = drawing.split('\n').flatMap((line) => (line ? [line.trim().split(/ {2,}/)[0]?.split(' · ')] : []));
  const ordered = lines.map((line) => /\((.*?)\)/.exec(line.replace('[.](client|server)', ''))?.[1]?.split('|'));
  expect(drawn).toEqual(ordered);
});

// The layer rules take this for an import of types alone, but the bundler keeps an import of the file.
it('an import of types alone is written so that the bundler drops it', () => {
  const linted: unknown = config.rules?.['@typescript-eslint/no-import-type-side-effects'];
  expect(linted).toEqual([2]);
});

it('an import whose file only the running program knows is refused', () => {
  const verify = (code: string) =>
    new Linter().verify(code, { rules: { 'no-restricted-syntax': config.rules?.['no-restricted-syntax'] } });
  expect(verify("const file = './shop.ts'; import(file);")).toMatchObject([{ ruleId: 'no-restricted-syntax' }]);
  expect(verify("import('./shop.ts');")).toEqual([]);
});
