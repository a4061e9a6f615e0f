import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig, type BuildOptions, type Plugin } from 'vite';
import { guidePlugin } from './scripts/guide/guide-plugin.ts';
import { compressedCopies } from './scripts/pages/compressed-copies.ts';
import { polarisStyles } from './scripts/pages/polaris-styles.ts';

/** A browser gets its texts parsed, so it needs no parser: the library's own stand-in has all the rest of the module. */
const noMessageParser: Plugin = {
  name: 'no-message-parser',
  enforce: 'pre',
  resolveId(id, importer, { ssr }) {
    if (ssr || id !== '@formatjs/icu-messageformat-parser') return null;
    return this.resolve('@formatjs/icu-messageformat-parser/no-parser.js', importer, { skipSelf: true });
  },
};

/** Writes the names of the modules that the server's bundle is made of, for the test that compares them with the process. */
const listServerModules: Plugin = {
  name: 'list-server-modules',
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) =>
      chunk.type === 'chunk' ? Object.keys(chunk.modules) : [],
    );
    this.emitFile({ type: 'asset', fileName: 'modules.json', source: JSON.stringify(modules) });
  },
};

/**
 * Packages that the server's bundle contains, in their variants for production: production then neither installs nor
 * loads the rest of them.
 */
const BUNDLED = [
  ...[/^@shopify\/polaris/, /^react-transition-group/, /^@babel\/runtime/, /^dom-helpers/, 'prop-types', 'react-is'],
  ...['object-assign', 'deepmerge', 'react-fast-compare'],
  ...[/^react(\/|$)/, /^react-dom(\/|$)/, 'scheduler', '@remix-run/react', /^react-router/, '@remix-run/router'],
];

/** Every byte is sent to each merchant. Terser leaves a thirtieth less than esbuild, and takes some seconds more. */
const SMALL_SCRIPTS: BuildOptions = {
  minify: 'terser',
  terserOptions: { ecma: 2020, module: true, compress: { passes: 2 }, format: { comments: false } },
  rollupOptions: {
    output: {
      // Scripts of a few hundred bytes compress badly, and each is a request.
      experimentalMinChunkSize: 30_000,
    },
  },
};

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    noMessageParser,
    guidePlugin,
    listServerModules,
    polarisStyles,
    ...(command === 'build' ? [compressedCopies] : []),
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_lazyRouteDiscovery: true,
        v3_singleFetch: true,
      },
    }),
  ],
  ...(command === 'build' && {
    ssr: { noExternal: BUNDLED },
    define: { 'process.env.NODE_ENV': '"production"' },
    // Node keeps the text of the bundle in memory, twice as large if it is not plain ASCII. Names stay, for stack traces.
    esbuild: {
      charset: 'ascii' as const,
      legalComments: 'none' as const,
      ...(isSsrBuild && { minifyIdentifiers: false }),
    },
  }),
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
    ...(isSsrBuild ? { minify: 'esbuild' as const } : SMALL_SCRIPTS),
  },
  server: { hmr: { port: 24_678 } },
}));
