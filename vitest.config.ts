import { defineConfig } from 'vitest/config';

// Tests start real things, so they may take a while; they wait for states, and these limits end what hangs.
const limits = { testTimeout: 180_000, hookTimeout: 240_000 };

/** The npm script that runs: each has a report of its own. */
const script = process.env.npm_lifecycle_event ?? 'vitest';

export default defineConfig({
  test: {
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: `reports/${script.replace(':', '-')}.json` }]]
      : ['default'],
    coverage: { provider: 'v8', include: ['app/**/*.ts'], reportsDirectory: 'coverage' },
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**'],
          globalSetup: ['test/set-up/build.ts', 'test/set-up/database-server.ts'],
          ...limits,
        },
      },
      {
        esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
        test: {
          name: 'extensions',
          include: ['extensions/*/tests/**/*.test.ts'],
          environment: 'jsdom',
          // the tester imports an extension's module itself, which only Vite can read
          server: { deps: { inline: [/@shopify\/ui-extensions-tester/] } },
          ...limits,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/set-up/build.ts', 'test/set-up/database-server.ts'],
          fileParallelism: false,
          ...limits,
        },
      },
      {
        test: {
          name: 'screenshots',
          include: ['test/browser/screenshots.ts'],
          globalSetup: ['test/set-up/build.ts', 'test/set-up/database-server.ts'],
          ...{ testTimeout: 300_000, hookTimeout: 120_000 },
        },
      },
    ],
  },
});
