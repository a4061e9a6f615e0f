import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startVitest, type TestModule } from 'vitest/node';
import { failForRefusedStatements } from './refused-statements.ts';

const FOLDER = path.join(import.meta.dirname, 'guarded');

interface Outcome {
  /** Error messages of each test, by the test's name; empty for a test that passed. */
  readonly tests: Readonly<Record<string, readonly string[]>>;
  /** Error messages of the file itself. */
  readonly file: readonly string[];
}

/** The result of each file of the folder under the guards, by the file's name. */
const outcomes = new Map<string, Outcome>();

beforeAll(async () => {
  const vitest = await startVitest([], {
    root: FOLDER,
    config: false,
    watch: false,
    include: ['*.ts'],
    // as in most projects: the guards must not blame one file for what another left behind
    isolate: false,
    maxWorkers: 1,
    env: { LEAKS_GRACE_MS: '200' },
    setupFiles: [path.join(import.meta.dirname, 'guards.ts')],
    reporters: [{}],
  });
  for (const module of vitest.state.getTestModules()) outcomes.set(path.basename(module.moduleId, '.ts'), read(module));
  await vitest.close();
  process.exitCode = 0; // the tests of the folder are meant to fail
});

function read(module: TestModule): Outcome {
  const messages = (errors: readonly { message: string }[] = []) => errors.map(({ message }) => message);
  const tests = Array.from(module.children.allTests(), (test) => [test.name, messages(test.result().errors)] as const);
  return { tests: Object.fromEntries(tests), file: messages(module.errors()) };
}

function outcome(file: string): Outcome {
  return outcomes.get(file) ?? expect.fail(`${file} did not run`);
}

describe('a test fails', () => {
  it('for a console.error that it did not expect', () => {
    expect(outcome('console-error').tests).toEqual({
      'calls console.error': ['console.error was called: the cache is gone'],
      'expects what it calls': [],
    });
  });

  it('for a rejection that nobody handles', () => {
    expect(outcome('unhandled-rejection').tests).toEqual({
      'leaves a rejection to nobody': [expect.stringContaining('a rejection was not handled: Error: nobody waits')],
      'handles its own': [],
    });
  });

  it('for a connection that leaves this machine, whichever library opens it, unless it is declared', () => {
    const to = (host: string): unknown[] => [
      expect.stringContaining(`an outgoing connection to ${host} was not declared`),
    ];
    expect(outcome('outgoing-connection').tests).toEqual({
      'by fetch': to('shop.example'),
      'by node:http': to('192.0.2.1'),
      'by TLS': to('192.0.2.1'),
      'by PostgreSQL': to('192.0.2.1'),
      'stays on this machine': [],
      'declares what it calls': [],
    });
  });
});

describe('a file fails', () => {
  it.each([
    ['leaked-server', 'left open: 1 × listening server (TCPServerWrap)'],
    ['leaked-timer', 'left open: 1 × timer (Timeout)\n() => 0'],
    ['leaked-process', 'left open: 1 × running process (ProcessWrap)'],
  ])('for what it leaves: %s', (file, message) => {
    expect(outcome(file).file).toEqual([message]);
  });

  it('and not for what it closes', () => {
    const nothing = { 'closes what it opened, and its kept connections with it': [] };
    expect(outcome('nothing')).toEqual({ tests: nothing, file: [] });
  });
});

it('a process that a test starts tells what it was refused', () => {
  const guard = path.join(import.meta.dirname, 'guard-process.ts');
  const program = "await fetch('http://192.0.2.1/').catch(({ cause }) => console.log(cause.message))";
  const args = ['--import', guard, '--input-type', 'module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stdout).toBe('an outgoing connection to 192.0.2.1 was not declared\n');
  expect(stderr).toMatch(/^an outgoing connection to 192\.0\.2\.1 was not declared: declare it/);
});

describe('a program whose statement the database refused', () => {
  const line = (code: string) => JSON.stringify({ error: { name: 'error', code }, msg: 'sweep failed' });

  it('fails its test for a malformed text or value', () => {
    for (const code of ['22P02', '42601']) {
      expect(() => failForRefusedStatements(['ready', line(code)])).toThrow(code);
    }
  });

  it('does not for what the database may refuse at any time', () => {
    expect(() => failForRefusedStatements([line('23505'), line('40P01'), line('57014')])).not.toThrow();
  });
});
