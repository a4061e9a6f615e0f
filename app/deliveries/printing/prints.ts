import type { Encryption } from '../../persistence/secrets/encryption.ts';
import type { Database } from '../../persistence/database.ts';
import type { PrintedDelivery } from '../../printing/printed-delivery.ts';

/** What was printed of deliveries last, by delivery id. */
export type Prints = ReadonlyMap<
  string,
  {
    readonly fingerprint: string;
    /** How many labels. */
    readonly packages: number;
    readonly printedAt: Date;
  }
>;

interface Shop {
  readonly database: Database;
  readonly domain: string;
}

export async function readPrints({ database }: Shop, deliveryIds: readonly string[]): Promise<Prints> {
  const prints = await database.print.findMany({
    where: { deliveryId: { in: [...deliveryIds] } },
    take: deliveryIds.length,
  });
  return new Map(prints.map(({ deliveryId, ...print }) => [deliveryId, print]));
}

/** How many boxes a delivery has. Before the hand-over stored the number, the labels said it. */
export function boxesOf(
  { id, boxes }: { readonly id: string; readonly boxes: number | null },
  prints: Prints,
  otherwise: number,
): number {
  return boxes ?? prints.get(id)?.packages ?? otherwise;
}

/**
 * Records what is printed now. A label replaces what was printed before; a sheet counts only where nothing was, because
 * the label on the box stays as it is.
 */
export async function notePrinted(
  { database, domain }: Shop,
  given: {
    deliveries: readonly PrintedDelivery[];
    document: 'labels' | 'sheet';
    encryption: Encryption;
    now: Date;
  },
): Promise<void> {
  const { deliveries, document, encryption, now } = given;
  const ids = deliveries.map(({ id }) => id);
  const fingerprints = deliveries.map((delivery) => encryption.fingerprints(printedSecret(delivery))[0]);
  const boxes = deliveries.map((each) => each.boxes);
  const isLabel = document === 'labels';
  await database.$executeRaw`
    INSERT INTO "Print" ("deliveryId", "fingerprint", "packages", "printedAt")
    SELECT d."id", p."fingerprint", p."packages", ${now}
    FROM unnest(${ids}::uuid[], ${fingerprints}::text[], ${boxes}::int[]) AS p("id", "fingerprint", "packages")
    JOIN "Delivery" d ON d."id" = p."id" AND d."shopDomain" = ${domain}
    ORDER BY d."id"
    ON CONFLICT ("deliveryId") DO UPDATE
      SET "fingerprint" = EXCLUDED."fingerprint", "packages" = EXCLUDED."packages", "printedAt" = EXCLUDED."printedAt"
      WHERE ${isLabel}`;
}

/** When the delivery was printed last, if it would be printed differently now; null otherwise. */
export function changedSince(delivery: PrintedDelivery, prints: Prints, encryption: Encryption): Date | null {
  const print = prints.get(delivery.id);
  if (!print) return null;
  return encryption.isFingerprintOf(print.fingerprint, printedSecret(delivery)) === false ? print.printedAt : null;
}

/**
 * Everything that a label says, in a fixed order. The service and the day belong to the promise, which no edit of the
 * order changes.
 */
function printedSecret(delivery: PrintedDelivery): string {
  const { id, orderNumber, recipient, address, district, phone, notes, lines, isCancelled } = delivery;
  const contents = lines.map(({ quantity, name }) => [`${quantity} × ${name}`]);
  return JSON.stringify(['print', id, orderNumber, recipient, address, district, phone, notes, contents, isCancelled]);
}
