/**
 * Adds up the runners' reports: prints only `N passed, N failed`, and exits with code 1 if a test failed or a report is
 * missing.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const reportSchema = z.object({
  /** Also false when there was nothing to run. */
  success: z.boolean(),
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({ status: z.enum(['passed', 'failed']), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

/**
 * The number of failed tests, plus one for each file that failed without a failed test because it could not be loaded
 * or left something open.
 */
function failuresOf({ success, testResults }: z.infer<typeof reportSchema>): number {
  const failures = testResults
    .map(({ status, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status === 'failed').length;
      return status === 'failed' ? Math.max(tests, 1) : tests;
    })
    .reduce((sum, count) => sum + count, 0);
  return success ? failures : Math.max(failures, 1);
}

let passed = 0;
let failed = 0;
for (const file of process.argv.slice(2)) {
  try {
    const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    passed += report.numPassedTests;
    failed += failuresOf(report);
  } catch {
    console.error(`${file} is missing or not a report`);
    failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
