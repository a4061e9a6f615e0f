import { Banner, type BannerProps } from '@shopify/polaris';
import type { PageTexts } from '../../../texts/catalogue.ts';
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
  const text = failureText(failure, texts);
  const next = failure.kind === 'not-found' ? { content: toDeliveries, url: '/app/deliveries' } : action;
  return (
    <Banner tone={failure.kind === 'unreachable' ? 'critical' : 'warning'} {...(next && { action: next })}>
      {text}
    </Banner>
  );
}

/** Why the app did not answer, and what to do. */
export function failureText(failure: RequestFailure, texts: PageTexts['error']['asked']): string {
  return failure.kind === 'too-often' ? texts['too-often'](failure) : texts[failure.kind];
}
