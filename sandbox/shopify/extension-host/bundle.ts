import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/**
 * Bundles one module of an extension with all it imports, minified, as Shopify's CLI does on deployment.
 *
 * @param entry path from the project's root
 * @returns an ES module with the entry's exports
 */
export async function bundleModule(entry: string): Promise<string> {
  const { build } = await import('vite'); // imported only when something is bundled, because it loads slowly
  const outcome = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      minify: 'esbuild',
      modulePreload: false,
      rollupOptions: {
        input: path.join(ROOT, entry),
        preserveEntrySignatures: 'strict',
        output: { format: 'es', inlineDynamicImports: true },
      },
    },
  });
  const [first] = [outcome].flat();
  if (!first || !('output' in first)) throw new Error(`${entry} was not bundled`);
  return first.output[0].code;
}
