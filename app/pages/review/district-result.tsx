import { useFetcher } from '@remix-run/react';
import { Banner } from '@shopify/polaris';
import { useTexts } from '../shell/use-texts.ts';
import { DISTRICTS, type ReviewResult } from './review-result.ts';

/** The result of the last choice of a district, with a way to undo it. It stays until the next choice. */
export function DistrictResult() {
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
      return <Banner tone="critical">{deliveries.again.unreachable}</Banner>;
    default:
      return null;
  }
}
