import { Box, InlineStack, Link } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useQuestion } from '../shell/question.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { Subdued } from '../shell/subdued.tsx';

/** Asks before deliveries that were never sent are left unsent. */
export function useAskNotToSend(): { ask: (count: number, leave: () => void) => void; question: ReactNode } {
  const { notSending: texts } = useTexts();
  const { ask, question } = useQuestion();
  return {
    ask: (count, onConfirm) =>
      ask({
        title: texts.title({ count }),
        text: texts.text({ count }),
        confirm: texts.confirm({ count }),
        cancel: texts.cancel,
        onConfirm,
      }),
    question,
  };
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
