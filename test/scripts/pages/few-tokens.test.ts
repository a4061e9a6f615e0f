import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TOKENS_IN_SCRIPTS } from '../../../scripts/pages/few-tokens.ts';

test('the scripts of pages contain every group of tokens that a component of Polaris reads', () => {
  const sources = globSync('node_modules/@shopify/polaris/build/esm/**/*.js').map((file) => readFileSync(file, 'utf8'));
  const read = sources.flatMap((source) =>
    [...source.matchAll(/\btheme(?:Default)?\.(?<group>[a-z]\w*)\[/gi)].map(({ groups }) => groups?.['group']),
  );
  expect([...new Set(read)].sort()).toEqual(TOKENS_IN_SCRIPTS);
});
