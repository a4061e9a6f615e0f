import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

const INSERTED = 'they are inserted, and joined with nothing';
const NUMBERED = 'they are numbered, and a LATERAL or a subquery looks up each by an index';

/** Files that give rows to a statement in another way than `jsonRows`, and why the number that a planner expects does no harm. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'app/deliveries/reconciliation/notice-edits.ts': NUMBERED,
  'app/deliveries/store/of-fulfillments.ts': INSERTED,
  'app/deliveries/tracking/keep-record.ts': INSERTED,
  'app/deliveries/write-back/order-metafields.ts': NUMBERED,
  'app/deliveries/write-back/order-outbox.ts': INSERTED,
  'app/deliveries/write-back/publications.ts': NUMBERED,
  'app/persistence/json-rows.ts': 'it is the place',
  'app/persistence/webhook-inbox.ts': INSERTED,
};

it('rows that a statement brings along say how many they are', () => {
  const found = readdirSync(path.join(ROOT, 'app'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join('app', name))
    .filter((file) => /json_(to|populate)_recordset\(/.test(readFileSync(path.join(ROOT, file), 'utf8')));
  expect(found.sort()).toEqual(Object.keys(OTHERWISE));
});
