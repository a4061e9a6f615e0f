import { BlockStack, Button, ButtonGroup, Card, Divider, InlineStack, Text } from '@shopify/polaris';
import { Fragment } from 'react';
import { usePickupName } from '../deliveries/delivery-filters.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { DEFAULT_FORMAT, NO_PICKUP, printSearch, type PrintDocument } from './print-query.ts';
import type { WaitingPickup } from './waiting-view.ts';

/** What waits at one pickup, by day, with what can be printed of it. */
export function WaitingCard({ pickup, rows }: WaitingPickup) {
  const { warehouse: texts } = useTexts();
  const pickupName = usePickupName();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {pickup === null ? texts.noPickup : pickupName(pickup)}
        </Text>
        {rows.map((row) => (
          <Fragment key={row.day}>
            <Divider />
            <InlineStack align="space-between" blockAlign="start" gap="300">
              <BlockStack gap="050">
                <Text as="span" fontWeight="semibold">
                  {row.printed ?? texts.allDays}
                </Text>
                <Text as="span" tone="subdued">
                  {texts.waiting({ count: row.count })}
                </Text>
              </BlockStack>
              <RowActions pickup={pickup} day={row.day} />
            </InlineStack>
          </Fragment>
        ))}
      </BlockStack>
    </Card>
  );
}

function RowActions({ pickup, day }: { readonly pickup: string | null; readonly day: string | null }) {
  const { warehouse: texts } = useTexts();
  const selection = { kind: 'waiting', pickup: pickup ?? NO_PICKUP, day, after: null } as const;
  const search = printSearch({ selection, format: DEFAULT_FORMAT, boxes: null });
  search.delete('format'); // the page asks the browser for the paper
  const print = (document: PrintDocument) => `/app/warehouse/print?document=${document}&${search}`;
  return (
    <ButtonGroup>
      <Button url={print('sheet')}>{texts.sheet}</Button>
      <Button url={print('labels')}>{texts.labels}</Button>
      <Button url={print('pick-list')}>{texts.pickList}</Button>
      <Button url={`/app/warehouse/scan?${search}`}>{texts.scan}</Button>
    </ButtonGroup>
  );
}
