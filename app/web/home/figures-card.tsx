import { BlockStack, Card, InlineGrid, Link, Text } from '@shopify/polaris';
import type { DeliveryTab } from '../../domain/delivery-tab.ts';
import { useLocale, useTexts } from '../use-texts.ts';
import type { HomeFigures } from './home-view.ts';

/** Where the shop's deliveries stand; each figure leads to the list. */
export function FiguresCard({ figures }: { readonly figures: HomeFigures }) {
  const texts = useTexts().home.figures;
  const shown: readonly { readonly name: string; readonly count: number; readonly tab: DeliveryTab | 'all' }[] = [
    { name: texts.attention, count: figures.attention, tab: 'attention' },
    { name: texts.waiting, count: figures.waiting, tab: 'waiting' },
    { name: texts.handedOver, count: figures.handedOverToday, tab: 'all' },
    { name: texts.onTheWay, count: figures.onTheWay, tab: 'on-the-way' },
    { name: texts.delivered, count: figures.deliveredToday, tab: 'delivered' },
    { name: texts.endedBadly, count: figures.endedBadlyToday, tab: 'ended-badly' },
  ];
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {texts.title(figures.day)}
        </Text>
        <InlineGrid columns={{ xs: 2, sm: 3, lg: 6 }} gap="400">
          {shown.map((figure) => (
            <Figure key={figure.tab} {...figure} />
          ))}
        </InlineGrid>
      </BlockStack>
    </Card>
  );
}

function Figure({ name, count, tab }: { readonly name: string; readonly count: number; readonly tab: string }) {
  const locale = useLocale();
  return (
    <BlockStack gap="100">
      <Text as="span" variant="headingXl" tone={tab === 'attention' && count > 0 ? 'critical' : undefined}>
        {new Intl.NumberFormat(locale).format(count)}
      </Text>
      <Link url={`/app/deliveries?tab=${tab}`}>{name}</Link>
    </BlockStack>
  );
}
