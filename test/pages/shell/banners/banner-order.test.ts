import { describe, expect, it } from 'vitest';
import { BANNER_ORDER, firstBanner, type BannerName } from '../../../../app/pages/shell/banners/page-banner.tsx';

describe('the banner of a page', () => {
  it.each(BANNER_ORDER.map((name, place) => [name, BANNER_ORDER.slice(place + 1)] as const))(
    '%s stands before every banner after it',
    (name, after) => {
      const applies = Object.fromEntries([...after, name].map((each) => [each, true]));
      expect(firstBanner(applies)).toBe(name);
    },
  );

  it('is none when none applies', () => {
    expect(firstBanner({})).toBeNull();
    expect(firstBanner(Object.fromEntries(BANNER_ORDER.map((name) => [name, false])))).toBeNull();
  });

  it.each<[BannerName, BannerName]>([
    ['result', 'account-paused'],
    ['missing-scopes', 'set-up'],
    ['account-paused', 'approval'],
    ['switched-off', 'approval'],
  ])('%s is shown before %s', (first, second) => {
    expect(firstBanner({ [first]: true, [second]: true })).toBe(first);
  });
});
