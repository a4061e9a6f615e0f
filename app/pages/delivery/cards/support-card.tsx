import { Box, Button, Collapsible, InlineStack, Link } from '@shopify/polaris';
import { useState } from 'react';
import { showToast } from '../../shell/app-bridge.ts';
import { useNotice } from '../../shell/banners/notice.tsx';
import { targetOf } from '../../shell/remedy-links.tsx';
import { useSupportUrl, useTexts } from '../../shell/use-texts.ts';
import { CardSection } from './card-section.tsx';

/** The details that support needs, with a button to copy them. */
export function SupportCard({ text }: { readonly text: string }) {
  const { delivery, contactSupport } = useTexts();
  const texts = delivery.support;
  const { tell } = useNotice();
  const support = useSupportUrl();
  const [isShown, setShown] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast(texts.copied),
      () => {
        setShown(true);
        tell({ tone: 'warning', title: texts.copyFailed });
      },
    );
  return (
    <CardSection title={texts.title} text={texts.text}>
      <InlineStack gap="300" blockAlign="center">
        <Button onClick={() => void copy()}>{texts.copy}</Button>
        <Button variant="plain" onClick={() => setShown(!isShown)} ariaExpanded={isShown} ariaControls="support-bundle">
          {isShown ? texts.hide : texts.show}
        </Button>
        {support && (
          <Link url={support} {...targetOf(support)}>
            {contactSupport}
          </Link>
        )}
      </InlineStack>
      <Collapsible id="support-bundle" open={isShown}>
        <Box background="bg-surface-secondary" padding="200" borderRadius="200">
          <pre style={{ margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</pre>
        </Box>
      </Collapsible>
    </CardSection>
  );
}
