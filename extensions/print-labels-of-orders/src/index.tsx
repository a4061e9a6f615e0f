import '@shopify/ui-extensions/preact';
import { render } from 'preact';
import { PrintAction, type PrintWords } from '../../shared/print-action.tsx';
import { createWords } from '../../shared/words.ts';

export default function show() {
  const words: PrintWords = createWords(shopify.i18n, 'locale');
  const orderIds = shopify.data.selected.map(({ id }) => id);
  render(<PrintAction orderIds={orderIds} words={words} />, document.body);
}
