import { Modal, Text, Box, InlineStack, Link } from '@shopify/polaris';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../shell/use-texts.ts';
import { Subdued } from '../shell/subdued.tsx';

/** Asks before deliveries that were never sent are left unsent: the question, and what opens it. */
export function useAskNotToSend(leave: () => void): { ask: (count: number) => void; question: ReactNode } {
  const { notSending: texts } = useTexts();
  const [asked, setAsked] = useState<number | null>(null);
  const count = asked ?? 0;
  const close = () => setAsked(null);
  const confirm = () => {
    close();
    leave();
  };
  const question = (
    <Modal
      open={asked !== null}
      title={texts.title({ count })}
      onClose={close}
      primaryAction={{ content: texts.confirm({ count }), destructive: true, onAction: confirm }}
      secondaryActions={[{ content: texts.cancel, onAction: close }]}
    >
      <Modal.Section>
        <Text as="p">{texts.text({ count })}</Text>
      </Modal.Section>
    </Modal>
  );
  return { ask: setAsked, question };
}

/** How many fulfilled orders were not sent by the merchant's choice, for a day. It renders nothing when there are none. */
export function NotSentLine({ count }: { readonly count: number }) {
  const { notSending: texts } = useTexts();
  if (count === 0) return null;
  return (
    <Box paddingInline={{ xs: '400', sm: '0' }}>
      <InlineStack gap="200">
        <Subdued>{texts.today({ count })}</Subdued>
        <Link url="/app/deliveries?tab=skipped">{texts.show}</Link>
      </InlineStack>
    </Box>
  );
}
