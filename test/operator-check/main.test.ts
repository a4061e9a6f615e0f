import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandboxOperator, type SandboxOperator } from '../../sandbox/operator/server.ts';
import { PROCESS_VARIABLES } from '../set-up/environment.ts';
import { serverSaying } from '../operator/answering-server.ts';
import { RECIPIENT } from './run-check.ts';

const MAIN = path.resolve(import.meta.dirname, '../../app/operator-check/main.ts');
const TOKEN = 'a-token-nobody-reads';

let operator: SandboxOperator;
let folder: string;
beforeAll(async () => {
  operator = await startSandboxOperator({ tokens: [TOKEN], createAnswer: 'array' });
  folder = mkdtempSync(path.join(tmpdir(), 'operator-check-'));
});
afterAll(async () => {
  await operator.close();
  rmSync(folder, { recursive: true });
});

function check(...args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const env = { ...PROCESS_VARIABLES, OPERATOR_TOKEN: TOKEN };
    const child = execFile(process.execPath, [MAIN, ...args], { cwd: folder, env }, (_, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr });
    });
  });
}

it('says in one line what is missing, and makes no order without a yes', async () => {
  const recipient = path.join(folder, 'recipient.json');
  writeFileSync(recipient, JSON.stringify(RECIPIENT));
  expect(await check()).toMatchObject({ code: 1, stderr: expect.stringMatching(/^--url must be/) });
  const create = ['--url', operator.url, '--create'];
  expect(await check(...create)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^--create needs --recipient/),
  });
  const unasked = await check(...create, '--recipient', recipient);
  expect(unasked).toMatchObject({ code: 1, stderr: expect.stringMatching(/^This sends up to \d+ orders/) });
  expect(operator.requests()).toEqual([]);
});

it('prints what differs, writes report and profile, and never tells the token', async () => {
  const recipient = path.join(folder, 'recipient.json');
  const first = await check('--url', operator.url, '--create', '--recipient', recipient, '--branch', '101', '--yes');
  expect(first).toMatchObject({ code: 2, stdout: expect.stringContaining('§4.1 response body: differs') });
  const written = ['operator-check.md', 'operator-check.json', 'operator-profile.found.json'].map((name) =>
    readFileSync(path.join(folder, name), 'utf8'),
  );
  for (const text of [first.stdout, first.stderr, ...written]) expect(text).not.toContain(TOKEN);
  const profile = path.join(folder, 'operator-profile.found.json');
  const since = ['--against', path.join(folder, 'operator-check.json')];
  const again = await check('--url', operator.url, '--profile', profile, ...since);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing changed since then.') });
  operator.setModes({ encoding: 'latin1' });
  const changed = await check('--url', operator.url, '--profile', profile, ...since);
  expect(changed).toMatchObject({ code: 2, stdout: expect.stringMatching(/§1 bodies: passes .* → differs/) });
});

it('prints nothing that a terminal obeys, whatever the operator answers', async () => {
  const { url } = await serverSaying(404, 'missing \u001B]0;title\u0007\u009B2J');
  const { stdout } = await check('--url', url);
  expect(stdout).toContain('missing ]0;title2J');
  expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
});
