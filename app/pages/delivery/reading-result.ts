/**
 * The result of undoing how a district was read.
 *
 * - `undone`: what is written there is asked about from now on
 * - `no-reading`: the district is written as the operator writes it, or a name that the team has saved decides
 * - `not-checked`: Shopify did not answer
 * - `not-saved`: somebody saved the settings at the same moment, or no more names can be saved
 */
export type ReadingUndone =
  | { readonly kind: 'undone'; readonly written: string; readonly district: string }
  | { readonly kind: 'no-reading' | 'not-checked' | 'not-saved' };

/** What became of undoing a reading, or of taking that back. */
export type ReadingResult = ReadingUndone | { readonly kind: 'redone' };
