import { Banner, BlockStack, Text } from '@shopify/polaris';
import type { ShopAccess } from '../../shops/shop-access.ts';
import { useTexts } from './use-texts.ts';

/** Says what Shopify keeps from the app, and what ends it; nothing while it keeps nothing. */
export function AccessBanner({ missingScopes, isCustomerDataWithheld }: ShopAccess) {
  const { access } = useTexts();
  if (missingScopes.length === 0 && !isCustomerDataWithheld) return null;
  return (
    <BlockStack gap="400">
      {missingScopes.length > 0 && (
        <Banner tone="critical" title={access.scopesTitle}>
          <Text as="p">{access.scopesText({ scopes: missingScopes.join(', ') })}</Text>
        </Banner>
      )}
      {isCustomerDataWithheld && (
        <Banner tone="critical" title={access.withheldTitle}>
          <Text as="p">{access.withheldText}</Text>
        </Banner>
      )}
    </BlockStack>
  );
}
