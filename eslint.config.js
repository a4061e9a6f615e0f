import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['build/', 'coverage/', 'data/', 'reports/', 'node_modules/', '.dependency-cruiser.cjs']),
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off', // `return answer(...)` ends a branch in one line
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'as' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/require-await': 'off', // an interface may ask for a promise where one answer needs none
      '@typescript-eslint/no-misused-spread': 'off', // by code point is how names are compared here
      'no-console': 'error',
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
    files: ['app/routes/**'],
    ignores: ['app/routes/auth.session-token.tsx'], // shows no shop anything
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[property.name="handoff"], Property[key.name="handoff"]',
          message: 'A route has the program from authenticateMerchant, which keeps it to the shop that asks.',
        },
      ],
    },
  },
  { files: ['app/**/*.tsx'], plugins: { 'react-hooks': reactHooks }, rules: reactHooks.configs.recommended.rules },
  {
    files: ['app/routes/**', 'app/http/merchant-request.ts'],
    rules: { '@typescript-eslint/only-throw-error': 'off' }, // Remix: responses are thrown
  },
  { files: ['scripts/**', 'bench/**', 'sandbox/demo/**', 'sandbox/*/main.ts'], rules: { 'no-console': 'off' } },
  // expect.stringMatching() and its like are typed any
  { files: ['test/**'], rules: { '@typescript-eslint/no-unsafe-assignment': 'off' } },
  { files: ['**/*.js'], extends: [tseslint.configs.disableTypeChecked] },
);
