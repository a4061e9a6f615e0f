import { InlineStack, Link } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { CardSection } from '../delivery/cards/card-section.tsx';
import { PIN_PICTURE } from './help-topics.ts';
import { appBridge } from '../shell/app-bridge.ts';
import { Subdued } from '../shell/subdued.tsx';
import { useLocale, useTexts } from '../shell/use-texts.ts';

const PICTURES = import.meta.glob<string>('../../../docs/guide/*/pictures/order-page-pin.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/**
 * Says that the block is not pinned to the pages of orders, and shows where that is done. In the set-up it is also shown
 * where nobody knows.
 */
export function PinBlockCard({ isSettingUp }: { readonly isSettingUp: boolean }) {
  const { pin } = useTexts().help;
  const picture = PICTURES[`../../../docs/guide/${useLocale()}/pictures/order-page-pin.webp`];
  const isPinned = usePinnedBlock();
  if (isPinned === null ? !isSettingUp : isPinned) return null;
  return (
    <CardSection title={pin.title}>
      <Subdued>
        {isPinned === false && pin.notPinned} {pin.text}
      </Subdued>
      <img
        src={picture}
        alt={pin.picture}
        width={PIN_PICTURE.width}
        height={PIN_PICTURE.height}
        style={{ maxWidth: '100%', height: 'auto' }}
      />
      <InlineStack>
        <Link url="/app/help/order-page#pin-the-block">{pin.more}</Link>
      </InlineStack>
    </CardSection>
  );
}

/**
 * Whether the merchant has pinned the block to the pages of orders. Null until App Bridge has answered, and where it
 * does not know: it has told since January 2026.
 */
function usePinnedBlock(): boolean | null {
  const [isPinned, setIsPinned] = useState<boolean | null>(null);
  useEffect(() => {
    askAppBridge().then(setIsPinned, () => undefined);
  }, []);
  return isPinned;
}

/** The block has one target, so it is pinned where it is active at all. */
async function askAppBridge(): Promise<boolean | null> {
  const extensions = await appBridge()?.app.extensions();
  const block = extensions?.find(({ handle }) => handle === 'delivery-block');
  return block ? block.activations.length > 0 : null;
}
