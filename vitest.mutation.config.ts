import { defineConfig } from 'vitest/config';

/** What Stryker runs for each mutant (see stryker.config.json): the domain's tests need no pages and no database. */
export default defineConfig({
  test: {
    include: ['test/domain/**/*.test.ts'],
    // thousands of cases for each mutant take long, and what only luck finds is not counted as found
    exclude: ['**/*.properties.test.ts'],
    // one load of the domain serves every test file of a run; each run, and so each mutant, has a worker of its own
    isolate: false,
    // instrumented code takes several times as long
    testTimeout: 60_000,
  },
});
