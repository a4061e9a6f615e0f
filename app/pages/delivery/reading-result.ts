/** The result of undoing how a district was read, or of taking that back. */
export type ReadingResult =
  | { readonly kind: 'undone'; readonly written: string; readonly district: string }
  | { readonly kind: 'redone' | 'no-reading' | 'not-checked' | 'not-saved' };
