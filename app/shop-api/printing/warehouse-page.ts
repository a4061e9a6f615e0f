import { BOUNDS } from '../../bounds.ts';
import { isAtPickup } from '../../domain/tracking/at-pickup.ts';
import { readPrints } from '../../deliveries/printing/prints.ts';
import type { PrintSelection } from '../../pages/warehouse/print-query.ts';
import type { ExpectedDelivery } from '../../pages/warehouse/scan/scan-state.ts';
import { waitingPickups, type WaitingPickup } from '../../pages/warehouse/waiting-view.ts';
import type { ShopContext } from '../shop-context.ts';
import { nameOf } from './live-deliveries.ts';
import { countWaiting, selectDeliveries } from './selected-deliveries.ts';

export interface WarehousePage {
  readonly pickups: readonly WaitingPickup[];
}

export async function warehousePage(own: ShopContext): Promise<WarehousePage> {
  return { pickups: waitingPickups(await countWaiting(own), own.locale) };
}

/** The deliveries that are expected at the door. It contains nothing about buyers, and Shopify is not asked. */
export interface ScanList {
  readonly expected: readonly ExpectedDelivery[];
  /** Where the next part of a longer list begins, as `printPlace` writes it; null at the end. */
  readonly next: string | null;
}

/** @returns null when one of the deliveries is not the shop's */
export async function scanList(own: ShopContext, selection: PrintSelection): Promise<ScanList | null> {
  const selected = await selectDeliveries(own, selection, { limit: BOUNDS.scannedDeliveries });
  if (!selected) return null;
  const { rows, next } = selected;
  const prints = await readPrints(
    own,
    rows.map(({ id }) => id),
  );
  const expected = rows.flatMap((row): ExpectedDelivery[] => {
    const { id, orderNumber, phase, cancelRequestedAt } = row;
    if (orderNumber === null || !isAtPickup(row.stateGroup)) return [];
    const isCancelled = cancelRequestedAt !== null || phase === 'cancelled';
    return [{ id, orderNumber, name: nameOf(row), isCancelled, packages: prints.get(id)?.packages ?? 1 }];
  });
  return { expected, next };
}
