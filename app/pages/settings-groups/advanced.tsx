import { BlockStack, Button, Collapsible, InlineStack } from '@shopify/polaris';
import { useId, useState, type ReactNode } from 'react';
import { useTexts } from '../shell/use-texts.ts';

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
