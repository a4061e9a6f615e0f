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
    name: 'some.test.ts',
    status: each.status,
    message: each.status === 'failed' ? 'left a server open' : '',
    assertionResults: each.tests.map((status, index) => ({
      status,
      fullName: `test ${String(index + 1)}`,
      failureMessages: status === 'failed' ? ['AssertionError: expected 1 to be 2'] : [],
    })),
  }));
  const numPassedTests = tests.filter((status) => status === 'passed').length;
  writeFileSync(file, JSON.stringify({ success, numPassedTests, testResults: results }));
  return file;
}

function count(...reports: readonly string[]) {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, ...reports], { encoding: 'utf8' });
  const lines = stdout.trimEnd().split('\n');
  return { status, line: lines.at(-1), failures: lines.slice(0, -1) };
}

const good = () => report('good.json', [{ status: 'passed', tests: ['passed', 'passed', 'skipped'] }]);

it('adds up all reports', () => {
  const other = report('other.json', [{ status: 'passed', tests: ['passed'] }]);
  expect(count(good(), other)).toEqual({ status: 0, line: '3 passed, 0 failed', failures: [] });
});

it('counts failed tests, and names them', () => {
  const bad = report('bad.json', [{ status: 'failed', tests: ['passed', 'failed', 'failed'] }]);
  const { status, line, failures } = count(good(), bad);
  expect({ status, line }).toEqual({ status: 1, line: '3 passed, 2 failed' });
  expect(failures).toEqual([
    'FAILED some.test.ts: test 2',
    '    AssertionError: expected 1 to be 2',
    'FAILED some.test.ts: test 3',
    '    AssertionError: expected 1 to be 2',
  ]);
});

it('counts each file that failed without a failed test', () => {
  const files: File[] = [
    { status: 'failed', tests: [] },
    { status: 'failed', tests: ['passed'] },
  ];
  const failure = ['FAILED some.test.ts', '    left a server open'];
  expect(count(report('files.json', files))).toEqual({
    status: 1,
    line: '1 passed, 2 failed',
    failures: [...failure, ...failure],
  });
});

it('counts a run that failed, whatever its files say', () => {
  const outside = report('outside.json', [{ status: 'passed', tests: ['passed'] }], false);
  expect(count(outside)).toEqual({
    status: 1,
    line: '1 passed, 1 failed',
    failures: ['FAILED The runner failed without a failed test'],
  });
});

it('counts a report that is missing', () => {
  expect(count(good(), path.join(folder, 'nowhere.json'))).toEqual({
    status: 1,
    line: '2 passed, 1 failed',
    failures: [],
  });
});

it('takes no tests at all for a failure', () => {
  expect(count(report('empty.json', []))).toEqual({ status: 1, line: '0 passed, 0 failed', failures: [] });
});
