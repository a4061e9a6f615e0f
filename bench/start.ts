import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import autocannon from 'autocannon';
import { freePort } from '../test/set-up/free-port.ts';
import { startProgramProcess } from '../test/set-up/world/program-process.ts';
import { productionFiles, sizeOf } from '../scripts/production/production-tree.ts';
import { printNumber, printSpread, spreadOf } from './harness/figure.ts';
import { residentMb } from './harness/process.ts';
import type { Area, Row } from './harness/table.ts';
import { newFulfillment } from './webhook/signed-webhook.ts';

const ROUNDS = 5;
const START_LIMIT_MS = 2_500;
const INSTALLED_LIMIT_MIB = 300;
const SCRIPTS_LIMIT_KIB = 210;
const WEB_LIMIT_MIB = 250;
const LOAD_S = 5;
const ROOT = path.resolve(import.meta.dirname, '..');
const MIB = 2 ** 20;
/** What the container image sets for glibc, and gives to Node. */
const OF_THE_IMAGE = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: '--max-semi-space-size=8',
};

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
    const webIdle: number[] = [];
    const webLoaded: number[] = [];
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
        const web = await startProgramProcess({
          NODE_ENV: 'production',
          LOG_LEVEL: 'warn',
          PORT: String(await freePort()),
          DATA_DIR: dataDir,
          ROLE: 'web',
          ...OF_THE_IMAGE,
          SANDBOX_SHOPIFY_URL: 'http://127.0.0.1:9',
        });
        webIdle.push((await residentMb(web.pid)) ?? NaN);
        await webhooks(web.url);
        webLoaded.push((await residentMb(web.pid)) ?? NaN);
        await web.stop();
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
        ceiling: { text: 'under 2.5 s', isMet: warmSpread.most < START_LIMIT_MS },
      },
      {
        what: 'resident memory of the process, `ROLE=all`',
        figure: `${printSpread(spreadOf(idle), 'MiB')} when ready`,
        beside: `${printSpread(spreadOf(loaded), 'MiB')} after ${LOAD_S} s of webhooks`,
      },
      {
        what: 'resident memory of the process, `ROLE=web`, as in the container image',
        figure: `${printSpread(spreadOf(webIdle), 'MiB')} when ready`,
        beside: `${printSpread(spreadOf(webLoaded), 'MiB')} after ${LOAD_S} s of webhooks`,
        ceiling: { text: 'under 250 MiB', isMet: spreadOf(webLoaded).most < WEB_LIMIT_MIB },
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

function footprint(): Row[] {
  const installed = (withoutNode: boolean) => sizeOf(ROOT, productionFiles(ROOT, { withoutNode })) / MIB;
  const compressed = (pattern: string, compress: (file: Buffer) => Buffer) =>
    globSync(pattern, { cwd: ROOT }).reduce((sum, file) => {
      return sum + compress(readFileSync(path.join(ROOT, file))).length;
    }, 0) / 1024;
  // The build compresses with the same quality, and the server sends what the build has compressed.
  const brotli = (file: Buffer) => brotliCompressSync(file);
  const whole = installed(false);
  const [scripts, styles] = ['build/client/assets/*.js', 'build/client/assets/*.css'];
  const sent = compressed(scripts, brotli);
  return [
    {
      what: 'installed for production, after `npm run prune:production`',
      figure: `${printNumber(whole)} MiB`,
      beside: `${printNumber(installed(true))} MiB without Node`,
      ceiling: { text: 'under 300 MiB', isMet: whole < INSTALLED_LIMIT_MIB },
    },
    {
      what: "the pages' scripts, all of them, as browsers get them: brotli",
      figure: `${printNumber(sent)} KiB, styles ${printNumber(compressed(styles, brotli))}`,
      beside: `with gzip ${printNumber(compressed(scripts, gzipSync))} KiB, styles ${printNumber(compressed(styles, gzipSync))}`,
      ceiling: { text: `under ${SCRIPTS_LIMIT_KIB} KiB`, isMet: sent < SCRIPTS_LIMIT_KIB },
    },
  ];
}
