import { BlockStack, Box, Card, InlineGrid, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import type { SettingsField, SettingsValues } from './settings-values.ts';

/** What the fields of every section of the settings form need. */
export interface SettingsFieldsProps {
  readonly values: SettingsValues;
  /** What is the matter with a field, in the merchant's language. */
  readonly errors: Readonly<Partial<Record<SettingsField, string>>>;
  readonly change: (change: Partial<SettingsValues>) => void;
}

interface SettingsSectionProps {
  readonly title: string;
  readonly description: string;
  readonly children: ReactNode;
}

/** Settings that belong together, in a card, with what they are about beside it, or above it on a narrow screen. */
export function SettingsSection({ title, description, children }: SettingsSectionProps) {
  return (
    <InlineGrid columns={{ xs: '1fr', md: '2fr 5fr' }} gap="400">
      <Box as="section" paddingInline={{ xs: '400', sm: '0' }} paddingBlockStart="400">
        <BlockStack gap="200">
          <Text as="h2" variant="headingMd">
            {title}
          </Text>
          <Text as="p" tone="subdued">
            {description}
          </Text>
        </BlockStack>
      </Box>
      <Card roundedAbove="sm">{children}</Card>
    </InlineGrid>
  );
}
