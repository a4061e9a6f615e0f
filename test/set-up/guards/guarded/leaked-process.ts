import { spawn } from 'node:child_process';
import { it } from 'vitest';

it('leaves a process running', () => {
  spawn(process.execPath, ['--eval', 'setTimeout(() => undefined, 20_000)'], { stdio: 'ignore' });
});
