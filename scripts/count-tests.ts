/**
 * Adds up the runners' reports: prints `N passed, N failed` as the last line, and exits with code 1 if a test failed or
 * a report is missing. Each failure is named above that line, with the first lines of what it said.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const reportSchema = z.object({
  /** Also false when there was nothing to run. */
  success: z.boolean(),
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['passed', 'failed']),
      /** Why the file itself failed. */
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).default([]) }),
      ),
    }),
  ),
});

/** The first lines of an error, short enough for a log that is cut. */
function beginningOf(message: string): string {
  return message
    .split('\n', 4)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n');
}

/**
 * A text for each failed test, and one for each file that failed without a failed test because it could not be loaded
 * or left something open.
 */
function failuresOf({ success, testResults }: z.infer<typeof reportSchema>): string[] {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${name}: ${test.fullName}\n${beginningOf(test.failureMessages.join('\n'))}`);
    return status === 'failed' && tests.length === 0 ? [`${name}\n${beginningOf(message)}`] : tests;
  });
  return success || failures.length > 0 ? failures : ['The runner failed without a failed test'];
}

let passed = 0;
let failed = 0;
for (const file of process.argv.slice(2)) {
  try {
    const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    passed += report.numPassedTests;
    const failures = failuresOf(report);
    failed += failures.length;
    for (const failure of failures) console.log(`FAILED ${failure}`);
  } catch {
    console.error(`${file} is missing or not a report`);
    failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
