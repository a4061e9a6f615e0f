import { Button, InlineStack, Modal, Text } from '@shopify/polaris';
import { useState } from 'react';
import { useTexts } from '../shell/use-texts.ts';

/** Removes the saved token after the merchant confirms it. */
export function RemoveToken({ isBusy, onRemove }: { readonly isBusy: boolean; readonly onRemove: () => void }) {
  const { removal } = useTexts().settings.account;
  const [isAsking, setAsking] = useState(false);
  const remove = () => {
    setAsking(false);
    onRemove();
  };
  return (
    <InlineStack>
      <Button variant="plain" tone="critical" loading={isBusy} onClick={() => setAsking(true)}>
        {removal.remove}
      </Button>
      <Modal
        open={isAsking}
        title={removal.title}
        onClose={() => setAsking(false)}
        primaryAction={{ content: removal.remove, destructive: true, onAction: remove }}
        secondaryActions={[{ content: removal.cancel, onAction: () => setAsking(false) }]}
      >
        <Modal.Section>
          <Text as="p">{removal.text}</Text>
        </Modal.Section>
      </Modal>
    </InlineStack>
  );
}
