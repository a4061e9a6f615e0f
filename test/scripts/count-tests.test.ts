import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/count-tests.ts');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'handoff-reports-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface File {
  readonly status: 'passed' | 'failed';
  readonly tests: readonly ('passed' | 'failed' | 'skipped')[];
}

function report(
  name: string,
  files: readonly File[],
  success = files.every(({ status }) => status === 'passed'),
): string {
  const tests = files.flatMap((file) => file.tests);
  const file = path.join(folder, name);
  const results = files.map((each) => ({
    status: each.status,
    assertionResults: each.tests.map((status) => ({ status })),
  }));
  const numPassedTests = tests.filter((status) => status === 'passed').length;
  writeFileSync(file, JSON.stringify({ success, numPassedTests, testResults: results }));
  return file;
}

function count(...reports: readonly string[]) {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, ...reports], { encoding: 'utf8' });
  return { status, line: stdout };
}

const good = () => report('good.json', [{ status: 'passed', tests: ['passed', 'passed', 'skipped'] }]);

it('adds up all reports, in one line', () => {
  const other = report('other.json', [{ status: 'passed', tests: ['passed'] }]);
  expect(count(good(), other)).toEqual({ status: 0, line: '3 passed, 0 failed\n' });
});

it('counts failed tests', () => {
  const bad = report('bad.json', [{ status: 'failed', tests: ['passed', 'failed', 'failed'] }]);
  expect(count(good(), bad)).toEqual({ status: 1, line: '3 passed, 2 failed\n' });
});

it('counts each file that failed without a failed test', () => {
  const files: File[] = [
    { status: 'failed', tests: [] },
    { status: 'failed', tests: ['passed'] },
  ];
  expect(count(report('files.json', files))).toEqual({ status: 1, line: '1 passed, 2 failed\n' });
});

it('counts a run that failed, whatever its files say', () => {
  const outside = report('outside.json', [{ status: 'passed', tests: ['passed'] }], false);
  expect(count(outside)).toEqual({ status: 1, line: '1 passed, 1 failed\n' });
});

it('counts a report that is missing', () => {
  expect(count(good(), path.join(folder, 'nowhere.json'))).toEqual({ status: 1, line: '2 passed, 1 failed\n' });
});

it('takes no tests at all for a failure', () => {
  expect(count(report('empty.json', []))).toEqual({ status: 1, line: '0 passed, 0 failed\n' });
});
