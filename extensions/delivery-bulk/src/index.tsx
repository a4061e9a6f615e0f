import '@shopify/ui-extensions/preact';
import { render } from 'preact';
import { createWords } from '../../shared/words.ts';
import { BulkAction } from './bulk-action.tsx';
import type { BulkWords } from './words.ts';

export default function show() {
  const words: BulkWords = createWords(shopify.i18n, 'locale');
  const orderIds = shopify.data.selected.map(({ id }) => id);
  render(<BulkAction orderIds={orderIds} words={words} onClose={() => shopify.close()} />, document.body);
}
