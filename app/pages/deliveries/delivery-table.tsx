import { useFetcher, useLocation, useNavigate, useNavigation } from '@remix-run/react';
import {
  BlockStack,
  Box,
  Button,
  IndexTable,
  InlineStack,
  Link,
  Text,
  useBreakpoints,
  useIndexResourceState,
} from '@shopify/polaris';
import { useEffect, useRef, type ReactNode } from 'react';
import { useAdminPath } from '../shell/admin-path.ts';
import type { PageTexts } from '../../texts/catalogue.ts';
import { useNotice, type Notice } from '../shell/banners/notice.tsx';
import { BULK_ACTIONS, countReasons, type BulkOutcome, type BulkResult, type BulkAction } from './bulk-result.ts';
import type { DeliveryList, DeliveryRow } from './delivery-list-view.ts';
import { COLUMNS, directionOf, orderingBy, type Column, type Direction } from './column-sorting.ts';
import { DeliveryProblem } from './delivery-problem.tsx';
import { deliveriesPath, type DeliveryQuery } from './delivery-query.ts';
import { FlagBadges, StateBadge } from '../delivery-state/state-badge.tsx';
import { useDeliveryAction } from '../delivery/use-delivery-action.ts';
import { TimeAgo, TimeLeft, useServerTime } from '../delivery-state/time-ago.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { printLabelsPath } from '../warehouse/print-query.ts';

interface DeliveryTableProps {
  readonly list: DeliveryList;
  readonly asked: DeliveryQuery;
  /** Shown in place of the rows when there are none. */
  readonly empty: ReactNode;
}

/** The deliveries of one page, as a table. On a narrow screen the rows become a list. */
export function DeliveryTable(props: DeliveryTableProps) {
  const bulk = useBulk();
  const { search } = useLocation();
  // a selection belongs to one page and to one action
  return <SelectableTable key={`${search} ${bulk.at}`} bulk={bulk} {...props} />;
}

function SelectableTable({ list, asked, empty, bulk }: DeliveryTableProps & { readonly bulk: Bulk }) {
  const texts = useTexts().deliveries;
  const { columns, resource } = texts;
  const { smDown: isNarrow } = useBreakpoints();
  const now = useServerTime(list.at);
  const isLoading = useNavigation().state === 'loading';
  const navigate = useNavigate();
  const toPath = useAdminPath();
  const { selectedResources, allResourcesSelected, handleSelectionChange } = useIndexResourceState(
    list.rows.map(({ id }) => ({ id })),
  );
  const turnTo = (position: string | null) => () => {
    if (position) navigate(toPath(deliveriesPath(asked, position)));
  };
  const sortedBy = COLUMNS.flatMap((column) => {
    const direction = directionOf(column, asked.ordering);
    return direction ? [{ column, direction }] : [];
  })[0];
  const sortBy = (column: Column, direction: Direction) =>
    navigate(toPath(deliveriesPath({ ...asked, ordering: orderingBy(column, direction) })), {
      preventScrollReset: true,
      replace: true,
    });
  const { actions: names, warehouse } = useTexts();
  const actions = BULK_ACTIONS.map((action) => ({
    content: names[action],
    disabled: bulk.isActing,
    onAction: () => bulk.act(action, selectedResources),
  }));
  return (
    <IndexTable
      resourceName={resource}
      itemCount={list.rows.length}
      condensed={isNarrow}
      loading={isLoading || bulk.isActing}
      selectedItemsCount={allResourcesSelected ? 'All' : selectedResources.length}
      onSelectionChange={handleSelectionChange}
      promotedBulkActions={actions}
      bulkActions={[
        { content: warehouse.printLabels, onAction: () => navigate(toPath(printLabelsPath(selectedResources))) },
      ]}
      emptyState={empty}
      headings={[
        { title: columns.order },
        { title: columns.date },
        { title: columns.state },
        { title: columns.service },
        { title: columns.orderNumber },
        { title: columns.problem },
      ]}
      sortable={COLUMNS.map(() => true)}
      {...(sortedBy ? { sortColumnIndex: COLUMNS.indexOf(sortedBy.column), sortDirection: sortedBy.direction } : {})}
      onSort={(index, direction) => sortBy(COLUMNS[index] ?? 'date', direction)}
      pagination={
        list.next || list.previous
          ? {
              hasPrevious: list.previous !== null,
              hasNext: list.next !== null,
              onPrevious: turnTo(list.previous),
              onNext: turnTo(list.next),
              accessibilityLabels: { previous: texts.previous, next: texts.next },
            }
          : undefined
      }
    >
      {list.rows.map((delivery, position) => {
        const row = { delivery, now, outcome: bulk.outcomes[delivery.id] ?? null, action: bulk.action };
        return (
          <IndexTable.Row
            key={delivery.id}
            id={delivery.id}
            position={position}
            selected={selectedResources.includes(delivery.id)}
            accessibilityLabel={texts.select({
              name: delivery.fulfillmentName ?? delivery.orderName ?? texts.unnamedOrder,
            })}
          >
            {isNarrow ? <NarrowRow {...row} /> : <WideRow {...row} />}
          </IndexTable.Row>
        );
      })}
    </IndexTable>
  );
}

