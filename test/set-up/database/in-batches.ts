const BATCH = 500;

/**
 * Writes many rows, a batch after the other. Prisma divides a statement with too many values itself, and sends the
 * parts at once over the one connection of their transaction, which the driver warns of.
 */
export async function inBatches<Row>(rows: readonly Row[], write: (batch: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) await write(rows.slice(start, start + BATCH));
}
