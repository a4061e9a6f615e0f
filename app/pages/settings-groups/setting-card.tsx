import { BlockStack, Card, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { Subdued } from '../shell/subdued.tsx';

interface SettingCardProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** A card of related settings. */
export function SettingCard({ title, text, children }: SettingCardProps) {
  return (
    <Card roundedAbove="sm">
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            {title}
          </Text>
          {text !== undefined && <Subdued>{text}</Subdued>}
        </BlockStack>
        {children}
      </BlockStack>
    </Card>
  );
}
