import type { HoldView } from '../../app/extension-api/extension-answers.ts';
import { RemedyLinks } from './delivery-card/remedy-links.tsx';

/** Says what holds all hand-overs of the shop, and links to where that is fixed. */
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
