import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Changes that are committed without waiting for the disk, by file: why losing one does no harm. */
const MADE_AGAIN: Readonly<Record<string, readonly string[]>> = {
  'app/deliveries/store/hand-over/claims.ts': [
    'a claim of a hand-over: the attempt is only committed while the row has its claim',
  ],
  'app/deliveries/store/hand-over/hand-over-steps.ts': [
    'the end of a step before an acceptance: the claim expires and the step is taken again',
  ],
  'app/deliveries/store/reads.ts': [
    'a claim of a read: the delivery is read again',
    'a read that was put off: it is due sooner',
    'a read without news: the delivery is read again',
  ],
  'app/webhooks/handle-webhooks.ts': ['the handling of a batch: its receipts are still due'],
};

it('only changes that are made again by themselves are committed without waiting for the disk', () => {
  const found = readdirSync(path.join(ROOT, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && name !== path.join('persistence', 'statements.ts'))
    .map((name) => path.join('app', name))
    .map(
      (file) =>
        [file, readFileSync(path.join(ROOT, file), 'utf8').match(/\$\{MAY_BE_LOST\}|mayBeLost: true/g)] as const,
    )
    .flatMap(([file, uses]) => (uses ? [[file, uses.length]] : []));
  const expected = Object.entries(MADE_AGAIN).map(([file, reasons]) => [file, reasons.length]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});
