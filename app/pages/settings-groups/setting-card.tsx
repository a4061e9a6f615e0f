import { BlockStack, Card, Text, Button, Collapsible, InlineStack } from '@shopify/polaris';
import { type ReactNode, useId, useState } from 'react';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';

interface SettingCardProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** A card of related settings. */
export function SettingCard({ title, text, children }: SettingCardProps) {
  return (
    <Card>
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

interface AdvancedProps {
  /** Whether something in it is in use, so that it is shown at once. */
  readonly isUsed: boolean;
  readonly children: ReactNode;
}

/** Settings that few shops need. */
export function Advanced({ isUsed, children }: AdvancedProps) {
  const { advanced } = useTexts().settingsGroups;
  const [isOpen, setOpen] = useState(isUsed);
  const id = useId();
  return (
    <BlockStack gap="300">
      <InlineStack>
        <Button
          variant="plain"
          disclosure={isOpen ? 'up' : 'down'}
          ariaExpanded={isOpen}
          ariaControls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {advanced}
        </Button>
      </InlineStack>
      <Collapsible id={id} open={isOpen} transition={false}>
        {isOpen && <BlockStack gap="300">{children}</BlockStack>}
      </Collapsible>
    </BlockStack>
  );
}
