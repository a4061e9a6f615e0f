import type { Plugin } from 'vite';

/**
 * What Remix decides anew in each browser, though this app decided it for all: data comes by single fetch, no page is
 * rendered without a server, and no loader returns the former `defer`. With the answers written in, the build leaves out
 * the other ways.
 */
const SETTLED: Readonly<Record<string, readonly (readonly [asked: string, settled: string])[]>> = {
  '@remix-run/react/dist/esm/browser.js': [
    ['window.__remixContext.future.v3_singleFetch', 'true'],
    ['window.__remixContext.isSpaMode', 'false'],
  ],
  '@remix-run/react/dist/esm/components.js': [
    ['future.v3_singleFetch ?', 'true ?'],
    ['!future.v3_singleFetch', 'false'],
  ],
  '@remix-run/react/dist/esm/links.js': [['future.v3_singleFetch', 'true']],
  '@remix-run/react/dist/esm/routes.js': [
    ['future.v3_singleFetch', 'true'],
    ['typeof singleFetch === "function"', 'true'],
    ['if (isSpaMode)', 'if (false)'],
  ],
  '@remix-run/router/dist/router.js': [
    ['return result.type === ResultType.deferred;', 'return false;'],
    ['let deferred = value;\n  return deferred && ', 'return false && '],
  ],
};

export const settledChoices: Plugin = {
  name: 'settled-choices',
  transform(code, id, { ssr } = {}) {
    const file = Object.keys(SETTLED).find((name) => id.endsWith(`/node_modules/${name}`));
    if (ssr || file === undefined) return null;
    let settled = code;
    for (const [from, to] of SETTLED[file] ?? []) {
      if (!settled.includes(from)) throw new Error(`${file} no longer says "${from}". Correct settled-choices.`);
      settled = settled.replaceAll(from, to);
    }
    return { code: settled, map: null };
  },
};
