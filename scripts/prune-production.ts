/**
 * `npm run prune:production` removes from `node_modules` what only a build, a test or another platform uses. What is
 * left runs the built program. `npm ci` brings everything back.
 *
 *     npm run prune:production -- --without-node   # the machine has Node 22.18 or newer
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { keepOnly, productionFiles, sizeOf } from './production/production-tree.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const MIB = 2 ** 20;

const { values } = parseArgs({ options: { 'without-node': { type: 'boolean', default: false } } });
for (const [made, command] of [
  ['build/server/index.js', 'npm run build'],
  ['node_modules/.prisma/client/index.js', 'npx prisma generate'],
] as const) {
  if (existsSync(path.join(ROOT, made))) continue;
  console.error(`${made} is missing. Run \`${command}\` first: the pruned folder cannot make it.`);
  process.exit(1);
}

const files = productionFiles(ROOT, { withoutNode: values['without-node'] });
keepOnly(files, { root: ROOT, folder: 'node_modules' });
console.log(`node_modules: ${files.length} files, ${Math.round(sizeOf(ROOT, files) / MIB)} MiB`);
