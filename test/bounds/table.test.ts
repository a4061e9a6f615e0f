import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { BOUNDS } from '../../app/bounds.ts';

it('docs/security.md lists every bound with its number, and no other', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/security.md'), 'utf8');
  const [, section = ''] = text.split('\n## Bounds\n');
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` +\| ([\d,]+) +\|/gm)];
  expect(Object.fromEntries(rows.map(([, name, most = '']) => [name, Number(most.replaceAll(',', ''))]))).toEqual(
    BOUNDS,
  );
});
