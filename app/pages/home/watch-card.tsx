import { BlockStack, Link, List } from '@shopify/polaris';
import type { FlaggedDelivery } from './home-view.ts';
import { CardSection } from '../delivery/cards/card-section.tsx';
import { TimeAgo } from '../delivery-state/time-ago.tsx';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';

interface WatchCardProps {
  readonly count: number;
  readonly oldest: readonly FlaggedDelivery[];
  readonly now: number;
}

/** The promise watch: deliveries that are late, stuck or silent. It renders nothing when there are none. */
export function WatchCard({ count, oldest, now }: WatchCardProps) {
  const { home, deliveries, flags } = useTexts();
  const texts = home.watch;
  if (count === 0) return null;
  return (
    <CardSection title={texts.title({ count })}>
      <BlockStack gap="200">
        <Subdued>{texts.text({ count })}</Subdued>
        <List>
          {oldest.map(({ id, orderName, code, since }) => (
            <List.Item key={id}>
              <Link url={`/app/deliveries/${id}`}>{orderName ?? deliveries.unnamedOrder}</Link>{' '}
              <TimeAgo at={Date.parse(since)} now={now} sentence={flags[code].since} />
            </List.Item>
          ))}
        </List>
        {count > oldest.length && (
          <Link url="/app/deliveries?tab=all&flag=any">{texts.more({ count: count - oldest.length })}</Link>
        )}
      </BlockStack>
    </CardSection>
  );
}
