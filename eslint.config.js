import { readFileSync } from 'node:fs';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { oneWriter } from './scripts/lint/one-writer.js';

const ELSEWHERE =
  'How long the program waits stands in app/pace.ts, and what a browser waits for in app/pages/page-pace.ts.';
const NUMBER = 'Literal[raw=/^[1-9]/]';
const WAITS = '/^(setTimeout|setInterval|wait|pause|delay)$/';
/** A pause, a time limit or a period that is written where it is used. */
const timesElsewhere = [
  // const LEASE_MS = ...
  'VariableDeclarator[id.name=/_(MS|S|SECONDS|MINUTES)$/]',
  `VariableDeclarator[id.name=/(Ms|Seconds|Timeout)$/] > ${NUMBER}.init`,
  // setTimeout(work, 250), await pause(2 * 250), AbortSignal.timeout(10_000)
  `CallExpression[callee.name=${WAITS}] > ${NUMBER}.arguments`,
  `CallExpression[callee.name=${WAITS}] > BinaryExpression.arguments ${NUMBER}`,
  `CallExpression[callee.object.name="AbortSignal"] ${NUMBER}`,
  // { maxWait: 20_000 }, server.requestTimeout = 30_000, (restMs = 5_000) => ...
  `Property[key.name=/(Ms|Millis|Seconds|[tT]imeout|maxWait)$/] > ${NUMBER}.value`,
  `Property[key.name=/(Ms|Millis|Seconds|[tT]imeout|maxWait)$/] > BinaryExpression.value > ${NUMBER}`,
  `AssignmentExpression[left.property.name=/(Ms|Seconds|[tT]imeout)$/] > ${NUMBER}.right`,
  `AssignmentPattern[left.name=/(Ms|Seconds|[tT]imeout)$/] > ${NUMBER}.right`,
  // new Date(now.getTime() + 60_000)
  'BinaryExpression[operator=/^[+-]$/] > Literal[raw=/^[0-9_]*000$/]',
  'BinaryExpression[operator=/^[+-]$/] > BinaryExpression[operator="*"][left.type="Literal"] > Literal[raw=/^[0-9_]*000$/]',
].map((selector) => ({ selector, message: ELSEWHERE }));

/** Fields of the schema that hold any number of rows of another table. */
const lists = Array.from(
  readFileSync(new URL('prisma/schema.prisma', import.meta.url), 'utf8').matchAll(/^ +(\w+) +[A-Z]\w*\[\]/gm),
  ([, name]) => name,
);
const INCLUDED = `Property[key.name=/^(include|select)$/] > ObjectExpression > Property[key.name=/^(${lists.join('|')})$/]`;
/** test/bounds/statements.test.ts holds SQL to the same rule. */
const boundedReads = [
  'CallExpression[callee.property.name="findMany"][arguments.length=0]',
  'CallExpression[callee.property.name="findMany"] > ObjectExpression:not(:has(> Property[key.name="take"]))',
  'CallExpression[callee.property.name="groupBy"] > ObjectExpression:not(:has(> Property[key.name="take"]))',
  'CallExpression[callee.property.name="findMany"] > ObjectExpression > Property[key.name="distinct"]', // reads all rows
  `${INCLUDED} > Literal[value=true]`,
  `${INCLUDED} > ObjectExpression.value:not(:has(> Property[key.name="take"]))`,
].map((selector) => ({
  selector,
  message:
    'Every read has a greatest count: give `take`, of app/bounds.ts where what is outside decides how many there are.',
}));

/** Shapes that say in a riddle what a plain line says. */
const plainCode = [
  ['SpreadElement > ObjectExpression.argument', 'Write the properties out: a spread literal adds nothing.'],
  ['JSXSpreadAttribute > ObjectExpression.argument', 'Write the attributes out: a spread literal adds nothing.'],
  ['UnaryExpression[operator="void"] > AssignmentExpression', 'An assignment is a statement of its own.'],
].map(([selector, message]) => ({ selector, message }));

/** An empty text in place of an id that is missing would count as an id: as the key of a map, or as a value in SQL. */
const emptyIds = ['left.name', 'left.property.name'].map((name) => ({
  selector: `LogicalExpression[operator=/^(\\?\\?|\\|\\|)$/][${name}=/(^i|I)d$/][right.value=""]`,
  message: 'An empty text is no id: handle null.',
}));

/** A time of Shopify's is in whole seconds, by another clock: compared with one of ours, it says by chance what was first. */
const toldTimes = [
  'CallExpression[callee.object.name="Date"][callee.property.name="parse"]',
  'NewExpression[callee.name="Date"] > .arguments[property.name=/At$/]',
  'NewExpression[callee.name="Date"] > Identifier.arguments[name=/At$/]',
].map((selector) => ({
  selector,
  message: 'Read the time by app/domain/calendar/told-time.ts, and compare it by a function that says how it rounds.',
}));

/** To make a schema takes many times as long as to use it. */
const madeOnce = {
  selector: 'CallExpression[callee.property.name=/^(safeParse|parse)$/] > MemberExpression.callee Identifier[name="z"]',
  message: 'Make the schema once, outside of the function.',
};

