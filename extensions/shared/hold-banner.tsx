import type { HoldView } from '../../app/extension-api/extension-answers.ts';
import { RemedyLinks } from './remedy-links.tsx';

/** What holds back every hand-over of the shop, and the way to where that ends. */
export function HoldBanner({ hold: { sentence, remedies } }: { readonly hold: HoldView }) {
  return (
    <s-banner tone="warning">
      <s-stack direction="inline" gap="small-200" alignItems="center">
        <s-text>{sentence}</s-text>
        <RemedyLinks remedies={remedies} />
      </s-stack>
    </s-banner>
  );
}
