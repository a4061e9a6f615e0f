import { BlockStack, Card, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';

/** A card with a heading. */
export function CardSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {title}
        </Text>
        {children}
      </BlockStack>
    </Card>
  );
}
