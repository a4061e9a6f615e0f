import type { Delivery } from '@prisma/client';
import { STORED_COLUMNS, type StoredColumn, type StoredValue } from '../../../domain/lifecycle/stored-columns.ts';

/** A JSON column holds what this version of the program does not know. It is left as it is. */
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
  delivery: Pick<Delivery, 'id' | Column>,
  column: Column,
): StoredValue<Column> {
  const parsed = STORED_COLUMNS[column].safeParse(delivery[column]);
  if (!parsed.success) throw new UnreadableColumnError(column, delivery.id, parsed.error);
  return parsed.data as StoredValue<Column>;
}
