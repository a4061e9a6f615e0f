/**
 * `npm run check` runs every check that needs no running program, as many side by side as there are cores. It prints a
 * line for each step, and the output of failed ones.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';

const SOURCES = ['app', 'sandbox', 'scripts', 'bench', 'extensions', 'test'] as const;

const STEPS: readonly (readonly [string, string, ...string[]])[] = [
  ['lint', 'eslint', '.', '--max-warnings', '0'], // the longest
  ['types', 'tsc', '--project', 'tsconfig.json'],
  ['formatting', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['layers', 'depcruise', ...SOURCES, '--config', '.dependency-cruiser.cjs', '--output-type', 'err-long'],
  ['dead code', 'knip'],
  ['contract table', 'node', 'scripts/contract-table.ts', '--check'],
  ['operator profile', 'node', 'scripts/profile-pages.ts', '--check'],
  ['GraphQL and scopes', 'node', 'scripts/graphql/check-graphql.ts'],
  ['texts', 'node', 'scripts/texts/check-texts.ts'],
  ['texts of extensions', 'node', 'scripts/texts/generate-texts.ts', '--check'],
  ['extensions', 'node', 'scripts/extensions/check-extensions.ts'],
  ['what mutation testing needs', 'stryker', 'run', '--dryRunOnly'],
  ['dependencies', 'node', 'scripts/check-dependencies.ts'],
  ['container image', 'node', 'scripts/check-image.ts'],
];

let failed = 0;
async function check([name, command, ...args]: (typeof STEPS)[number]): Promise<void> {
  const begunAt = performance.now();
  const step = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(step.stdout), text(step.stderr), once(step, 'close')]);
  const isGood = step.exitCode === 0;
  if (!isGood) failed += 1;
  console.log(`${isGood ? 'ok    ' : 'FAILED'}  ${name} (${Math.round((performance.now() - begunAt) / 1000)} s)`);
  for (const line of stdout.split('\n')) if (isGood && /^(skipped|size): /.test(line)) console.log(`        ${line}`);
  if (!isGood) console.log(`${stdout}${stderr}`);
}

const left = STEPS.values();
const lane = async () => {
  for (const step of left) await check(step);
};
await Promise.all(Array.from({ length: availableParallelism() }, lane));
process.exitCode = failed > 0 ? 1 : 0;
