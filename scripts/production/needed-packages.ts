import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const byName = z.record(z.string(), z.string()).default({});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: byName,
      optionalDependencies: byName,
      peerDependencies: byName,
      peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
    }),
  ),
});
/** The part of `package-lock.json` that says which package uses which. */
export type Lock = z.infer<typeof lockSchema>;

export function readLock(root: string): Lock {
  return parseLock(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
}

export function parseLock(text: string): Lock {
  return lockSchema.parse(JSON.parse(text));
}

/** Packages that another one demands as its peer, but that only a build uses. */
const OF_THE_BUILD: Readonly<Record<string, string>> = {
  prisma: 'it generates the client; the program applies migrations by itself',
  'react-dom': 'the bundle of the pages contains it',
  '@remix-run/react': 'the bundle of the pages contains it',
};

/**
 * Folders of the packages that production can load, such as `node_modules/pg`. `npm ci --omit=dev` also installs what a
 * package could use but need not (optional peers, such as TypeScript).
 */
export function neededPackages({ packages }: Lock): ReadonlySet<string> {
  const needed = new Set<string>();
  const addUsesOf = (folder: string) => {
    const uses = packages[folder];
    if (!uses) return;
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = uses;
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]) {
      const used = name in OF_THE_BUILD ? null : resolve(packages, folder, name);
      if (used === null || needed.has(used)) continue;
      needed.add(used);
      addUsesOf(used);
    }
  };
  addUsesOf('');
  return needed;
}

/**
 * Finds a package as Node does: in the folder's own `node_modules`, then in those above.
 *
 * @returns null for a package that npm did not install
 */
function resolve(packages: Lock['packages'], from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = path.posix.join(folder, 'node_modules', name);
    if (candidate in packages) return candidate;
    if (folder === '') return null;
  }
}
