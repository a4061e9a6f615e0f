import type { BuyerConfig, ShownMetafield } from '../frame-config.ts';

/** How often the metafields are read again, in milliseconds. */
const NEWS_INTERVAL = 2000;

/** The frame's own `fetch`. The extension's leads to the app. */
const anyFetch = window.fetch.bind(window);

interface SignalOf<Value> {
  value: Value;
}
type SignalClass = new <Value>(value: Value) => SignalOf<Value>;

/**
 * The `shopify` global of an extension in the pages of a buyer. As in Shopify, the extension gives its own class of
 * signals, so that it renders again when a value changes.
 */
export function buyerGlobal(
  { fulfillmentId, shop, metafields, metafieldsPath }: BuyerConfig,
  common: Readonly<Record<string, unknown>>,
): object {
  let shown: SignalOf<readonly ShownMetafield[]> = { value: metafields };
  let last = JSON.stringify(metafields);
  setInterval(() => {
    void (async () => {
      const answer = await anyFetch(metafieldsPath).catch(() => null);
      if (!answer?.ok) return;
      const text = await answer.text();
      if (text === last) return;
      last = text;
      shown.value = JSON.parse(text) as ShownMetafield[]; // the answer comes from our own server
    })();
  }, NEWS_INTERVAL);
  return {
    ...common,
    fulfillmentId,
    shop,
    get appMetafields() {
      return shown;
    },
    setSignals(Signal: SignalClass) {
      shown = new Signal(shown.value);
    },
  };
}
