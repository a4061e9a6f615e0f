import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { create, deliveryOf, ORDER } from './operator-caller.ts';

const MAIN = fileURLToPath(new URL('../../../sandbox/operator/main.ts', import.meta.url));

function startAlone(environment: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

function exitOf(child: ChildProcess): Promise<{ code: number | null }> {
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code })));
}

test.each(['SIGTERM', 'SIGINT'] as const)('starts alone, says where, and stops on %s', async (signal) => {
  const child = startAlone({
    SANDBOX_OPERATOR_PORT: '0',
    SANDBOX_OPERATOR_TOKEN: 'mine',
    SANDBOX_OPERATOR_TIME_ZONE: 'Asia/Kathmandu',
    SANDBOX_SPEED: '3600',
  });
  const line = await new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve));
  const [, url = '', token = ''] = /^Sandbox operator at (http:\S+), token (\S+)$/.exec(line) ?? [];
  expect(token).toBe('mine');

  const response = await create({ url }, ORDER, { token });
  expect((await deliveryOf(response)).deliveryDate).toBe('2026-11-21T12:15:00.000Z');
  // at this speed a delivery takes a second or two
  const state = async () => {
    const orders = await (await fetch(`${url}/_sandbox/orders`)).text();
    return orders.includes('"state":"entregado"');
  };
  await expect.poll(state).toBe(true);

  const exit = exitOf(child);
  child.kill(signal);
  expect(await exit).toEqual({ code: 0 });
});

test('takes its modes and its first faults from the environment', async () => {
  const child = startAlone({
    SANDBOX_OPERATOR_PORT: '0',
    SANDBOX_OPERATOR_REPEATS: 'taken',
    SANDBOX_OPERATOR_REGISTERS_AFTER_SECONDS: '0.5',
    SANDBOX_OPERATOR_FAULTS: '[{"kind":"429","verb":"read","times":3}]',
  });
  const line = await new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve));
  const [url = ''] = /http:\S+(?=,)/.exec(line) ?? [];
  expect(await (await fetch(`${url}/_sandbox/modes`)).json()).toMatchObject({
    repeats: 'taken',
    registersAfterSeconds: 0.5,
    proxy: 'none',
  });
  expect(await (await fetch(`${url}/_sandbox/faults`)).json()).toMatchObject({
    faults: [{ kind: '429', verb: 'read', times: 3 }],
  });
});

test.each([
  ['SANDBOX_OPERATOR_REPEATS', 'sometimes'],
  ['SANDBOX_OPERATOR_REGISTERS_AFTER_SECONDS', 'soon'],
  ['SANDBOX_OPERATOR_FAULTS', '[{"kind":"earthquake"}]'],
  ['SANDBOX_OPERATOR_FAULTS', '500'],
  ['SANDBOX_OPERATOR_FAULTS', '{'],
])('says that %s cannot be %s', async (variable, value) => {
  const child = startAlone({ SANDBOX_OPERATOR_PORT: '0', [variable]: value });
  const [errors, { code }] = await Promise.all([text(child.stderr), exitOf(child)]);
  expect(errors).toMatch(new RegExp(`^${variable}.*: .+\n$`));
  expect(code).toBe(1);
});

test('says which variable is wrong', async () => {
  const child = startAlone({ SANDBOX_OPERATOR_PORT: 'four', SANDBOX_SPEED: '-1' });
  const [errors, { code }] = await Promise.all([text(child.stderr), exitOf(child)]);
  expect(errors).toMatch(/^SANDBOX_OPERATOR_PORT: .+\nSANDBOX_SPEED: .+\n$/);
  expect(code).toBe(1);
});

test('says that the zone does not exist', async () => {
  const child = startAlone({ SANDBOX_OPERATOR_PORT: '0', SANDBOX_OPERATOR_TIME_ZONE: 'Mars/Base' });
  const [errors, { code }] = await Promise.all([text(child.stderr), exitOf(child)]);
  expect(errors).toMatch('Mars/Base');
  expect(code).toBe(1);
});
