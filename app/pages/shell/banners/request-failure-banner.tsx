import { Banner, type BannerProps } from '@shopify/polaris';
import type { RequestFailure } from '../use-request.ts';
import { useTexts } from '../use-texts.ts';

interface RequestFailureBannerProps {
  readonly failure: RequestFailure;
  /** The button that asks again, unless the page has one. */
  readonly action?: NonNullable<BannerProps['action']>;
}

/** Says in place why something was not loaded, and what to do. */
export function RequestFailureBanner({ failure, action }: RequestFailureBannerProps) {
  const { asked: texts, toDeliveries } = useTexts().error;
  switch (failure.kind) {
    case 'not-found':
      return (
        <Banner tone="warning" action={{ content: toDeliveries, url: '/app/deliveries' }}>
          {texts['not-found']}
        </Banner>
      );
    case 'too-often':
      return (
        <Banner tone="warning" {...(action ? { action } : {})}>
          {texts['too-often']({ seconds: failure.seconds })}
        </Banner>
      );
    case 'unreachable':
      return (
        <Banner tone="critical" {...(action ? { action } : {})}>
          {texts.unreachable}
        </Banner>
      );
  }
}
