import { Modal, Text } from '@shopify/polaris';
import { useEffect, useRef, useState, type ReactNode } from 'react';

interface Question {
  readonly title: string;
  readonly text: string;
  /** Of the button that does it. */
  readonly confirm: string;
  readonly cancel: string;
  /** Does what was asked about, whatever the page has loaded under the question. */
  readonly onConfirm: () => void;
}

/**
 * Asks before something is lost: the question, and what opens it. The question goes at once: while it fades out it keeps
 * the focus, and the result could not take it. The focus is then back where it was.
 */
export function useQuestion(): { ask: (asked: Question) => void; question: ReactNode } {
  const [asked, setAsked] = useState<Question | null>(null);
  const opener = useRef<Element | null>(null);
  const confirmed = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (asked !== null) return;
    if (opener.current instanceof HTMLElement) opener.current.focus();
    confirmed.current?.();
    confirmed.current = null;
  }, [asked]);
  const ask = (next: Question) => {
    opener.current = document.activeElement;
    setAsked(next);
  };
  const close = () => setAsked(null);
  const question = asked && (
    <Modal
      open
      title={asked.title}
      onClose={close}
      primaryAction={{
        content: asked.confirm,
        destructive: true,
        onAction: () => {
          confirmed.current = asked.onConfirm;
          close();
        },
      }}
      secondaryActions={[{ content: asked.cancel, onAction: close }]}
    >
      <Modal.Section>
        <Text as="p">{asked.text}</Text>
      </Modal.Section>
    </Modal>
  );
  return { ask, question };
}
