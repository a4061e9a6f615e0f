import type { Texts } from './extensions.ts';

/** What the server tells a frame about the extension in it. */
export interface FrameConfig {
  readonly handle: string;
  readonly target: string;
  /** The extension itself, or the module that says whether it is offered. */
  readonly part: 'module' | 'condition';
  readonly shop: string;
  /** gids */
  readonly selected: readonly string[];
  /** Of the texts; the staff member's may be another. */
  readonly locale: string;
  readonly staffLocale: string;
  readonly texts: Texts;
  readonly appUrl: string;
  /** Where the admin has the app. */
  readonly appPath: string;
  /** Address of the bundled module. */
  readonly module: string;
}

/** What a frame tells the page around it. */
export type FrameMessage =
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'block'; readonly heading: string; readonly collapsedSummary: string }
  | { readonly kind: 'navigate'; readonly url: string }
  | { readonly kind: 'close' }
  | { readonly kind: 'display'; readonly display: boolean };
