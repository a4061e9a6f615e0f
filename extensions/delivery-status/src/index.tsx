import '@shopify/ui-extensions/preact';
import { render } from 'preact';
import { createWords } from '../../shared/words.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import { readDelivery } from './read-delivery.ts';
import type { StatusWords } from './words.ts';

export default function show() {
  render(<Status />, document.body);
}

/** Reads the signal of the metafields, so that it renders again when they change. */
function Status() {
  const words: StatusWords = createWords(shopify.i18n, 'locale');
  const entry = shopify.appMetafields.value.find(
    ({ target, metafield }) => target.type === 'order' && metafield.key === 'deliveries',
  );
  const delivery = readDelivery(entry?.metafield.value, shopify.fulfillmentId);
  return delivery && <DeliveryStatus delivery={delivery} words={words} store={shopify.shop} />;
}
