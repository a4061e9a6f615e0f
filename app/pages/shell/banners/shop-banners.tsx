import { Banner, List, Text } from '@shopify/polaris';
import type { Hold } from '../../../domain/lifecycle/hold.ts';
import type { ShopAccess } from '../../../shops/shop-access.ts';
import { targetOf } from '../remedy-links.tsx';
import { useSupportUrl, useTexts } from '../use-texts.ts';
import type { PageBanners } from './page-banner.tsx';

/** What Shopify does not let the app see, and how to fix that. There is none when the app has full access. */
export function useAccessBanners({ missingScopes, isCustomerDataWithheld, isServerRefused }: ShopAccess): PageBanners {
  const { access: texts, contactSupport } = useTexts();
  const url = useSupportUrl();
  const support = url === null ? {} : { action: { content: contactSupport, url, ...targetOf(url) } };
  return {
    'server-refused': isServerRefused && (
      <Banner tone="warning" title={texts.serverRefusedTitle}>
        {texts.serverRefusedText}
      </Banner>
    ),
    'missing-scopes': missingScopes.length > 0 && (
      <Banner tone="critical" title={texts.scopesTitle} {...support}>
        <Text as="p">{texts.scopesText({ scopes: missingScopes.join(', ') })}</Text>
      </Banner>
    ),
    'withheld-data': isCustomerDataWithheld && (
      <Banner tone="critical" title={texts.withheldTitle} {...support}>
        <Text as="p">{texts.withheldText}</Text>
      </Banner>
    ),
  };
}

/** What holds all hand-overs of the shop, as far as the merchant must know. */
export interface ShopStanding {
  readonly hold: Hold | null;
  readonly hasToken: boolean;
  readonly hasPickup: boolean;
}

const TONES = { 'set-up': 'warning', 'switched-off': 'info', 'account-paused': 'critical' } as const;

/** Why nothing is sent of a shop, with a link to the settings that fix it. There is none when nothing holds it. */
export function useStandingBanners({ hold, hasToken, hasPickup }: ShopStanding): PageBanners {
  const texts = useTexts().banners;
  if (hold !== 'set-up' && hold !== 'switched-off' && hold !== 'account-paused') return {};
  const setUp = texts['set-up'];
  const banner = (
    <Banner tone={TONES[hold]} title={texts[hold].title} action={{ content: texts.openSettings, url: '/app/settings' }}>
      {hold === 'set-up' ? (
        <List>
          {!hasToken && <List.Item>{setUp.token}</List.Item>}
          {!hasPickup && <List.Item>{setUp.pickup}</List.Item>}
        </List>
      ) : (
        <Text as="p">{texts[hold].text}</Text>
      )}
    </Banner>
  );
  return { [hold]: banner };
}
