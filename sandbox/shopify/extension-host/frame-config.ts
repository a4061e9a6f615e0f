import type { Texts } from './extensions.ts';

/** What the server tells a frame about its extension. */
export interface FrameConfig {
  readonly handle: string;
  readonly target: string;
  /** Whether the frame runs the extension itself, or the module that says whether it is offered. */
  readonly part: 'module' | 'condition';
  readonly shop: string;
  /** gids */
  readonly selected: readonly string[];
  /** The locale of the texts, which may differ from the staff member's. */
  readonly locale: string;
  readonly staffLocale: string;
  readonly texts: Texts;
  readonly appUrl: string;
  /** The app's path in the admin. */
  readonly appPath: string;
  /** The address of the bundled module. */
  readonly module: string;
  /** What an extension in the pages of a buyer is shown; null in the admin. */
  readonly buyer: BuyerConfig | null;
}

export interface BuyerConfig {
  readonly fulfillmentId: string;
  readonly shop: { readonly name: string; readonly storefrontUrl: string; readonly myshopifyDomain: string };
  /** Where the metafields below are read again. */
  readonly metafieldsPath: string;
  readonly metafields: readonly ShownMetafield[];
}

/** A metafield in the form of the extensions' API. */
export interface ShownMetafield {
  readonly target: { readonly type: 'order'; readonly id: string };
  readonly metafield: {
    readonly namespace: string;
    readonly key: string;
    readonly type: string;
    readonly value: string;
  };
}

/** Messages from a frame to the page around it. */
export type FrameMessage =
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'block'; readonly heading: string; readonly collapsedSummary: string }
  | { readonly kind: 'navigate'; readonly url: string }
  | { readonly kind: 'close' }
  /** What a print action offers to print: the document, or null while there is none or it was refused. */
  | { readonly kind: 'print'; readonly document: string | null }
  | { readonly kind: 'display'; readonly display: boolean };
