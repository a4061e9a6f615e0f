import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { DATABASE_FILES, DEMO_FILES, JOURNEY_FILES, SLOW_FILES } from './test/set-up/runner/projects.ts';
import { LongestFirst } from './test/set-up/runner/longest-first.ts';
import { readTestStart } from './test/set-up/time/test-start.ts';

const start = readTestStart(process.env.TEST_CLOCK);
if (start?.zone) process.env.TZ = start.zone; // what runs the tests is begun with it

// Processes that the tests start load the program as it was compiled before.
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, 'node_modules/.cache/handoff/compiled');

/** The npm script that runs: each has a report of its own. */
const script = process.env.npm_lifecycle_event ?? 'vitest';

// Tests wait for states as long as something moves. These limits only end what moves for ever.
const limits = { testTimeout: 900_000, hookTimeout: 900_000, expect: { poll: { timeout: 60_000 } } };
/** These tests wait for nothing but the processor. */
const brief = { testTimeout: 60_000, hookTimeout: 60_000 };
/**
 * Most of a test's time is waiting: two files for each core keep the cores busy. Of the unit tests alone one file waits.
 * Storms bring processes of their own.
 */
const busy = {
  maxWorkers: script === 'test:unit' ? availableParallelism() + 1 : 2 * availableParallelism(),
};
const setUp = ['test/set-up/time/test-clock.ts', 'test/set-up/guards/guards.ts'];
/** After each save only what answers at once: the properties run in every other run. */
const notWatched = process.argv.includes('--watch') ? ['**/*.properties.test.ts'] : [];
const build = 'scripts/pages/build-pages.ts';
const adminSchema = 'test/set-up/admin-schema.ts';
const databaseServer = 'test/set-up/database/database-server.ts';
const browserFiles = 'test/browser/**';

export default defineConfig({
  test: {
    reporters: process.env.CI
      ? ['default', ['json', { outputFile: `reports/${script.replace(':', '-')}.json` }]]
      : ['default'],
    coverage: { provider: 'v8', include: ['app/**/*.ts'], reportsDirectory: 'coverage' },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // needs no build, no database and no process; what the files import is loaded once for each worker
        test: {
          name: 'unit',
          ...busy,
          setupFiles: setUp,
          include: ['test/**/*.test.ts'],
          exclude: [...DATABASE_FILES, ...JOURNEY_FILES, ...SLOW_FILES, ...DEMO_FILES, browserFiles, ...notWatched],
          isolate: false,
          pool: 'threads',
          env: { PROPERTY_RUNS: 'few' },
          ...brief,
        },
      },
      {
        esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
        test: {
          name: 'extensions',
          ...busy,
          setupFiles: setUp,
          include: ['extensions/*/tests/**/*.test.ts'],
          environment: 'jsdom',
          isolate: false,
          // the tester imports an extension's module itself, which only Vite can read
          server: { deps: { inline: [/@shopify\/ui-extensions-tester/] } },
          ...brief,
        },
      },
      {
        test: {
          name: 'integration',
          ...busy,
          setupFiles: setUp,
          include: DATABASE_FILES,
          globalSetup: [adminSchema, databaseServer],
          isolate: false,
          ...limits,
        },
      },
      {
        test: {
          name: 'journey',
          ...busy,
          setupFiles: setUp,
          include: JOURNEY_FILES,
          globalSetup: [adminSchema, build, databaseServer],
          isolate: false,
          ...limits,
        },
      },
      {
        test: {
          name: 'slow',
          maxWorkers: availableParallelism(),
          setupFiles: setUp,
          include: [...SLOW_FILES, 'test/**/*.properties.test.ts'],
          globalSetup: [adminSchema, build, databaseServer],
          sequence: { groupOrder: 1 },
          ...limits,
        },
      },
      {
        test: {
          name: 'browser',
          setupFiles: ['test/set-up/time/test-clock.ts'],
          include: [`${browserFiles}/*.test.ts`],
          globalSetup: [adminSchema, build, databaseServer],
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 2 },
          ...limits,
        },
      },
      {
        test: {
          name: 'demo',
          include: DEMO_FILES,
          globalSetup: [build],
          sequence: { groupOrder: 4 },
          fileParallelism: false,
          ...limits,
        },
      },
      {
        test: {
          name: 'screenshots',
          include: ['test/browser/pictures/take.ts'],
          globalSetup: [adminSchema, build, databaseServer],
          sequence: { groupOrder: 3 },
          ...limits,
        },
      },
      {
        test: {
          name: 'gallery',
          include: ['test/browser/gallery/{pages,orders}.ts'],
          globalSetup: [adminSchema, build, databaseServer],
          sequence: { groupOrder: 3 },
          ...limits,
        },
      },
    ],
  },
});
