import { useFetcher } from '@remix-run/react';
import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useEffect } from 'react';
import { useNotice } from '../shell/banners/notice.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { useAskNotToSend } from './not-sending.tsx';

/** The result of the merchant's decision about deliveries that need approval. */
export type ReleaseResult =
  { readonly kind: 'released' | 'skipped'; readonly count: number } | { readonly kind: 'unreachable' };

/** Says on other pages that deliveries need approval, and links to them. */
export function ApprovalBanner({ count }: { readonly count: number }) {
  const { release: texts } = useTexts();
  return (
    <Banner
      tone="warning"
      title={texts.title({ count })}
      action={{ content: texts.look({ count }), url: '/app/deliveries?tab=waiting' }}
    >
      <Text as="p">{texts.text({ count })}</Text>
    </Banner>
  );
}

/**
 * Asks the merchant before many held deliveries are sent, because their parcels may have left some other way by now.
 */
export function ReleaseBanner({ count }: { readonly count: number }) {
  const { release: texts, deliveries } = useTexts();
  const { tell } = useNotice();
  const fetcher = useFetcher<ReleaseResult>();
  const result = fetcher.data;
  useEffect(() => {
    if (!result) return;
    if (result.kind === 'unreachable') tell({ tone: 'critical', title: deliveries.unreachable });
    else tell({ tone: result.count > 0 ? 'success' : 'warning', title: texts[result.kind]({ count: result.count }) });
  }, [result, texts, deliveries, tell]);
  const asked = fetcher.formData?.get('held') ?? null;
  const submit = (held: 'released' | 'skipped') => fetcher.submit({ held, count }, { method: 'post' });
  const { ask, question } = useAskNotToSend();
  const answer = (held: 'released' | 'skipped') => ({
    onClick: () => (held === 'skipped' ? ask(count, () => submit(held)) : submit(held)),
    loading: asked === held,
    disabled: asked !== null,
  });
  return (
    <Banner tone="warning" title={texts.title({ count })}>
      <BlockStack gap="200">
        <Text as="p">{texts.text({ count })}</Text>
        {question}
        <InlineStack gap="200">
          <Button {...answer('released')}>{texts.send({ count })}</Button>
          <Button {...answer('skipped')}>{texts.skip({ count })}</Button>
        </InlineStack>
      </BlockStack>
    </Banner>
  );
}
