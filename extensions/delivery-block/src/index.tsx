import '@shopify/ui-extensions/preact';
import { render } from 'preact';
import { createWords } from '../../shared/words.ts';
import { DeliveryBlock } from './delivery-block.tsx';
import type { BlockWords } from './words.ts';

export default function show() {
  const words: BlockWords = createWords(shopify.i18n, 'locale');
  const [order] = shopify.data.selected;
  if (!order) return;
  const review = () => shopify.navigation.navigate('extension://delivery-action');
  render(<DeliveryBlock orderId={order.id} words={words} onReview={review} />, document.body);
}
