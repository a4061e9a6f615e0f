import { Modal, Text, Box, InlineStack, Link } from '@shopify/polaris';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTexts } from '../shell/use-texts.ts';
import { Subdued } from '../shell/subdued.tsx';

/**
 * Asks before deliveries that were never sent are left unsent: the question, and what opens it. The question goes at once:
 * while it fades out it keeps the focus, and the result could not take it. The focus is then back where it was.
 */
export function useAskNotToSend(): { ask: (count: number, leave: () => void) => void; question: ReactNode } {
  const { notSending: texts } = useTexts();
  // what was asked about is left unsent, whatever the page has loaded under the question
  const [asked, setAsked] = useState<{ readonly count: number; readonly leave: () => void } | null>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (asked === null && opener.current instanceof HTMLElement) opener.current.focus();
  }, [asked]);
  const ask = (count: number, leave: () => void) => {
    opener.current = document.activeElement;
    setAsked({ count, leave });
  };
  const count = asked?.count ?? 0;
  const close = () => setAsked(null);
  const confirm = () => {
    close();
    asked?.leave();
  };
  const question = asked !== null && (
    <Modal
      open
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
  return { ask, question };
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
