import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { DeliveryCard } from '../../shared/delivery-card/delivery-card.tsx';
import { HoldBanner } from '../../shared/hold-banner.tsx';
import { useOrderDeliveries, type OrderFollowed } from '../../shared/use-order-deliveries.ts';
import { useServerTime } from '../../shared/use-server-time.ts';
import { useActions } from '../../shared/use-actions.ts';
import type { OrderDeliveries } from '../../../app/extension-api/extension-answers.ts';
import { AheadCard } from './ahead-card.tsx';
import { collapsedSummary } from './collapsed-summary.ts';
import { inPages } from './pages.ts';
import { UndeliveredCard } from './undelivered-card.tsx';
import { byUrgency } from './urgency.ts';
import type { BlockWords } from './words.ts';

interface DeliveryBlockProps {
  /** gid */
  readonly orderId: string;
  readonly words: BlockWords;
  /** Opens the action, which first shows what would be sent. */
  readonly onReview: () => void;
}

interface Card {
  readonly explanations: number;
  readonly content: ComponentChildren;
}

/** History entries shown for an order's only delivery. With several deliveries there is no room for them. */
const NEWEST = 3;

/** The deliveries of an order, on its page. */
export function DeliveryBlock(props: DeliveryBlockProps) {
  const { orderId, words } = props;
  const followed = useOrderDeliveries<OrderDeliveries>(orderId, { locale: words.locale, first: 'deliveries' });
  const { order, failure, reload } = followed;
  if (order) return <Deliveries {...props} order={order} followed={followed} />;
  return (
    <s-admin-block heading={words.t('name')}>
      {failure ? (
        <s-banner tone="warning">
          <s-stack gap="small" alignItems="start">
            <s-text>{words.t(`failures.${failure}`)}</s-text>
            <s-button onClick={reload}>{words.t('tryAgain')}</s-button>
          </s-stack>
        </s-banner>
      ) : (
        <s-spinner accessibilityLabel={words.t('loading')} />
      )}
    </s-admin-block>
  );
}

function Deliveries({
  order,
  followed,
  orderId,
  words,
  onReview,
}: DeliveryBlockProps & { readonly order: OrderDeliveries; readonly followed: OrderFollowed<OrderDeliveries> }) {
  const { deliveries, undelivered, ahead, timeZone, hold, operatorName } = order;
  const isCounting = deliveries.some(({ sendAt }) => sendAt !== null);
  const now = useServerTime(followed.clockAhead, isCounting ? 1_000 : 15_000);
  const runner = useActions(words.locale, followed.keep);
  const newest = deliveries.length === 1 ? NEWEST : 0;
  const review = () => {
    onReview();
    followed.watch();
  };
  const cards: Card[] = [
    ...byUrgency(deliveries).map((delivery) => ({
      explanations: delivery.problems.length + (delivery.flags.length > 0 ? 1 : 0) + (delivery.skipped ? 1 : 0),
      content: (
        <DeliveryCard
          delivery={delivery}
          now={now}
          timeZone={timeZone}
          newest={newest}
          words={words}
          runner={runner}
          key={delivery.fulfillmentId}
          shopHold={hold}
          onSendAnyway={review}
        />
      ),
    })),
    ...(undelivered ?? []).map((fulfillment) => ({
      explanations: fulfillment.plan.kind === 'problem' ? fulfillment.plan.problems.length : 1,
      content: (
        <UndeliveredCard
          key={fulfillment.fulfillmentId}
          fulfillment={fulfillment}
          words={words}
          runner={runner}
          onReview={review}
        />
      ),
    })),
    // another version of the app may not say what is ahead
    ...(ahead ?? []).map((part) => ({
      explanations: part.plan.kind === 'problem' ? part.plan.problems.length : 1,
      content: <AheadCard key={part.fulfillmentOrderId} orderId={orderId} part={part} words={words} />,
    })),
  ];
  return (
    <s-admin-block heading={words.t('name')} collapsedSummary={collapsedSummary(order, words)}>
      <s-stack gap={cards.length > 1 ? 'small' : 'base'}>
        {hold && <HoldBanner hold={hold} />}
        {cards.length === 0 && <s-text>{words.t('nothingFulfilled', { operator: operatorName })}</s-text>}
        <Pages cards={cards} words={words} />
        {undelivered === null && <s-text color="subdued">{words.t('unread')}</s-text>}
      </s-stack>
    </s-admin-block>
  );
}

function Pages({ cards, words }: { readonly cards: readonly Card[]; readonly words: BlockWords }) {
  const [asked, setPage] = useState(0);
  const pages = inPages(cards);
  const page = Math.max(0, Math.min(asked, pages.length - 1));
  const shown = pages[page] ?? [];
  const before = pages.slice(0, page).flat().length;
  return (
    <>
      {shown.flatMap(({ content }, index) => (index > 0 ? [<s-divider key={`above-${index}`} />, content] : [content]))}
      {pages.length > 1 && (
        <s-stack direction="inline" gap="small" alignItems="center">
          <s-button variant="tertiary" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {words.t('previous')}
          </s-button>
          <s-text color="subdued">
            {words.t('page', { first: before + 1, last: before + shown.length, number: cards.length })}
          </s-text>
          <s-button variant="tertiary" disabled={page === pages.length - 1} onClick={() => setPage(page + 1)}>
            {words.t('next')}
          </s-button>
        </s-stack>
      )}
    </>
  );
}
