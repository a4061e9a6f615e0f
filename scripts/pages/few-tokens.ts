import type { Plugin } from 'vite';

/** The groups of tokens that scripts of Polaris read. Its styles contain every group of every theme. */
export const TOKENS_IN_SCRIPTS = ['breakpoints', 'motion', 'space', 'zIndex'];

/** Leaves the other groups and themes out of the pages' scripts. They were a fortieth of all scripts. */
export const fewTokens: Plugin = {
  name: 'few-tokens',
  transform(code, id, { ssr } = {}) {
    if (ssr || !id.includes('/polaris-tokens/dist/esm/build/')) return null;
    const themes = /(?<=^var themes = )\{\n.*?^\}(?=;$)/ms;
    const [written] = themes.exec(code) ?? [];
    if (!written) throw new Error('The themes of @shopify/polaris-tokens stand elsewhere now. Correct few-tokens.');
    const { light } = JSON.parse(written) as { light: Record<string, object> };
    const kept = TOKENS_IN_SCRIPTS.map((group) => [group, light[group]]);
    return { code: code.replace(themes, JSON.stringify({ light: Object.fromEntries(kept) as object })), map: null };
  },
};
