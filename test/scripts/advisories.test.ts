import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
const [, section = ''] = read('docs/security.md').split('\n## Advisories\n');
const rows = [...section.matchAll(/^\| (`.+`) \| ([^|]+) \| ([^|]+) \|/gm)];

it('docs/security.md names each advisory that is accepted, with its reason', () => {
  const advisories = z
    .array(z.object({ id: z.string(), package: z.string(), accepted: z.string().optional() }))
    .parse(JSON.parse(read('scripts/advisories.json')));
  const accepted = advisories.filter((each) => each.accepted !== undefined);
  const named = rows.filter(([, id = '']) => /^`(CVE|GHSA)-/.test(id));
  expect(named.map(([, id, name, reason]) => [id, name, reason])).toEqual(
    accepted.map((each) => [`\`${each.id}\``, `\`${each.package}\``, each.accepted]),
  );
});

it('docs/security.md says of each override why it is there and until when', () => {
  const { overrides } = z
    .object({ overrides: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const explained = rows.flatMap(([, names = '', version]) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => [name, version] as const),
  );
  expect(Object.fromEntries(explained.filter(([, version]) => /^\d/.test(version ?? '')))).toEqual(overrides);
});
