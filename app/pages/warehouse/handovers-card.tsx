import { BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris';
import { pickupName } from '../deliveries/delivery-query.ts';
import { useTexts } from '../shell/use-texts.ts';
import { packPath } from './print-query.ts';

export interface PastHandover {
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
