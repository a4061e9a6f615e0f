import { globSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import autocannon from 'autocannon';
import { z } from 'zod';
import { freePort } from '../test/set-up/free-port.ts';
import { startProgramProcess } from '../test/set-up/world/program-process.ts';
import { printNumber, printSpread, spreadOf } from './harness/figure.ts';
import { residentMb } from './harness/process.ts';
import type { Area, Row } from './harness/table.ts';
import { newFulfillment } from './webhook/signed-webhook.ts';

const ROUNDS = 5;
const START_LIMIT_MS = 5_000;
const LOAD_S = 5;
const ROOT = path.resolve(import.meta.dirname, '..');
const MIB = 2 ** 20;

/**
 * Start until `/readyz`, with a new and with an existing embedded database; memory; sizes of what is installed and
 * sent.
 */
export const start: Area = {
  name: 'start',
  title: `Start and footprint: ${ROUNDS} starts each`,
  async measure(say) {
    const cold: number[] = [];
    const warm: number[] = [];
    const idle: number[] = [];
    const loaded: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const dataDir = await mkdtemp(path.join(os.tmpdir(), 'handoff-bench-'));
      try {
        for (const times of [cold, warm]) {
          const startedAt = performance.now();
          const program = await startProgramProcess({
            NODE_ENV: 'production',
            LOG_LEVEL: 'warn',
            PORT: String(await freePort()),
            DATA_DIR: dataDir,
            SANDBOX_SHOPIFY_URL: 'http://127.0.0.1:9',
          });
          times.push(performance.now() - startedAt);
          if (times === warm) {
            idle.push((await residentMb(program.pid)) ?? NaN);
            await webhooks(program.url);
            loaded.push((await residentMb(program.pid)) ?? NaN);
          }
          await program.stop();
        }
      } finally {
        await rm(dataDir, { recursive: true, force: true });
      }
      say(`round ${round}: cold ${printNumber(cold.at(-1) ?? 0)} ms, warm ${printNumber(warm.at(-1) ?? 0)} ms`);
    }
    const warmSpread = spreadOf(warm);
    return [
      { what: 'cold start: a new embedded database', figure: printSpread(spreadOf(cold), 'ms') },
      {
        what: 'warm start: an existing one',
        figure: printSpread(warmSpread, 'ms'),
        goal: { text: 'under 5 s', isMet: warmSpread.most < START_LIMIT_MS },
      },
      {
        what: 'resident memory of the process, `ROLE=all`',
        figure: `${printSpread(spreadOf(idle), 'MiB')} when ready`,
        beside: `${printSpread(spreadOf(loaded), 'MiB')} after ${LOAD_S} s of webhooks`,
      },
      ...footprint(),
    ];
  },
};

let lastId = 9_000_000;

async function webhooks(url: string): Promise<void> {
  await autocannon({
    url: `${url}/webhooks`,
    method: 'POST',
    connections: 20,
    duration: LOAD_S,
    requests: [{ setupRequest: (request) => ({ ...request, ...newFulfillment((lastId += 1)) }) }],
  });
}

const lockFile = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) });

function footprint(): Row[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')));
  const production = Object.entries(packages).filter(([folder, { dev }]) => folder !== '' && !dev);
  const installed = production.reduce((sum, [folder]) => sum + sizeOf(path.join(ROOT, folder)), 0);
  const assets = globSync('build/client/assets/*.{js,css}', { cwd: ROOT });
  const sent = assets.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(ROOT, file))).length, 0);
  return [
    { what: 'installed for production', figure: `${printNumber(installed / MIB)} MiB, ${production.length} packages` },
    { what: "the pages' scripts and styles, all of them", figure: `${printNumber(sent / 1024)} KiB compressed` },
  ];
}

/** Bytes of a package's own files, without its nested packages; 0 when the package is not for this platform. */
function sizeOf(folder: string): number {
  return globSync('**/*', { cwd: folder, exclude: ({ name }) => name === 'node_modules', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
