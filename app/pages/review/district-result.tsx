import { useFetcher } from '@remix-run/react';
import { Banner } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useTexts } from '../shell/use-texts.ts';
import { DISTRICTS, type ReviewResult } from './review-result.ts';

/**
 * The banner with the result of the last choice of a district, and a way to undo it; null before the first choice. It
 * stays until the next one.
 */
export function useDistrictResult(): ReactNode {
  const { review, deliveries } = useTexts();
  const texts = review.district;
  const fetcher = useFetcher<ReviewResult>({ key: DISTRICTS });
  const result = fetcher.data;
  switch (result?.kind) {
    case 'used':
      return (
        <Banner
          tone="success"
          action={{
            content: texts.undo,
            loading: fetcher.state !== 'idle',
            onAction: () => fetcher.submit({ intent: 'forget', written: result.written }, { method: 'post' }),
          }}
        >
          {texts.used(result)}
        </Banner>
      );
    case 'forgotten':
      return <Banner tone="info">{texts.undone(result)}</Banner>;
    case 'unreachable':
      return <Banner tone="critical">{deliveries.unreachable}</Banner>;
    default:
      return null;
  }
}
