import { BlockStack, Divider, InlineStack, Text, Button, Card } from '@shopify/polaris';
import { CardSection } from '../delivery/cards/card-section.tsx';
import { Fragment } from 'react';
import { pickupName } from '../deliveries/delivery-query.ts';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { NO_PICKUP, packPath } from './print-query.ts';
import { Steps } from './steps.tsx';
import type { WaitingPickup } from './waiting-view.ts';

/** What waits at one pickup, by day and service, with the steps of a handover; the next one of the first day stands out. */
export function WaitingCard({ pickup, rows, isFirst }: WaitingPickup & { readonly isFirst: boolean }) {
  const { warehouse: texts, deliveryList, services } = useTexts();
  const waiting = { kind: 'waiting', pickup: pickup ?? NO_PICKUP, after: null, collected: false } as const;
  return (
    <CardSection title={pickup === null ? texts.noPickup : pickupName(deliveryList, pickup)}>
      {rows.map(({ day, printed, count, services: counts, next }, index) => (
        <Fragment key={day}>
          <Divider />
          <InlineStack align="space-between" blockAlign="start" gap="300">
            <BlockStack gap="050">
              <Text as="span" fontWeight="semibold">
                {printed ?? texts.allDays}
              </Text>
              <Subdued as="span">{next === null ? texts.nothingLeft : texts.waiting({ count })}</Subdued>
              {counts.map(({ name, count: own, cutoff: time }) => (
                <Text key={name} as="span">
                  {time === null
                    ? texts.ofService({ name: services[name].name, count: own })
                    : texts.ofServiceBy({ name: services[name].name, count: own, time })}
                </Text>
              ))}
            </BlockStack>
            <Steps selection={{ ...waiting, day }} current={null} next={isFirst && index === 0 ? next : null} />
          </InlineStack>
        </Fragment>
      ))}
    </CardSection>
  );
}

interface PastHandover {
  readonly id: string;
  /** As it is printed in the shop's zone. */
  readonly at: string;
  /** Null for all pickups. */
  readonly pickup: string | null;
  readonly boxes: number;
  readonly missing: number;
}

/** What couriers took last, each with its sheet to print again. */
export function HandoversCard({ handovers }: { readonly handovers: readonly PastHandover[] }) {
  const { warehouse: texts, deliveryList } = useTexts();
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingMd">
          {texts.handovers.title}
        </Text>
        {handovers.map(({ id, at, pickup, boxes, missing }) => (
          <InlineStack key={id} align="space-between" blockAlign="center" gap="200">
            <Text as="span">
              {[
                at,
                pickup === null ? texts.allPickups : pickupName(deliveryList, pickup),
                texts.handovers.boxes({ boxes }),
                ...(missing > 0 ? [texts.handovers.missing({ missing })] : []),
              ].join(' · ')}
            </Text>
            <Button variant="plain" url={packPath('sheet', { kind: 'handover', id })}>
              {texts.titles.sheet}
            </Button>
          </InlineStack>
        ))}
      </BlockStack>
    </Card>
  );
}
