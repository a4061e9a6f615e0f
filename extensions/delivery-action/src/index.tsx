import '@shopify/ui-extensions/preact';
import { render } from 'preact';
import { createWords } from '../../shared/words.ts';
import { DeliveryAction } from './delivery-action.tsx';
import type { ActionWords } from './words.ts';

export default function show() {
  const words: ActionWords = createWords(shopify.i18n, 'locale');
  const [order] = shopify.data.selected;
  if (!order) return;
  render(<DeliveryAction orderId={order.id} words={words} onClose={() => shopify.close()} />, document.body);
}
