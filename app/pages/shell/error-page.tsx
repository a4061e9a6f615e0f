import { isRouteErrorResponse, useRevalidator } from '@remix-run/react';
import { Banner, BlockStack, Link, Page, Text } from '@shopify/polaris';
import { targetOf } from './remedy-links.tsx';
import { useSupportUrl, useTexts } from './use-texts.ts';

/**
 * Shown in place of a page that failed. To leave the frame, the Shopify package throws a response that is a page of its
 * own, with status 200 and a script. That response is shown unchanged.
 */
export function ErrorPage({ error }: { readonly error: unknown }) {
  const { error: texts, contactSupport } = useTexts();
  const support = useSupportUrl();
  const { revalidate, state } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 200 && typeof error.data === 'string') {
    return <div dangerouslySetInnerHTML={{ __html: error.data }} />;
  }
  return (
    <Page title={texts.title}>
      <Banner
        tone="critical"
        action={{ content: texts.retry, onAction: revalidate, loading: state === 'loading' }}
        secondaryAction={{ content: texts.toDeliveries, url: '/app/deliveries' }}
      >
        <BlockStack>
          <Text as="p">{texts.text}</Text>
          {support && (
            <Link url={support} {...targetOf(support)}>
              {contactSupport}
            </Link>
          )}
        </BlockStack>
      </Banner>
    </Page>
  );
}
