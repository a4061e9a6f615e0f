import { Banner, BlockStack, Text } from '@shopify/polaris';
import type { ShopAccess } from '../../shops/shop-access.ts';
import { targetOf } from './remedy-links.tsx';
import { useSupportUrl, useTexts } from './use-texts.ts';

/** Says what Shopify does not let the app see, and how to fix that. It renders nothing when the app has full access. */
export function AccessBanner({ missingScopes, isCustomerDataWithheld }: ShopAccess) {
  const { access, contactSupport } = useTexts();
  const url = useSupportUrl();
  const support = url === null ? {} : { action: { content: contactSupport, url, ...targetOf(url) } };
  if (missingScopes.length === 0 && !isCustomerDataWithheld) return null;
  return (
    <BlockStack gap="400">
      {missingScopes.length > 0 && (
        <Banner tone="critical" title={access.scopesTitle} {...support}>
          <Text as="p">{access.scopesText({ scopes: missingScopes.join(', ') })}</Text>
        </Banner>
      )}
      {isCustomerDataWithheld && (
        <Banner tone="critical" title={access.withheldTitle} {...support}>
          <Text as="p">{access.withheldText}</Text>
        </Banner>
      )}
    </BlockStack>
  );
}
