import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { PROCESS_VARIABLES } from '../set-up/environment.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const databaseSchema = z.object({ url: z.url(), variables: z.object({ DATA_DIR: z.string() }) });

it.each(['SIGTERM', 'SIGINT'] as const)(
  'a bench interrupted by %s stops its database and removes its folder',
  async (signal) => {
    const code = `
    import { startBenchDatabase } from './bench/harness/server.ts';
    console.log(JSON.stringify(await startBenchDatabase()));
    setInterval(() => {}, 1_000);`;
    const bench = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: ROOT,
      env: PROCESS_VARIABLES,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(bench, 'exit');
    const [line] = (await once(createInterface(bench.stdout), 'line')) as [string];
    const { url, variables } = databaseSchema.parse(JSON.parse(line));

    bench.kill(signal);
    await exited;

    expect(existsSync(variables.DATA_DIR)).toBe(false);
    await expect(new pg.Client({ connectionString: url }).connect()).rejects.toThrow();
  },
);
