import { Banner, BlockStack, List, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import type { Hold } from '../../../domain/lifecycle/hold.ts';
import type { PageBanners } from './page-banner.tsx';
import { useTexts } from '../use-texts.ts';

/** What holds all hand-overs of the shop, as far as the merchant must know. */
export interface ShopStanding {
  readonly hold: Hold | null;
  readonly hasToken: boolean;
  readonly hasPickup: boolean;
}

/** Why nothing is sent of a shop. There is none when nothing holds it. */
export function standingBanners(standing: ShopStanding): PageBanners {
  const { hold } = standing;
  const isSaid = hold === 'set-up' || hold === 'switched-off' || hold === 'account-paused';
  return isSaid ? { [hold]: <ShopBanner {...standing} /> } : {};
}

/** Says why nothing is sent, and links to the settings that fix it. */
function ShopBanner({ hold, hasToken, hasPickup }: ShopStanding) {
  const { banners } = useTexts();
  switch (hold) {
    case 'set-up':
      return (
        <HoldBanner tone="warning" title={banners['set-up'].title}>
          <List>
            {!hasToken && <List.Item>{banners['set-up'].token}</List.Item>}
            {!hasPickup && <List.Item>{banners['set-up'].pickup}</List.Item>}
          </List>
        </HoldBanner>
      );
    case 'switched-off':
      return (
        <HoldBanner tone="info" title={banners['switched-off'].title}>
          <Text as="p">{banners['switched-off'].text}</Text>
        </HoldBanner>
      );
    case 'account-paused':
      return (
        <HoldBanner tone="critical" title={banners['account-paused'].title}>
          <Text as="p">{banners['account-paused'].text}</Text>
        </HoldBanner>
      );
    default:
      return null;
  }
}

interface HoldBannerProps {
  readonly tone: 'warning' | 'info' | 'critical';
  readonly title: string;
  readonly children: ReactNode;
}

function HoldBanner({ tone, title, children }: HoldBannerProps) {
  const { openSettings } = useTexts().banners;
  return (
    <Banner tone={tone} title={title} action={{ content: openSettings, url: '/app/settings' }}>
      <BlockStack gap="100">{children}</BlockStack>
    </Banner>
  );
}
