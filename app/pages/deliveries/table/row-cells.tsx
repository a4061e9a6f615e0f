import { BlockStack, Button, InlineStack, Link, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useDeliveryAction } from '../../delivery/use-delivery-action.ts';
import { FlagBadges, StateBadge } from '../../delivery-state/state-badge.tsx';
import { TimeAgo, TimeLeft } from '../../delivery-state/time-ago.tsx';
import { Subdued } from '../../shell/subdued.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { useAskNotToSend } from '../ask-not-to-send.tsx';
import type { BulkAction, BulkOutcome } from '../bulk-result.ts';
import type { DeliveryRow } from '../delivery-list-view.ts';

export interface RowProps {
  readonly delivery: DeliveryRow;
  readonly now: number;
  /** The delivery's result in the last action for several deliveries, if it was one of them. */
  readonly outcome: BulkOutcome | null;
  readonly action: BulkAction | null;
  /** Whether to say in which tab it stands: a search goes through all of them. */
  readonly isSearched: boolean;
}

/** A click in here must not reach the row, which would open or select the delivery. */
export function Pressable({ children }: { readonly children: ReactNode }) {
  return <div onClick={(event) => event.stopPropagation()}>{children}</div>;
}

export function Outcome({ outcome, action }: Pick<RowProps, 'outcome' | 'action'>) {
  const { bulkOutcomes } = useTexts().deliveryList;
  if (!outcome || !action) return null;
  return (
    <Text as="p" fontWeight="medium" tone={outcome === 'done' ? 'success' : 'caution'}>
      {outcome === 'done' ? bulkOutcomes.done[action] : bulkOutcomes.reasons[outcome]}
    </Text>
  );
}

export function OrderNames({
  delivery: { orderName, url, fulfillmentName, tab },
  isSearched,
}: Pick<RowProps, 'delivery' | 'isSearched'>) {
  const {
    deliveries: { unnamedOrder },
    deliveryList: { foundIn, tabs },
  } = useTexts();
  return (
    <BlockStack>
      <Text as="span" fontWeight="semibold">
        <Link dataPrimaryLink url={url} monochrome removeUnderline>
          {orderName ?? unnamedOrder}
        </Link>
      </Text>
      <Subdued as="span">{fulfillmentName}</Subdued>
      {isSearched && <Text as="span">{foundIn({ tab: tabs[tab] })}</Text>}
    </BlockStack>
  );
}

export function StateOfDelivery({ delivery, now }: Pick<RowProps, 'delivery' | 'now'>) {
  const texts = useTexts();
  const { hold, checkedUntil, checkedAt, stateAt } = delivery;
  return (
    <BlockStack gap="050" inlineAlign="start">
      <span title={stateAt ? texts.deliveries.stateSince({ time: stateAt }) : undefined}>
        <StateBadge {...delivery} />
      </span>
      <FlagBadges flags={delivery.flags} />
      {hold && <Subdued as="span">{hold.sentence}</Subdued>}
      {checkedUntil !== null && <Subdued as="span">{texts.deliveries.checking({ time: checkedUntil })}</Subdued>}
      {checkedAt !== null && (
        <Subdued as="span">
          <TimeAgo at={checkedAt} now={now} sentence={texts.deliveries.checked} />
        </Subdued>
      )}
    </BlockStack>
  );
}

/** When the delivery will be sent, and what the merchant can still do before then. */
export function BeforeSending({ delivery, now }: Pick<RowProps, 'delivery' | 'now'>) {
  const texts = useTexts();
  const { id, sends, phase } = delivery;
  const { act, underWay } = useDeliveryAction(id);
  const { ask, question } = useAskNotToSend(() => act('stop'));
  const actions = phase === 'waiting' ? delivery.actions : [];
  if (!sends && actions.length === 0) return null;
  return (
    <BlockStack gap="100" inlineAlign="start">
      {sends && (
        <Subdued as="span">
          <TimeLeft
            at={sends.at}
            now={now}
            sentence={(left) => texts.deliveries.sendsIn({ at: sends.printed, in: left })}
            due={texts.deliveries.sending}
          />
        </Subdued>
      )}
      {actions.length > 0 && (
        <Pressable>
          {question}
          <InlineStack gap="200">
            {actions.map((action) => (
              <Button
                key={action}
                size="slim"
                onClick={() => (action === 'stop' ? ask(1) : act(action))}
                loading={underWay === action}
                disabled={underWay !== null}
              >
                {texts.actions[action]}
              </Button>
            ))}
          </InlineStack>
        </Pressable>
      )}
    </BlockStack>
  );
}

export function PromisedDay({ delivery: { service, promise } }: Pick<RowProps, 'delivery'>) {
  const { services } = useTexts();
  if (!service) return null;
  return (
    <BlockStack>
      <Text as="span">{services[service].name}</Text>
      <Subdued as="span">{promise}</Subdued>
    </BlockStack>
  );
}

export function Tracking({ delivery: { orderNumber, trackingUrl } }: Pick<RowProps, 'delivery'>) {
  const texts = useTexts().deliveries;
  if (!orderNumber) return null;
  return (
    <BlockStack>
      <Text as="span" breakWord>
        {orderNumber}
      </Text>
      {trackingUrl && (
        <Link url={trackingUrl} target="_blank" accessibilityLabel={texts.trackDelivery({ orderNumber })}>
          {texts.track}
        </Link>
      )}
    </BlockStack>
  );
}
