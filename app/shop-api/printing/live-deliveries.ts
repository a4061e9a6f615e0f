import { setImmediate as letOthersRun, setTimeout as pause } from 'node:timers/promises';
import type { Shop } from '@prisma/client';
import { mapPrintedDelivery } from '../../printing/map-delivery.ts';
import type { NotPrinted, NotPrintedReason, PrintedDelivery } from '../../printing/printed-delivery.ts';
import { shopCountry } from '../../domain/settings/shop-country.ts';
import { planningSettings } from '../../shops/settings-for-operator.ts';
import { IMAGE_POINTS, PRINT_BATCH, PRINT_POINTS, readPrintable } from '../../shopify/reading/read-printable.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import type { AnsweredClient } from '../answered-client.ts';
import type { ShopContext } from '../shop-context.ts';
import type { SelectedDelivery } from './selected-deliveries.ts';

/** A selected delivery with what is printed of it, or why it cannot be printed. */
export type LiveDelivery =
  | { readonly row: SelectedDelivery; readonly printed: PrintedDelivery }
  | { readonly row: SelectedDelivery; readonly left: NotPrinted };

const TRIES = 3;

/**
 * Reads the live orders of deliveries, a batch at a time. A batch is read when the client has received what was made of
 * the one before it, and when the shop has points to spare for it: half of a full budget is left to hand-overs. Between
 * two deliveries, webhooks and other requests have their turn.
 *
 * @throws ShopifyError when the first batch cannot be read. Deliveries of a later batch are left out, and the document
 *   names them
 */
export async function* readLiveDeliveries(
  own: ShopContext,
  given: { shop: Shop; rows: readonly SelectedDelivery[]; client: AnsweredClient; withImages: boolean },
): AsyncGenerator<readonly LiveDelivery[]> {
  const { shop, rows, client, withImages } = given;
  const { app, domain } = own;
  const rules = {
    domain,
    country: shopCountry(shop.currency),
    settings: planningSettings(shop, app.environment.profile),
    servedDistricts: app.servedDistricts,
  };
  for (let at = 0; at < rows.length; at += PRINT_BATCH) {
    if (!(await client.ready())) return;
    const batch = rows.slice(at, at + PRINT_BATCH);
    const wanted = batch.filter(({ phase }) => phase !== 'skipped').map(({ fulfillmentId }) => fulfillmentId);
    const read = await readPatiently(own, wanted, withImages).catch((error: unknown) => {
      if (at === 0 || !(error instanceof ShopifyError)) throw error;
      app.logger.warn({ shop: domain, error }, 'orders could not be read to print them');
      return null;
    });
    const live: LiveDelivery[] = [];
    for (const row of batch) {
      const fulfillment = read?.get(row.fulfillmentId);
      const printed = fulfillment ? mapPrintedDelivery(row, fulfillment, rules) : null;
      if (printed) live.push({ row, printed });
      else live.push({ row, left: { name: nameOf(row), reason: reasonOf(row, read, fulfillment) } });
      await letOthersRun();
    }
    yield live;
  }
}

type Read = Awaited<ReturnType<typeof readPrintable>>;

function reasonOf({ phase }: SelectedDelivery, read: Read | null, fulfillment: object | undefined): NotPrintedReason {
  if (phase === 'skipped') return 'skipped';
  if (!read) return 'not-read';
  return fulfillment ? 'no-number' : 'gone';
}

async function readPatiently(
  { app, adminApi, domain }: ShopContext,
  ids: readonly string[],
  withImages: boolean,
): Promise<Read> {
  if (ids.length === 0) return new Map();
  const points = ids.length * (PRINT_POINTS + (withImages ? IMAGE_POINTS : 0));
  for (let round = 1; ; round += 1) {
    await pause(app.queryBudgets.pauseBefore(domain, points) ?? 0);
    try {
      return await readPrintable(adminApi, domain, ids, withImages);
    } catch (error) {
      const waitMs = restOf(error, app.pace.shopify.shortestRestMs);
      if (waitMs === null || waitMs > app.pace.printing.restLimitMs || round === TRIES) throw error;
      await pause(waitMs);
    }
  }
}

/** How long a throttled call should wait; null for a call that failed otherwise. */
function restOf(error: unknown, shortestMs: number): number | null {
  if (!(error instanceof ShopifyError) || error.failure !== 'throttled') return null;
  return Math.max(shortestMs, error.retryAfterMs ?? 0);
}

/** How the merchant knows a delivery. */
export function nameOf({ fulfillmentName, orderName, fulfillmentId }: SelectedDelivery): string {
  return fulfillmentName ?? orderName ?? fulfillmentId.split('/').at(-1) ?? '';
}
