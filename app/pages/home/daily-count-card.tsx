import { BlockStack, Box, Link, List, Text } from '@shopify/polaris';
import { CardSection } from '../delivery/cards/card-section.tsx';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { Figures } from './figures-card.tsx';
import type { DailyCountView, OddOrders } from './home-view.ts';

/** What was fulfilled on the last counted day and where each delivery is now. Orders that do not add up are named. */
export function DailyCountCard({ count }: { readonly count: DailyCountView }) {
  const texts = useTexts().home.count;
  const { day, printedDay, isYesterday, figures, missing, extra } = count;
  const list = (tab: string) => `/app/deliveries?tab=${tab}&from=${day}&to=${day}`;
  const shown = [
    { name: texts.fulfilled, count: figures.fulfilled, isAlways: true },
    { name: texts.accepted, count: figures.accepted, isAlways: true },
    { name: texts.delivered, count: figures.delivered, url: list('delivered'), isAlways: true },
    { name: texts.waiting, count: figures.waiting, url: '/app/deliveries?tab=waiting' },
    { name: texts.attention, count: figures.attention, url: '/app/review', isCritical: true },
    { name: texts.setAside, count: figures.setAside, url: list('skipped') },
  ].filter(({ count, isAlways }) => isAlways || count > 0);
  const handedOverSince = figures.found - figures.missing;
  return (
    <CardSection title={isYesterday ? texts.yesterday({ day: printedDay }) : texts.day({ day: printedDay })}>
      <Figures figures={shown} />
      {figures.missing > 0 && (
        <Odd
          tone="caution"
          title={texts.missing({ count: figures.missing })}
          text={texts.missingText({ count: figures.missing })}
          {...missing}
        />
      )}
      {figures.extra > 0 && (
        <Odd
          tone="critical"
          title={texts.extra({ count: figures.extra })}
          text={texts.extraText({ count: figures.extra })}
          {...extra}
        />
      )}
      {figures.missing + figures.extra === 0 && (
        <Subdued>{figures.fulfilled > 0 ? texts.complete : texts.nothing}</Subdued>
      )}
      {handedOverSince > 0 && <Subdued>{texts.found({ count: handedOverSince })}</Subdued>}
    </CardSection>
  );
}

interface OddProps extends OddOrders {
  readonly tone: 'caution' | 'critical';
  readonly title: string;
  readonly text: string;
}

function Odd({ tone, title, text, orders, more }: OddProps) {
  const { home, deliveries } = useTexts();
  return (
    <Box
      borderInlineStartWidth="050"
      borderColor={tone === 'critical' ? 'border-critical' : 'border-caution'}
      paddingInlineStart="300"
    >
      <BlockStack gap="200">
        <Text as="h3" variant="headingSm" tone={tone}>
          {title}
        </Text>
        <Text as="p">{text}</Text>
        <List>
          {orders.map(({ fulfillmentId, orderName, url }) => (
            <List.Item key={fulfillmentId}>
              <Link url={url} target="_top">
                {orderName ?? deliveries.unnamedOrder}
              </Link>
            </List.Item>
          ))}
        </List>
        {more > 0 && <Text as="p">{home.watch.more({ count: more })}</Text>}
      </BlockStack>
    </Box>
  );
}
