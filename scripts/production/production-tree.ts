import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { filesOf, isNeeded, packageNameOf } from './needed-files.ts';
import { neededPackages, readLock } from './needed-packages.ts';

/** What `prisma generate` writes belongs to no package. */
const GENERATED = 'node_modules/.prisma';
/** Node itself, for machines whose own is too old. A container image has its own. */
const OWN_NODE = /^node_modules\/node-linux-/;
/** What `npm start` finds as `node`. */
const NODE_COMMAND = 'node_modules/.bin/node';

export interface ProductionOptions {
  /** Leaves out the project's own Node. */
  readonly withoutNode: boolean;
}

/** Files of `node_modules` that production can load, as paths inside `root`. */
export function productionFiles(root: string, { withoutNode }: ProductionOptions): readonly string[] {
  const packages = [...neededPackages(readLock(root))];
  const folders = packages.filter((folder) => !(withoutNode && OWN_NODE.test(folder)));
  const files = [...folders, GENERATED].flatMap((folder) => {
    const name = packageNameOf(folder);
    const needed = filesOf(path.join(root, folder)).filter((file) => isNeeded(name, file));
    return needed.map((file) => `${folder}/${file}`);
  });
  return !withoutNode && existsSync(path.join(root, NODE_COMMAND)) ? [...files, NODE_COMMAND] : files;
}

/** Bytes of the files. */
export function sizeOf(root: string, files: readonly string[]): number {
  return files.reduce((sum, file) => sum + lstatSync(path.join(root, file)).size, 0);
}

/** Removes every other file from a folder. */
export function keepOnly(files: readonly string[], { root, folder }: { root: string; folder: string }): void {
  const kept = new Set<string>();
  for (const file of files) {
    for (let place = file; place !== '.' && !kept.has(place); place = path.posix.dirname(place)) kept.add(place);
  }
  const removeFrom = (place: string) => {
    for (const entry of readdirSync(path.join(root, place), { withFileTypes: true })) {
      const inside = `${place}/${entry.name}`;
      if (!kept.has(inside)) rmSync(path.join(root, inside), { recursive: true });
      else if (entry.isDirectory()) removeFrom(inside);
    }
  };
  removeFrom(folder);
}
