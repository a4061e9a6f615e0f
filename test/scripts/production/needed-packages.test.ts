import { expect, it } from 'vitest';
import { neededPackages, parseLock } from '../../../scripts/production/needed-packages.ts';

const neededOf = (packages: Readonly<Record<string, object>>) => [
  ...neededPackages(parseLock(JSON.stringify({ packages }))),
];

it('production needs the dependencies, and what they depend on', () => {
  const needed = neededOf({
    '': { dependencies: { express: '1' }, devDependencies: { vitest: '1' } },
    'node_modules/express': { dependencies: { qs: '1' } },
    'node_modules/qs': {},
    'node_modules/vitest': { dependencies: { qs: '1' } },
  });
  expect(needed).toEqual(['node_modules/express', 'node_modules/qs']);
});

it('a package has the nearest version, as Node finds it', () => {
  const needed = neededOf({
    '': { dependencies: { '@shop/api': '1', qs: '1' } },
    'node_modules/@shop/api': { dependencies: { parse: '1' } },
    'node_modules/@shop/api/node_modules/parse': { dependencies: { qs: '2' } },
    'node_modules/@shop/api/node_modules/qs': {},
    'node_modules/parse': {},
    'node_modules/qs': {},
  });
  expect(needed.sort()).toEqual([
    'node_modules/@shop/api',
    'node_modules/@shop/api/node_modules/parse',
    'node_modules/@shop/api/node_modules/qs',
    'node_modules/qs',
  ]);
});

it('a peer that is optional is left out, and one that is demanded is not', () => {
  const needed = neededOf({
    '': { dependencies: { pages: '1' }, devDependencies: { typescript: '5' } },
    'node_modules/pages': {
      peerDependencies: { csv: '1', typescript: '5' },
      peerDependenciesMeta: { typescript: { optional: true } },
    },
    'node_modules/csv': {},
    'node_modules/typescript': {},
  });
  expect(needed).toEqual(['node_modules/pages', 'node_modules/csv']);
});

it('an optional package counts where npm installed it, and packages that use each other end', () => {
  const needed = neededOf({
    '': { dependencies: { a: '1' }, optionalDependencies: { 'for-windows': '1' } },
    'node_modules/a': { dependencies: { b: '1' } },
    'node_modules/b': { dependencies: { a: '1' } },
  });
  expect(needed).toEqual(['node_modules/a', 'node_modules/b']);
});
