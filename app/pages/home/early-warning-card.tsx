import { BlockStack, Link, Text } from '@shopify/polaris';
import { CardSection } from '../delivery/cards/card-section.tsx';
import { useTexts } from '../shell/use-texts.ts';

/** Orders that are not fulfilled yet and would not go out. It renders nothing when there are none. */
export function EarlyWarningCard({ count }: { readonly count: number }) {
  const { earlyWarning: texts } = useTexts();
  if (count === 0) return null;
  return (
    <CardSection title={texts.title({ count })}>
      <BlockStack gap="200">
        <Text as="p" tone="subdued">
          {texts.text({ count })}
        </Text>
        <Link url="/app/review">{texts.view({ count })}</Link>
      </BlockStack>
    </CardSection>
  );
}