/** Runs one action at a time for the selected deliveries, and keeps each result until the next action. */
function useBulk() {
  const texts = useTexts();
  const { tell } = useNotice();
  const fetcher = useFetcher<BulkResult>({ key: 'bulk' });
  const result = fetcher.data;
  // a double click fires again before React has rendered the first click's action
  const isUnderWay = useRef(false);
  useEffect(() => {
    if (fetcher.state === 'idle') isUnderWay.current = false;
  }, [fetcher.state]);
  useEffect(() => {
    if (!result) return;
    tell(bulkNotice(result, texts));
  }, [result, texts, tell]);
  const isActing = fetcher.state !== 'idle';
  return {
    isActing,
    at: result?.kind === 'acted' ? result.at : 0,
    action: result?.kind === 'acted' ? result.action : null,
    outcomes: result?.kind === 'acted' ? result.outcomes : {},
    act(action: BulkAction, ids: readonly string[]) {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      const form = new FormData();
      form.set('action', action);
      for (const id of ids) form.append('id', id);
      fetcher.submit(form, { method: 'post' });
    },
  };
}

/** Says for how many deliveries the action was taken, and what kept it from being taken for the others. */
function bulkNotice(result: BulkResult, { bulk: words, deliveries }: PageTexts): Notice {
  if (result.kind === 'unreachable') return { tone: 'critical', title: deliveries.again.unreachable };
  if (result.kind === 'too-often') return { tone: 'critical', title: words.tooOften({ seconds: result.seconds }) };
  const outcomes = Object.values(result.outcomes);
  const reasons = countReasons(outcomes);
  const done = outcomes.filter((outcome) => outcome === 'done').length;
  return {
    tone: reasons.length === 0 ? 'success' : 'warning',
    title: words.done[result.action]({ count: done }),
    lines: reasons.map(({ reason, count }) => words.reasons[reason]({ count })),
  };
}

type Bulk = ReturnType<typeof useBulk>;

interface RowProps {
  readonly delivery: DeliveryRow;
  readonly now: number;
  /** The delivery's result in the last action for several deliveries, if it was one of them. */
  readonly outcome: BulkOutcome | null;
  readonly action: BulkAction | null;
}

/** Without this, table cells keep their text on one line, however long the operator's words are. */
const WRAPPED = { whiteSpace: 'normal', minInlineSize: '12rem' } as const;

function WideRow({ delivery, now, outcome, action }: RowProps) {
  return (
    <>
      <IndexTable.Cell>
        <OrderNames delivery={delivery} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Text as="span">{delivery.date}</Text>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <div style={WRAPPED}>
          <StateOfDelivery delivery={delivery} now={now} />
          <Outcome outcome={outcome} action={action} />
          <BeforeSending delivery={delivery} now={now} />
        </div>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <PromisedDay delivery={delivery} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Pressable>
          <Tracking delivery={delivery} />
        </Pressable>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <div style={WRAPPED}>
          <Pressable>
            <DeliveryProblem delivery={delivery} />
          </Pressable>
        </div>
      </IndexTable.Cell>
    </>
  );
}

function NarrowRow({ delivery, now, outcome, action }: RowProps) {
  return (
    <Box padding="300" width="100%">
      <BlockStack gap="200">
        <InlineStack align="space-between" blockAlign="start" gap="200">
          <OrderNames delivery={delivery} />
          <StateOfDelivery delivery={delivery} now={now} />
        </InlineStack>
        <Text as="span" tone="subdued">
          {delivery.date}
        </Text>
        <PromisedDay delivery={delivery} />
        <BeforeSending delivery={delivery} now={now} />
        <Pressable>
          <Tracking delivery={delivery} />
        </Pressable>
        <Outcome outcome={outcome} action={action} />
        <Pressable>
          <DeliveryProblem delivery={delivery} />
        </Pressable>
      </BlockStack>
    </Box>
  );
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

function OrderNames({ delivery: { orderName, url, fulfillmentName } }: Pick<RowProps, 'delivery'>) {
  const { unnamedOrder } = useTexts().deliveries;
  return (
    <BlockStack>
      <Text as="span" fontWeight="semibold">
        <Link dataPrimaryLink url={url} monochrome removeUnderline>
          {orderName ?? unnamedOrder}
        </Link>
      </Text>
      <Text as="span" tone="subdued">
        {fulfillmentName}
      </Text>
    </BlockStack>
  );
}

function StateOfDelivery({ delivery, now }: Pick<RowProps, 'delivery' | 'now'>) {
  const texts = useTexts();
  const { hold, checkedAt, stateAt } = delivery;
  return (
    <BlockStack gap="050" inlineAlign="start">
      <span title={stateAt ? texts.deliveries.stateSince({ time: stateAt }) : undefined}>
        <StateBadge {...delivery} />
      </span>
      <FlagBadges flags={delivery.flags} />
      {hold && (
        <Text as="span" tone="subdued">
          {hold.sentence}
        </Text>
      )}
      {checkedAt !== null && (
        <Text as="span" tone="subdued">
          <TimeAgo at={checkedAt} now={now} sentence={texts.deliveries.checked} />
        </Text>
      )}
    </BlockStack>
  );
}

/** When the delivery will be sent, and what the merchant can still do before then. */
function BeforeSending({ delivery, now }: Pick<RowProps, 'delivery' | 'now'>) {
  const texts = useTexts();
  const { id, sends, actions } = delivery;
  const toPath = useAdminPath();
  const { act, underWay } = useDeliveryAction(toPath(`/app/deliveries/${id}`));
  if (!sends && actions.length === 0) return null;
  return (
    <BlockStack gap="100" inlineAlign="start">
      {sends && (
        <Text as="span" tone="subdued">
          <TimeLeft
            at={sends.at}
            now={now}
            sentence={(left) => texts.deliveries.sendsIn({ at: sends.printed, in: left })}
            due={texts.deliveries.sending}
          />
        </Text>
      )}
      {actions.length > 0 && (
        <Pressable>
          <InlineStack gap="200">
            {actions.map((action) => (
              <Button
                key={action}
                size="slim"
                onClick={() => act(action)}
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
      <Text as="span" tone="subdued">
        {promise}
      </Text>
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
