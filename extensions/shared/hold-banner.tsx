import type { Words } from './words.ts';

/** Where an extension leads to a page of the app. */
const SETTINGS = 'app:app/settings';

/** What holds back every hand-over of the shop, and the way to where that ends. */
export function HoldBanner({ hold, words }: { readonly hold: string; readonly words: Words<'openSettings'> }) {
  return (
    <s-banner tone="warning">
      <s-stack direction="inline" gap="small-200" alignItems="center">
        <s-text>{hold}</s-text>
        <s-link href={SETTINGS}>{words.t('openSettings')}</s-link>
      </s-stack>
    </s-banner>
  );
}
