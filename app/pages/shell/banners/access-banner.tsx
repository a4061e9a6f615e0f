import { Banner, Text } from '@shopify/polaris';
import type { ShopAccess } from '../../../shops/shop-access.ts';
import type { PageBanners } from './page-banner.tsx';
import { targetOf } from '../remedy-links.tsx';
import { useSupportUrl, useTexts } from '../use-texts.ts';

/** What Shopify does not let the app see, and how to fix that. There is none when the app has full access. */
export function accessBanners({ missingScopes, isCustomerDataWithheld, isServerRefused }: ShopAccess): PageBanners {
  return {
    'server-refused': isServerRefused && <ServerRefused />,
    'missing-scopes': missingScopes.length > 0 && <MissingScopes scopes={missingScopes} />,
    'withheld-data': isCustomerDataWithheld && <WithheldData />,
  };
}

function ServerRefused() {
  const { access } = useTexts();
  return (
    <Banner tone="warning" title={access.serverRefusedTitle}>
      {access.serverRefusedText}
    </Banner>
  );
}

function MissingScopes({ scopes }: { readonly scopes: readonly string[] }) {
  const { access } = useTexts();
  return (
    <Banner tone="critical" title={access.scopesTitle} {...useSupport()}>
      <Text as="p">{access.scopesText({ scopes: scopes.join(', ') })}</Text>
    </Banner>
  );
}

function WithheldData() {
  const { access } = useTexts();
  return (
    <Banner tone="critical" title={access.withheldTitle} {...useSupport()}>
      <Text as="p">{access.withheldText}</Text>
    </Banner>
  );
}

function useSupport() {
  const { contactSupport } = useTexts();
  const url = useSupportUrl();
  return url === null ? {} : { action: { content: contactSupport, url, ...targetOf(url) } };
}
