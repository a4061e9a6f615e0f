import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** About a dozen: more files side by side are folders of duties that have no name yet. */
const FILE_LIMIT = 15;
/** Why a folder may have more. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'app/routes': 'Remix derives addresses from the names of the files in this one folder',
};

function filesByFolder(): Map<string, number> {
  const files = globSync('{app,bench,extensions,sandbox,scripts,test}/**/*.{ts,tsx}', { cwd: ROOT });
  const folders = new Map<string, number>();
  for (const file of files) folders.set(path.dirname(file), (folders.get(path.dirname(file)) ?? 0) + 1);
  return folders;
}

it('no folder has more files side by side than the limit', () => {
  const folders = filesByFolder();
  expect(folders.size).toBeGreaterThan(60);
  const crowded = [...folders].filter(([folder, count]) => count > FILE_LIMIT && !(folder in EXCEPTIONS));
  expect(Object.fromEntries(crowded)).toEqual({});
  expect(Object.keys(EXCEPTIONS).filter((folder) => (folders.get(folder) ?? 0) <= FILE_LIMIT)).toEqual([]);
});
