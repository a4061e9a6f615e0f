/** The parts of the operator's record that tracking does not use. It may name the buyer: show it, never store it. */
export interface OperatorRecord {
  /** The operator's notes, in one line; null when there are none. */
  readonly notes: string | null;
  readonly packages: readonly { readonly name: string; readonly qty: number | null; readonly price: number | null }[];
}

/** The record is null when the operator did not answer. */
export interface OperatorRecordAnswer {
  readonly record: OperatorRecord | null;
}
