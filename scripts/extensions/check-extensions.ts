/**
 * Checks the extensions against what Shopify accepts: their types, the elements and properties of each target, their
 * configuration, their texts in every language, and the size that a page loads.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { API_VERSION } from '../../app/shopify/access/shopify.server.ts';
import { bundleModule } from '../../sandbox/shopify/extension-host/bundle.ts';
import { readExtensions, textsSchema, type Extension } from '../../sandbox/shopify/extension-host/extensions.ts';
import { configProblems } from './extension-config.ts';
import { elementProblems, publishedElements } from './extension-elements.ts';
import { textProblems, usedTexts } from './extension-texts.ts';

const SIZE_LIMIT_KB = 20;

const problems = typeProblems(readProgram('extensions'));
for (const extension of await readExtensions()) {
  const folder = path.dirname(extension.locales);
  const found = [...checkSources(extension, folder), ...(await checkSizes(extension))];
  problems.push(...found.map((problem) => `${folder}: ${problem}`));
}
for (const problem of problems) console.error(problem);
console.log(`${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function checkSources({ target, locales }: Extension, folder: string): string[] {
  const toml = readFileSync(path.join(folder, 'shopify.extension.toml'), 'utf8');
  const program = readProgram(folder);
  const modules = program.getSourceFiles().filter(isDeployed);
  const elements = publishedElements(target);
  const used = usedTexts(program, modules);
  const named = [...toml.matchAll(/"t:([^"]+)"/g)].map(([, key = '']) => key);
  const texts = new Map(
    globSync('*.json', { cwd: locales }).map((name) => {
      const file: unknown = JSON.parse(readFileSync(path.join(locales, name), 'utf8'));
      return [name, textsSchema.parse(file)] as const;
    }),
  );
  return [
    ...configProblems(toml, { folder, apiVersion: API_VERSION }),
    ...typeProblems(program),
    ...modules.flatMap((module) => elementProblems(module, elements)),
    ...used.problems,
    ...textProblems(texts, new Set([...named, ...used.keys])),
  ];
}

async function checkSizes({ module, condition }: Extension): Promise<string[]> {
  const sizes: [string, number][] = [];
  for (const entry of condition ? [module, condition] : [module]) {
    sizes.push([entry, gzipSync(await bundleModule(entry)).length / 1024]);
  }
  for (const [entry, size] of sizes) console.log(`size: ${entry} ${size.toFixed(1)} KB compressed`);
  return sizes
    .filter(([, size]) => size > SIZE_LIMIT_KB)
    .map(([entry, size]) => `${entry} has ${size.toFixed(1)} KB compressed, and may have ${SIZE_LIMIT_KB}`);
}

/** The TypeScript program of a folder's `tsconfig.json`. */
function readProgram(folder: string): ts.Program {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const config = ts.getParsedCommandLineOfConfigFile(path.resolve(folder, 'tsconfig.json'), {}, host);
  if (!config) throw new Error(`${folder}/tsconfig.json cannot be read`);
  return ts.createProgram(config.fileNames, config.options);
}

function typeProblems(program: ts.Program): string[] {
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName ?? ''}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

/** Whether a module is part of the deployed extension. */
function isDeployed({ fileName }: ts.SourceFile): boolean {
  const [top, ...inside] = path.relative('.', fileName).split(path.sep);
  return top === 'extensions' && !inside.includes('tests');
}
