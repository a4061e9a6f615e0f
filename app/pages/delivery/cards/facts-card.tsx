import { BlockStack, Link, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { pickupName } from '../../deliveries/delivery-query.ts';
import type { DeliveryPageView } from '../delivery-page-view.ts';
import { Subdued } from '../../shell/subdued.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { CardSection } from './card-section.tsx';

/** The number, service, day, pickup and tracking of the delivery. */
export function FactsCard({ view }: { readonly view: DeliveryPageView }) {
  const { delivery, deliveries, deliveryList } = useTexts();
  const texts = delivery.facts;
  const { orderNumber, promise, promiseText, operatorDateText, updatedText, pickup, trackingUrl } = view;
  return (
    <CardSection title={texts.title}>
      <Fact name={texts.orderNumber}>{orderNumber}</Fact>
      <Fact name={texts.service}>{promise?.service}</Fact>
      <Fact name={texts.promise}>{promiseText}</Fact>
      {operatorDateText && <Fact name={texts.operatorDate}>{operatorDateText}</Fact>}
      {updatedText && <Fact name={texts.updated}>{updatedText}</Fact>}
      <Fact name={texts.pickup}>{pickup && pickupName(deliveryList, pickup)}</Fact>
      <Fact name={texts.tracking}>
        {trackingUrl && (
          <Link
            url={trackingUrl}
            target="_blank"
            accessibilityLabel={orderNumber ? deliveries.trackDelivery({ orderNumber }) : deliveries.track}
          >
            {deliveries.track}
          </Link>
        )}
      </Fact>
    </CardSection>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const { none } = useTexts().delivery;
  return (
    <BlockStack>
      <Subdued as="span">{name}</Subdued>
      <Text as="span" breakWord>
        {children || none}
      </Text>
    </BlockStack>
  );
}
