import { BlockStack, Box, IndexTable, InlineStack, Text, Button, Link } from '@shopify/polaris';
import { Subdued } from '../../shell/subdued.tsx';
import type { ReactNode } from 'react';
import { useDeliveryAction } from '../../delivery/use-delivery-action.ts';
import { FlagBadges, StateBadge } from '../../delivery-state/state-badge.tsx';
import { TimeAgo, TimeLeft } from '../../delivery-state/time-ago.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { useAskNotToSend } from '../not-sending.tsx';
import type { BulkAction, BulkOutcome } from './use-bulk-action.ts';
import type { DeliveryRow } from '../delivery-list-view.ts';
import { RemedyLinks } from '../../shell/remedy-links.tsx';

/** Without this, table cells keep their text on one line, however long the operator's words are. */
const WRAPPED = { whiteSpace: 'normal', minInlineSize: '12rem' } as const;

/** A delivery as the cells of a table, or on a narrow screen as an item of a list. */
export function RowContent({ isNarrow, delivery, now, outcome, action, isSearched }: RowProps) {
  const names = <OrderNames delivery={delivery} isSearched={isSearched} />;
  const state = <StateOfDelivery delivery={delivery} now={now} />;
  const sending = <BeforeSending delivery={delivery} now={now} />;
  const done = <Outcome outcome={outcome} action={action} />;
  const promised = <PromisedDay delivery={delivery} />;
  const tracking = (
    <Pressable>
      <Tracking delivery={delivery} />
    </Pressable>
  );
  const problem = (
    <Pressable>
      <DeliveryProblem delivery={delivery} />
    </Pressable>
  );
  if (isNarrow) {
    return (
      <Box padding="300" width="100%">
        <BlockStack gap="200">
          <InlineStack align="space-between" blockAlign="start" gap="200">
            {names}
            {state}
          </InlineStack>
          <Subdued as="span">{delivery.date}</Subdued>
          {promised}
          {sending}
          {tracking}
          {done}
          {problem}
        </BlockStack>
      </Box>
    );
  }
  return (
    <>
      <IndexTable.Cell>{names}</IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="span">{delivery.date}</Text>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <div style={WRAPPED}>
          {state}
          {done}
          {sending}
        </div>
      </IndexTable.Cell>
      <IndexTable.Cell>{promised}</IndexTable.Cell>
      <IndexTable.Cell>{tracking}</IndexTable.Cell>
      <IndexTable.Cell>
        <div style={WRAPPED}>{problem}</div>
      </IndexTable.Cell>
    </>
  );
}

interface RowProps {
  readonly isNarrow: boolean;
  readonly delivery: DeliveryRow;
  readonly now: number;
  /** The delivery's result in the last action for several deliveries, if it was one of them. */
  readonly outcome: BulkOutcome | null;
  readonly action: BulkAction | null;
  /** Whether to say in which tab it stands: a search goes through all of them. */
  readonly isSearched: boolean;
}

/** A click in here must not reach the row, which would open or select the delivery. */
function Pressable({ children }: { readonly children: ReactNode }) {
  return <div onClick={(event) => event.stopPropagation()}>{children}</div>;
}

function Outcome({ outcome, action }: Pick<RowProps, 'outcome' | 'action'>) {
  const { bulkOutcomes } = useTexts().deliveryList;
  if (!outcome || !action) return null;
  return (
    <Text as="p" fontWeight="medium" tone={outcome === 'done' ? 'success' : 'caution'}>
      {outcome === 'done' ? bulkOutcomes.done[action] : bulkOutcomes.reasons[outcome]}
    </Text>
  );
}

function OrderNames({
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

function StateOfDelivery({ delivery, now }: Pick<RowProps, 'delivery' | 'now'>) {
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
function BeforeSending({ delivery, now }: Pick<RowProps, 'delivery' | 'now'>) {
  const texts = useTexts();
  const { id, seen, sends, phase } = delivery;
  const { act, underWay } = useDeliveryAction(id, seen);
  const { ask, question } = useAskNotToSend();
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
                onClick={() => (action === 'stop' ? ask(1, () => act(action)) : act(action))}
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

function PromisedDay({ delivery: { service, promise } }: Pick<RowProps, 'delivery'>) {
  const { services } = useTexts();
  if (!service) return null;
  return (
    <BlockStack>
      <Text as="span">{services[service].name}</Text>
      <Subdued as="span">{promise}</Subdued>
    </BlockStack>
  );
}

function Tracking({ delivery: { orderNumber, trackingUrl } }: Pick<RowProps, 'delivery'>) {
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

/** Explains the problem of a delivery, says what to do about it, and has the button that sends it again. */
function DeliveryProblem({ delivery }: { readonly delivery: DeliveryRow }) {
  const { id, seen, problem, again } = delivery;
  const { deliveries: texts, actions } = useTexts();
  const { act, underWay } = useDeliveryAction(id, seen);
  if (!problem) return null;
  return (
    <BlockStack gap="100" inlineAlign="start">
      <Text as="p" breakWord>
        {problem.sentence}
      </Text>
      <Subdued>{problem.nextStep}</Subdued>
      <RemedyLinks remedies={problem.remedies} />
      {problem.others > 0 && <Subdued>{texts.moreProblems({ count: problem.others })}</Subdued>}
      {again && (
        <Button size="slim" loading={underWay !== null} onClick={() => act('retry')}>
          {actions[again]}
        </Button>
      )}
    </BlockStack>
  );
}
