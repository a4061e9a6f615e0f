import path from 'node:path';
import type { Rollup } from 'vite';

/** Packages of which one module exports all others by name. Who imports two names would seem to import everything. */
const INDEXES: Readonly<Record<string, RegExp>> = {
  '@shopify/polaris': /\/@shopify\/polaris\/build\/esm\/index\.js$/,
  '@shopify/polaris-icons': /\/@shopify\/polaris-icons\/dist\/index\.mjs$/,
};

/**
 * Puts what every document needs into one file, and what every page in the admin needs besides into another. Rollup
 * would make a file for each set of pages that share something. One file compresses better than many small ones, and
 * these two bring no page anything that it does not need.
 */
export function createFrameChunks(): Rollup.GetManualChunk {
  let chunks: ReadonlyMap<string, string> | null = null;
  return (id, { getModuleIds, getModuleInfo }) => (chunks ??= chunksOf([...getModuleIds()], getModuleInfo)).get(id);
}

function chunksOf(ids: readonly string[], getModuleInfo: Rollup.GetModuleInfo): ReadonlyMap<string, string> {
  const reached = (entry: RegExp) =>
    modulesBehind(
      ids.filter((id) => entry.test(id)),
      getModuleInfo,
    );
  const chunks = new Map<string, string>();
  const put = (chunk: string, modules: ReadonlySet<string>) => {
    for (const id of modules) {
      if (!chunks.has(id) && getModuleInfo(id)?.isIncluded && !id.includes('?__remix')) chunks.set(id, chunk);
    }
  };
  put('document', reached(/\/app\/(root\.tsx\?__remix|entry\.client\.tsx)/));
  put('frame', reached(/\/app\/routes\/app\.tsx\?__remix/));
  const pages = ids.filter((id) => /\/app\/routes\/app[._].*\.tsx\?__remix/.test(id));
  const [first, ...others] = pages.map((id) => modulesBehind([id], getModuleInfo));
  put('frame', new Set([...(first ?? [])].filter((id) => others.every((modules) => modules.has(id)))));
  return chunks;
}

/** All modules that these import at once, and those that those import. */
function modulesBehind(ids: readonly string[], getModuleInfo: Rollup.GetModuleInfo): ReadonlySet<string> {
  const modules = new Set<string>();
  const queue = [...ids];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (modules.has(id)) continue;
    modules.add(id);
    queue.push(...importsOf(id, getModuleInfo));
  }
  return modules;
}

function importsOf(id: string, getModuleInfo: Rollup.GetModuleInfo): readonly string[] {
  const { code, importedIds } = getModuleInfo(id) ?? { code: null, importedIds: [] };
  return importedIds.flatMap((imported) => {
    const [name] = Object.entries(INDEXES).find(([, index]) => index.test(imported)) ?? [];
    if (name === undefined) return [imported];
    const exported = exportsOf(imported, getModuleInfo(imported)?.code ?? '');
    return namesFrom(name, code ?? '').map((used) => {
      const module = exported.get(used);
      if (module === undefined) throw new Error(`${name} exports ${used} in another way now. Correct frame-chunks.`);
      return module;
    });
  });
}

/** What an index exports, by name, and the module that has it. */
function exportsOf(index: string, code: string): ReadonlyMap<string, string> {
  return new Map(
    [...code.matchAll(/export \{(?<names>[^}]*)\} from '(?<file>[^']+)'/g)].flatMap(({ groups }) =>
      (groups?.['names'] ?? '')
        .split(',')
        .map((name) => [
          name.split(' as ').at(-1)?.trim() ?? '',
          path.join(path.dirname(index), groups?.['file'] ?? ''),
        ]),
    ),
  );
}

function namesFrom(packageName: string, code: string): readonly string[] {
  return [...code.matchAll(/import\s*\{(?<names>[^}]*)\}\s*from\s*["'](?<from>[^"']+)["']/g)]
    .filter(({ groups }) => groups?.['from'] === packageName)
    .flatMap(({ groups }) => (groups?.['names'] ?? '').split(','))
    .map((name) => name.split(' as ')[0]?.trim() ?? '')
    .filter((name) => name !== '');
}
