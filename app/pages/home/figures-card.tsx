import { BlockStack, Card, InlineGrid, Text } from '@shopify/polaris';
import type { DeliveryTab } from '../../domain/lifecycle/delivery-tab.ts';
import { useTexts } from '../shell/use-texts.ts';
import { Figure } from './figure.tsx';
import type { HomeFigures } from './home-view.ts';

/** How many of the shop's deliveries are in each state. Each figure links to the list. */
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
          {texts.title({ day: figures.day })}
        </Text>
        <InlineGrid columns={{ xs: 2, sm: 3, lg: 6 }} gap="400">
          {shown.map(({ name, count, tab }) => (
            <Figure
              key={tab}
              name={name}
              count={count}
              url={`/app/deliveries?tab=${tab}`}
              isCritical={tab === 'attention' && count > 0}
            />
          ))}
        </InlineGrid>
      </BlockStack>
    </Card>
  );
}
