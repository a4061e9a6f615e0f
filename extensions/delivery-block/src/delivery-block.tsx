import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { DeliveryCard } from '../../shared/delivery-card.tsx';
import { HoldBanner } from '../../shared/hold-banner.tsx';
import { useOrderDeliveries, type OrderFollowed } from '../../shared/use-order-deliveries.ts';
import { useServerTime } from '../../shared/use-server-time.ts';
import { useWishes } from '../../shared/use-wishes.ts';
import type { OrderDeliveries } from '../../../app/web/extension-view/extension-answers.ts';
import { collapsedSummary } from './collapsed-summary.ts';
import { UndeliveredCard } from './undelivered-card.tsx';
import { byUrgency } from './urgency.ts';
import type { BlockWords } from './words.ts';

interface DeliveryBlockProps {
  /** gid */
  readonly orderId: string;
  readonly words: BlockWords;
  /** Opens the action, where what would be sent is shown first. */
  readonly onReview: () => void;
}

/** Shopify shows 300 px of a block, and 600 px once it is unfolded: what does not fit in is on the next page. */
const CARDS = 3;
/** Of the history of an order's only delivery; with others beside it there is no room. */
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
  words,
  onReview,
}: DeliveryBlockProps & { readonly order: OrderDeliveries; readonly followed: OrderFollowed<OrderDeliveries> }) {
  const { deliveries, undelivered, timeZone, hold, operatorName } = order;
  const isCounting = deliveries.some(({ sendAt }) => sendAt !== null);
  const now = useServerTime(followed.clockAhead, isCounting ? 1_000 : 15_000);
  const wishes = useWishes(words.locale, followed.keep);
  const newest = deliveries.length === 1 ? NEWEST : 0;
  const review = () => {
    onReview();
    followed.watch();
  };
  const cards = [
    ...byUrgency(deliveries).map((delivery) => (
      <DeliveryCard
        {...{ delivery, now, timeZone, newest, words, wishes }}
        shopHold={hold}
        key={delivery.fulfillmentId}
        onSendAnyway={review}
      />
    )),
    ...(undelivered ?? []).map((fulfillment) => (
      <UndeliveredCard key={fulfillment.fulfillmentId} {...{ fulfillment, words, wishes }} onReview={review} />
    )),
  ];
  return (
    <s-admin-block heading={words.t('name')} collapsedSummary={collapsedSummary(order, words)}>
      <s-stack gap={cards.length > 1 ? 'small' : 'base'}>
        {hold && <HoldBanner hold={hold} words={words} />}
        {cards.length === 0 && <s-text>{words.t('nothingFulfilled', { operator: operatorName })}</s-text>}
        <Pages cards={cards} words={words} />
        {undelivered === null && <s-text color="subdued">{words.t('unread')}</s-text>}
      </s-stack>
    </s-admin-block>
  );
}

function Pages({ cards, words }: { readonly cards: readonly ComponentChildren[]; readonly words: BlockWords }) {
  const [asked, setFirst] = useState(0);
  const first = asked < cards.length ? asked : 0;
  const shown = cards.slice(first, first + CARDS);
  return (
    <>
      {shown.flatMap((card, index) => (index > 0 ? [<s-divider key={`above-${index}`} />, card] : [card]))}
      {cards.length > CARDS && (
        <s-stack direction="inline" gap="small" alignItems="center">
          <s-button variant="tertiary" disabled={first === 0} onClick={() => setFirst(first - CARDS)}>
            {words.t('previous')}
          </s-button>
          <s-text color="subdued">
            {words.t('page', { first: first + 1, last: first + shown.length, number: cards.length })}
          </s-text>
          <s-button variant="tertiary" disabled={first + CARDS >= cards.length} onClick={() => setFirst(first + CARDS)}>
            {words.t('next')}
          </s-button>
        </s-stack>
      )}
    </>
  );
}
