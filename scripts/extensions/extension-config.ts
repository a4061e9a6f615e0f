import { existsSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import { extensionConfig } from '../../sandbox/shopify/extension-host/extensions.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SURFACES = ['admin', 'customer-account'];

/**
 * What is wrong with a `shopify.extension.toml`: its API version, targets that Shopify's package does not know, and
 * modules that do not exist.
 *
 * @param folder where the file is
 * @throws ZodError when the text is no such file
 */
export function configProblems(toml: string, { folder, apiVersion }: { folder: string; apiVersion: string }): string[] {
  const { api_version, extensions } = extensionConfig.parse(parse(toml));
  const problems = api_version === apiVersion ? [] : [`api_version is ${api_version}, the program's ${apiVersion}`];
  for (const { handle, targeting } of extensions) {
    if (handle !== path.basename(folder)) problems.push(`the handle ${handle} is not the folder's name`);
    for (const { module, target, should_render: condition } of targeting) {
      const targets = [target, ...(condition ? [target.replace(/\.render$/, '.should-render')] : [])];
      problems.push(...targets.filter((each) => !isPublished(each)).map((each) => `there is no target ${each}`));
      const modules = [module, ...(condition ? [condition.module] : [])];
      const missing = modules.filter((each) => !existsSync(path.join(folder, each)));
      problems.push(...missing.map((each) => `there is no module ${each}`));
    }
  }
  return problems;
}

function isPublished(target: string): boolean {
  const build = path.join(ROOT, 'node_modules/@shopify/ui-extensions/build/ts/surfaces');
  return SURFACES.some((surface) => existsSync(path.join(build, surface, 'targets', `${target}.d.ts`)));
}
