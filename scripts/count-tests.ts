/** Adds up the runners' reports: prints `N passed, N failed` alone, and exits 1 if a test failed or a report is missing. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
});

let passed = 0;
let failed = 0;
for (const file of process.argv.slice(2)) {
  try {
    const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    passed += report.numPassedTests;
    // a file that could not be loaded counts as well: it has no test to fail
    failed += Math.max(report.numFailedTests, Math.min(report.numFailedTestSuites, 1));
  } catch {
    console.error(`${file} is missing or not a report`);
    failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
