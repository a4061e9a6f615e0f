import { BlockStack, Card, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { Subdued } from '../../shell/subdued.tsx';

interface CardSectionProps {
  readonly title: string;
  /** What the card is about. */
  readonly text?: string;
  readonly children: ReactNode;
}

/** A card with a heading. */
export function CardSection({ title, text, children }: CardSectionProps) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        {text !== undefined && <Subdued>{text}</Subdued>}
        {children}
      </BlockStack>
    </Card>
  );
}
