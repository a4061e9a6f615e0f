import { BlockStack, InlineGrid, Link, Text } from '@shopify/polaris';
import type { DeliveryTab } from '../../domain/lifecycle/delivery-tab.ts';
import { CardSection } from '../delivery/cards/card-section.tsx';
import { useLocale, useTexts } from '../shell/use-texts.ts';
import type { HomeFigures } from './home-view.ts';

/** How many of the shop's deliveries are in each state. Each figure links to the list. */
export function FiguresCard({ figures }: { readonly figures: HomeFigures }) {
  const texts = useTexts().home.figures;
  const list = (tab: DeliveryTab | 'all') => `/app/deliveries?tab=${tab}`;
  return (
    <CardSection title={texts.title({ day: figures.day })}>
      <Figures
        figures={[
          {
            name: texts.attention,
            count: figures.attention,
            url: list('attention'),
            isCritical: figures.attention > 0,
          },
          { name: texts.waiting, count: figures.waiting, url: list('waiting') },
          { name: texts.handedOver, count: figures.handedOverToday, url: list('all') },
          { name: texts.onTheWay, count: figures.onTheWay, url: list('on-the-way') },
          { name: texts.delivered, count: figures.deliveredToday, url: list('delivered') },
          { name: texts.endedBadly, count: figures.endedBadlyToday, url: list('ended-badly') },
        ]}
      />
    </CardSection>
  );
}

interface Figure {
  readonly name: string;
  readonly count: number;
  /** The list of the deliveries that the figure counts. */
  readonly url?: string | undefined;
  readonly isCritical?: boolean;
}

/** Numbers side by side, each with what it counts. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  const number = new Intl.NumberFormat(useLocale());
  return (
    <InlineGrid columns={{ xs: 2, sm: 3, lg: figures.length }} gap="400">
      {figures.map(({ name, count, url, isCritical = false }) => (
        <BlockStack key={name} gap="100">
          <Text as="span" variant="headingXl" tone={isCritical ? 'critical' : undefined}>
            {number.format(count)}
          </Text>
          {url ? <Link url={url}>{name}</Link> : <Text as="span">{name}</Text>}
        </BlockStack>
      ))}
    </InlineGrid>
  );
}
