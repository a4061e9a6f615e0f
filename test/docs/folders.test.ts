import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** A dozen: more files side by side are folders of duties that have no name yet. */
const FILE_LIMIT = 12;
/** Why a folder may have more. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'app/routes': 'Remix derives addresses from the names of the files in this one folder',
};

/** How many of the files each folder has side by side. */
function countByFolder(files: readonly string[]): Map<string, number> {
  const folders = new Map<string, number>();
  for (const file of files) folders.set(path.dirname(file), (folders.get(path.dirname(file)) ?? 0) + 1);
  return folders;
}

/** The folders with more files than the limit, and how many each has. */
function crowdedFolders(files: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...countByFolder(files)].filter(([folder, count]) => count > FILE_LIMIT && !(folder in EXCEPTIONS)),
  );
}

const sources = globSync('{app,bench,extensions,sandbox,scripts,test}/**/*.{ts,tsx,js,cjs}', {
  cwd: ROOT,
  exclude: (name) => path.basename(name) === 'node_modules',
});

it('no folder has more files side by side than the limit', () => {
  expect(countByFolder(sources).size).toBeGreaterThan(60);
  expect(crowdedFolders(sources)).toEqual({});
});

it('no exception is left for a folder that needs none', () => {
  const counts = countByFolder(sources);
  expect(Object.keys(EXCEPTIONS).filter((folder) => (counts.get(folder) ?? 0) <= FILE_LIMIT)).toEqual([]);
});

it('one file more than the limit is noticed; files of the folders below do not count', () => {
  const files = Array.from({ length: FILE_LIMIT }, (_, index) => `app/duty/file-${index}.ts`);
  const below = files.map((file) => file.replace('duty', 'duty/part'));
  expect(crowdedFolders([...files, ...below])).toEqual({});
  expect(crowdedFolders([...files, ...below, 'app/duty/one-more.tsx'])).toEqual({ 'app/duty': FILE_LIMIT + 1 });
  expect(crowdedFolders([...files, 'app/duty/one-more.ts'].map((file) => file.replace('duty', 'routes')))).toEqual({});
});
