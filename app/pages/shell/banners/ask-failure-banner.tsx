import { Banner, type BannerProps } from '@shopify/polaris';
import type { AskFailure } from '../use-asked.ts';
import { useTexts } from '../use-texts.ts';

interface AskFailureBannerProps {
  readonly failure: AskFailure;
  /** The button that asks again, unless it stands beside the banner. */
  readonly action?: NonNullable<BannerProps['action']>;
}

/** Says in place why something was not loaded, and what to do. */
export function AskFailureBanner({ failure, action }: AskFailureBannerProps) {
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
