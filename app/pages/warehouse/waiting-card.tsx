import { BlockStack, Button, ButtonGroup, Card, Divider, InlineStack, Text } from '@shopify/polaris';
import { Fragment } from 'react';
import { usePickupName } from '../deliveries/pickup-name.ts';
import { useTexts } from '../shell/use-texts.ts';
import { DEFAULT_FORMAT, NO_PICKUP, printSearch, type PrintDocument } from './print-query.ts';
import type { WaitingPickup } from './waiting-view.ts';

/** What waits at one pickup, by day and service, with the steps of a handover; the next one of the first day stands out. */
export function WaitingCard({ pickup, rows, isFirst }: WaitingPickup & { readonly isFirst: boolean }) {
  const { warehouse: texts, services } = useTexts();
  const pickupName = usePickupName();
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {pickup === null ? texts.noPickup : pickupName(pickup)}
        </Text>
        {rows.map((row, index) => (
          <Fragment key={row.day}>
            <Divider />
            <InlineStack align="space-between" blockAlign="start" gap="300">
              <BlockStack gap="050">
                <Text as="span" fontWeight="semibold">
                  {row.printed ?? texts.allDays}
                </Text>
                <Text as="span" tone="subdued">
                  {row.next === null ? texts.nothingLeft : texts.waiting({ count: row.count })}
                </Text>
                {row.services.map(({ name, count, cutoff }) => (
                  <Text key={name} as="span">
                    {cutoff === null
                      ? texts.ofService({ name: services[name].name, count })
                      : texts.ofServiceBy({ name: services[name].name, count, time: cutoff })}
                  </Text>
                ))}
              </BlockStack>
              <RowActions pickup={pickup} day={row.day} next={isFirst && index === 0 ? row.next : null} />
            </InlineStack>
          </Fragment>
        ))}
      </BlockStack>
    </Card>
  );
}

interface RowActionsProps {
  readonly pickup: string | null;
  readonly day: string | null;
  /** The primary action; null for none. */
  readonly next: 'labels' | 'scan' | null;
}

function RowActions({ pickup, day, next }: RowActionsProps) {
  const { warehouse: texts } = useTexts();
  const selection = { kind: 'waiting', pickup: pickup ?? NO_PICKUP, day, after: null, collected: false } as const;
  const search = printSearch({ selection, format: DEFAULT_FORMAT, boxes: null });
  search.delete('format'); // the page asks the browser for the paper
  const print = (document: PrintDocument) => `/app/warehouse/print?document=${document}&${search}`;
  const standOut = (step: 'labels' | 'scan') => (next === step ? { variant: 'primary' as const } : {});
  return (
    <ButtonGroup>
      <Button url={print('labels')} {...standOut('labels')}>
        {texts.labels}
      </Button>
      <Button url={print('pick-list')}>{texts.pickList}</Button>
      <Button url={`/app/warehouse/scan?${search}`} {...standOut('scan')}>
        {texts.scan}
      </Button>
      <Button url={print('sheet')}>{texts.sheet}</Button>
    </ButtonGroup>
  );
}
