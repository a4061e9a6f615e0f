import { Box, InlineStack, Link } from '@shopify/polaris';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';

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
