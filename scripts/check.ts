/**
 * `npm run check` runs every check that needs no running program. It prints a line for each step, and the output of
 * failed ones.
 */
import { spawnSync } from 'node:child_process';

const SOURCES = ['app', 'sandbox', 'scripts', 'bench', 'extensions', 'test'] as const;

const STEPS: readonly (readonly [string, string, ...string[]])[] = [
  ['types', 'tsc', '--project', 'tsconfig.json'],
  ['lint', 'eslint', '.', '--max-warnings', '0'],
  ['formatting', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['layers', 'depcruise', ...SOURCES, '--config', '.dependency-cruiser.cjs', '--output-type', 'err-long'],
  ['dead code', 'knip'],
  ['contract table', 'node', 'scripts/contract-table.ts', '--check'],
  ['GraphQL and scopes', 'node', 'scripts/graphql/check-graphql.ts'],
  ['texts', 'node', 'scripts/texts/check-texts.ts'],
  ['texts of types and extensions', 'node', 'scripts/texts/generate-texts.ts', '--check'],
  ['extensions', 'node', 'scripts/extensions/check-extensions.ts'],
  ['what mutation testing needs', 'stryker', 'run', '--dryRunOnly'],
  ['dependencies', 'node', 'scripts/check-dependencies.ts'],
  ['container image', 'node', 'scripts/check-image.ts'],
];

let failed = 0;
for (const [name, command, ...args] of STEPS) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  const isGood = status === 0;
  if (!isGood) failed += 1;
  console.log(`${isGood ? 'ok    ' : 'FAILED'}  ${name}`);
  for (const line of stdout.split('\n')) if (isGood && /^(skipped|size): /.test(line)) console.log(`        ${line}`);
  if (!isGood) console.log(error?.message ?? `${stdout}${stderr}`);
}
process.exitCode = failed > 0 ? 1 : 0;
