/** What the operator's record says besides what is tracked. It may name the buyer: to show, never to keep. */
export interface OperatorRecord {
  /** The operator's, in one line; null when there are none. */
  readonly notes: string | null;
  readonly packages: readonly { readonly name: string; readonly qty: number | null; readonly price: number | null }[];
}
