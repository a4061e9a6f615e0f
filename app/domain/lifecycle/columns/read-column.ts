import { STORED_COLUMNS, type StoredColumn, type StoredValue } from './stored-columns.ts';

/** A JSON column has content that this version of the program does not know. The row is left as it is. */
class UnreadableColumnError extends Error {
  override name = 'UnreadableColumnError';

  constructor(column: StoredColumn, deliveryId: string, cause: unknown) {
    super(
      `the column "${column}" of delivery ${deliveryId} cannot be read: ` +
        'run the newest version of the program, or correct the row',
      { cause },
    );
  }
}

/** @throws UnreadableColumnError */
export function readColumn<Column extends StoredColumn>(
  delivery: { readonly id: string } & { readonly [Name in Column]: unknown },
  column: Column,
): StoredValue<Column> {
  const parsed = STORED_COLUMNS[column].safeParse(delivery[column]);
  if (!parsed.success) throw new UnreadableColumnError(column, delivery.id, parsed.error);
  return parsed.data as StoredValue<Column>;
}
