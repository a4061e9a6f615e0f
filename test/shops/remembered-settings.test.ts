import { expect, it } from 'vitest';
import { BOUNDS } from '../../app/bounds.ts';
import { readSettings } from '../../app/shops/shop-store.ts';

it('settings that a shop changes all the time take no more memory than others', () => {
  const first = readSettings('{"gracePeriodMinutes":1}');
  expect(readSettings('{"gracePeriodMinutes":1}')).toBe(first);
  for (let change = 0; change < 100; change += 1) {
    readSettings(JSON.stringify({ change, padding: 'x'.repeat(BOUNDS.settingsText) }));
  }
  expect(readSettings('{"gracePeriodMinutes":1}')).not.toBe(first); // forgotten with the others
});
