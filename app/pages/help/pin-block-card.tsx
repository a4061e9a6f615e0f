import { Badge, BlockStack, Card, InlineStack, Link, Text } from '@shopify/polaris';
import { PIN_PICTURE } from './pin-picture.ts';
import { useLocale, useTexts } from '../shell/use-texts.ts';

const PICTURES = import.meta.glob<string>('../../../docs/guide/*/pictures/order-page-pin.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

interface PinBlockCardProps {
  /** Whether the block is pinned; null when App Bridge does not tell. */
  readonly isPinned: boolean | null;
}

/** Says whether the block is pinned to the pages of orders, and shows where that is done. */
export function PinBlockCard({ isPinned }: PinBlockCardProps) {
  const { pin } = useTexts().help;
  const picture = PICTURES[`../../../docs/guide/${useLocale()}/pictures/order-page-pin.webp`];
  const title = (
    <InlineStack gap="200" blockAlign="center">
      <Text as="h2" variant="headingMd">
        {pin.title}
      </Text>
      {isPinned !== null && (
        <Badge tone={isPinned ? 'success' : 'attention'}>{isPinned ? pin.pinned : pin.notPinned}</Badge>
      )}
    </InlineStack>
  );
  if (isPinned) return <Card>{title}</Card>;
  return (
    <Card>
      <BlockStack gap="300">
        {title}
        <Text as="p" tone="subdued">
          {pin.text}
        </Text>
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
      </BlockStack>
    </Card>
  );
}
