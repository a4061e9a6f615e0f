import { BlockStack, Text } from '@shopify/polaris';
import type { Decided } from '../delivery-page-view.ts';
import { useTexts } from '../use-texts.ts';
import { CardSection } from './card-section.tsx';

/** Which field and which rule decided. */
export function WhyCard({ decided }: { readonly decided: readonly Decided[] }) {
  const texts = useTexts().delivery.why;
  return (
    <CardSection title={texts.title}>
      {decided.length === 0 && (
        <Text as="p" tone="subdued">
          {texts.empty}
        </Text>
      )}
      {decided.map(({ part, source, rule }) => (
        <BlockStack key={`${part} ${source} ${rule ?? ''}`}>
          <Text as="span" tone="subdued">
            {texts.fields[part]}
          </Text>
          <Text as="span" breakWord>
            {rule ? `${source}, ${texts.rule(rule)}` : source}
          </Text>
        </BlockStack>
      ))}
    </CardSection>
  );
}
