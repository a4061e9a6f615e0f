import { useNavigate, useNavigation } from '@remix-run/react';
import { BlockStack, Box, Card, IndexTable, InlineStack, Link, Text, useBreakpoints } from '@shopify/polaris';
import { useAdminPath } from './admin-path.ts';
import type { DeliveryList, DeliveryRow } from './delivery-list.ts';
import { DeliveryProblem } from './delivery-problem.tsx';
import { StateBadge } from './state-badge.tsx';
import { TimeAgo, useServerTime } from './time-ago.tsx';
import { useTexts } from './use-texts.ts';

/** The deliveries of one page, in a table; on a narrow screen one below the other. */
export function DeliveryTable({ list }: { readonly list: DeliveryList }) {
  const texts = useTexts().deliveries;
  const { columns, resource } = texts;
  const { smDown: isNarrow } = useBreakpoints();
  const now = useServerTime(list.at);
  const isLoading = useNavigation().state === 'loading';
  const navigate = useNavigate();
  const toPath = useAdminPath();
  const turnTo = (query: string | null) => () => query && navigate(toPath(`/app/deliveries?${query}`));
  return (
    <Card padding="0">
      <IndexTable
        resourceName={resource}
        itemCount={list.rows.length}
        selectable={false}
        condensed={isNarrow}
        loading={isLoading}
        headings={[
          { title: columns.order },
          { title: columns.state },
          { title: columns.service },
          { title: columns.orderNumber },
          { title: columns.problem },
        ]}
        pagination={
          list.older || list.newer
            ? {
                hasPrevious: list.newer !== null,
                hasNext: list.older !== null,
                onPrevious: turnTo(list.newer),
                onNext: turnTo(list.older),
                accessibilityLabels: { previous: texts.previous, next: texts.next },
              }
            : undefined
        }
      >
        {list.rows.map((delivery, position) => (
          <IndexTable.Row key={delivery.id} id={delivery.id} position={position}>
            {isNarrow ? <NarrowRow delivery={delivery} now={now} /> : <WideRow delivery={delivery} now={now} />}
          </IndexTable.Row>
        ))}
      </IndexTable>
    </Card>
  );
}

interface RowProps {
  readonly delivery: DeliveryRow;
  readonly now: number;
}

/** Cells of a table keep their text on one line otherwise, however long an operator's words are. */
const WRAPPED = { whiteSpace: 'normal', minInlineSize: '12rem' } as const;

function WideRow({ delivery, now }: RowProps) {
  return (
    <>
      <IndexTable.Cell>
        <OrderNames delivery={delivery} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <div style={WRAPPED}>
          <StateOfDelivery delivery={delivery} now={now} />
        </div>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <PromisedDay delivery={delivery} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <Tracking delivery={delivery} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <div style={WRAPPED}>
          <DeliveryProblem delivery={delivery} />
        </div>
      </IndexTable.Cell>
    </>
  );
}

function NarrowRow({ delivery, now }: RowProps) {
  return (
    <Box padding="300" width="100%">
      <BlockStack gap="200">
        <InlineStack align="space-between" blockAlign="start" gap="200">
          <OrderNames delivery={delivery} />
          <StateOfDelivery delivery={delivery} now={now} />
        </InlineStack>
        <PromisedDay delivery={delivery} />
        <Tracking delivery={delivery} />
        <DeliveryProblem delivery={delivery} />
      </BlockStack>
    </Box>
  );
}

function OrderNames({ delivery: { orderName, orderUrl, fulfillmentName } }: Pick<RowProps, 'delivery'>) {
  const { unnamedOrder } = useTexts().deliveries;
  return (
    <BlockStack>
      <Text as="span" fontWeight="semibold">
        <Link url={orderUrl} target="_top" monochrome removeUnderline>
          {orderName ?? unnamedOrder}
        </Link>
      </Text>
      <Text as="span" tone="subdued">
        {fulfillmentName}
      </Text>
    </BlockStack>
  );
}

function StateOfDelivery({ delivery, now }: RowProps) {
  const texts = useTexts();
  const { hold, checkedAt, stateAt } = delivery;
  return (
    <BlockStack gap="050" inlineAlign="start">
      <span title={stateAt ? texts.deliveries.stateSince(stateAt) : undefined}>
        <StateBadge {...delivery} />
      </span>
      {hold && (
        <Text as="span" tone="subdued">
          {texts.holds[hold]}
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
        <Link url={trackingUrl} target="_blank" accessibilityLabel={texts.trackDelivery(orderNumber)}>
          {texts.track}
        </Link>
      )}
    </BlockStack>
  );
}