/** What a fetcher may not do, because a failure would take the page away with all that was typed. */
const SUBMITS = ':matches([callee.name="submit"], [callee.property.name="submit"])';
const fetchersStay = [
  [
    'CallExpression[callee.property.name="load"]',
    'Ask with app/pages/shell/use-request.ts: a fetcher loads again with each refresh of the page, and its error replaces the page.',
  ],
  ...[
    `CallExpression${SUBMITS} > ObjectExpression:has(> Property[key.name="method"]) Property[key.name="action"]`,
    'JSXOpeningElement[name.property.name="Form"] > JSXAttribute[name.name="action"]',
  ].map((selector) => [
    selector,
    'A fetcher posts to the page that is open: without a connection the framework cannot load the script of another one, and reloads the page.',
  ]),
].map(([selector, message]) => ({ selector, message }));

/** A page answers when it is ready. Only what must never be there may be asked once. */
const once = '/^(count|is[A-Z].*|inputValue|textContent|inner[A-Z].*|all[A-Z].*|getAttribute)$/';
const askedOnce = [
  `[callee.object.arguments.0.argument.callee.property.name=${once}]:not([callee.property.name="toBe"][arguments.0.value=0])`,
  '[callee.object.arguments.0.callee.property.name="url"]',
].map((question) => ({
  selector: `CallExpression[callee.object.callee.name="expect"]${question}`,
  message: 'The page may not be there yet: await expect.poll(() => …).',
}));

/** The layer rules see an import only if its file is named. */
const namedImports = [
  {
    selector: 'ImportExpression > :not(Literal).source',
    message: 'Name the file: no layer rule can check an import that only the running program knows.',
  },
];

export default defineConfig(
  globalIgnores([
    'app/texts/catalogue.ts',
    'build/',
    'coverage/',
    'data/',
    'reports/',
    'node_modules/',
    '.dependency-cruiser.cjs',
  ]),
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off', // `return answer(...)` ends a branch in one line
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'as' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error', // `import { type X }` still loads the file
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }], // `{ kind, ...rest }` leaves `kind` out
      '@typescript-eslint/require-await': 'off', // an interface may ask for a promise where one answer needs none
      '@typescript-eslint/no-misused-spread': 'off', // by code point is how names are compared here
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...plainCode],
    },
  },
  {
    files: ['app/**'],
    ignores: ['app/environment.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'The environment is read in app/environment.ts alone.' },
      ],
    },
  },
  {
    files: ['app/**'],
    ignores: ['app/pace.ts', 'app/pages/page-pace.ts', 'app/domain/**'], // the domain has the rules of the trade
    rules: {
      'no-restricted-syntax': [
        'error',
        ...plainCode,
        ...namedImports,
        ...timesElsewhere,
        ...boundedReads,
        ...emptyIds,
        madeOnce,
        ...fetchersStay,
      ],
    },
  },
  {
    files: ['app/{deliveries,early-warning,flow,installation,operator-accounts,shopify,shops,webhooks}/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[...plainCode, ...namedImports, ...timesElsewhere, ...boundedReads, ...emptyIds, madeOnce, ...toldTimes],
      ],
    },
  },
  {
    files: ['{app,scripts}/**/*.{ts,tsx}'],
    ignores: ['app/deliveries/store/**'],
    plugins: { handoff: { rules: { 'one-writer': oneWriter } } },
    rules: { 'handoff/one-writer': 'error' },
  },
  {
    files: ['app/**'],
    plugins: { regexp },
    rules: {
      // an expression over outside text must take time in proportion to it
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }],
      'prefer-regex-literals': 'error',
    },
  },
  { files: ['app/**/*.tsx'], plugins: { 'react-hooks': reactHooks }, rules: reactHooks.configs.recommended.rules },
  {
    files: ['app/routes/**', 'app/shop-api/merchant-request.ts'],
    rules: { '@typescript-eslint/only-throw-error': 'off' }, // Remix: responses are thrown
  },
  { files: ['scripts/**', 'bench/**', 'sandbox/demo/**', 'sandbox/*/main.ts'], rules: { 'no-console': 'off' } },
  { files: ['test/set-up/guards/**'], rules: { 'no-console': 'off' } },
  {
    files: ['test/**'],
    ignores: ['test/set-up/properties.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: 'fast-check', message: 'Take fc from test/set-up/properties.ts: every run tries the same cases.' },
      ],
    },
  },
  {
    files: ['test/{journey,extension-api,routes,slow}/**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...plainCode,
        ...[
          'NewExpression[callee.name="Date"][arguments.length=0]',
          'MemberExpression[object.name="Date"][property.name="now"]',
        ].map((selector) => ({ selector, message: 'A world has its own clock, which can be ahead: ask world.clock.' })),
      ],
    },
  },
  {
    files: ['test/browser/**'],
    rules: { 'no-restricted-syntax': ['error', ...plainCode, ...askedOnce] },
  },
  // expect.stringMatching() and its like are typed any
  { files: ['test/**'], rules: { '@typescript-eslint/no-unsafe-assignment': 'off' } },
  { files: ['**/*.js'], extends: [tseslint.configs.disableTypeChecked] },
);
