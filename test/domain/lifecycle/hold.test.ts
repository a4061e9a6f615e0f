import { expect, it } from 'vitest';
import { holdOf, type Hold, type ShopReadiness } from '../../../app/domain/lifecycle/hold.ts';

const ready: ShopReadiness = {
  installed: true,
  handOverOn: true,
  hasOperatorToken: true,
  hasPickup: true,
  accountPaused: false,
};

it.each<[Partial<ShopReadiness>, Hold | null]>([
  [{}, null],
  [{ installed: false }, 'uninstalled'],
  [{ hasOperatorToken: false }, 'set-up'],
  [{ hasPickup: false }, 'set-up'],
  [{ handOverOn: false }, 'switched-off'],
  [{ accountPaused: true }, 'account-paused'],
  [{ handOverOn: false, hasPickup: false }, 'set-up'],
])('a shop with %j is held back for %s', (change, hold) => {
  expect(holdOf({ ...ready, ...change })).toBe(hold);
});
