import { attemptsOf } from '../../deliveries/hand-over/attempts.ts';
import { askAboutDistrict } from '../../deliveries/merchant-actions/remember-district.ts';
import { dryRunFulfillment } from '../../deliveries/merchant-actions/dry-run.ts';
import { findOrderDelivery } from '../../deliveries/order-deliveries.ts';
import type { FulfillmentDryRun } from '../../extension-api/extension-answers.ts';
import { deliveryPageView } from '../../pages/delivery/delivery-page-view.ts';
import type { ReadingUndone } from '../../pages/delivery/cards/why-card.tsx';
import { findShop, shopHold } from '../../shops/shop-store.ts';
import { readerOf, type ShopContext } from '../shop-context.ts';
import { supportBundle } from './support-bundle.ts';
import { dryRunsShown } from '../orders/order-answer.ts';

const ATTEMPT_LIMIT = 100;

/** @returns null when the shop has no such delivery */
export async function deliveryPage(own: ShopContext, deliveryId: string) {
  const { domain, database, app } = own;
  const [shop, delivery] = await Promise.all([
    findShop(database, domain),
    findOrderDelivery(database, { shop: domain, deliveryId }),
  ]);
  if (!delivery) return null;
  const attempts = await attemptsOf(database, { deliveryId, limit: ATTEMPT_LIMIT });
  const reader = { ...readerOf(own, shop), shopHold: shop && shopHold(shop) };
  return {
    view: deliveryPageView(delivery, attempts, reader),
    /** Milliseconds since 1970. */
    now: reader.now.getTime(),
    /** What to send to whoever helps, as JSON. */
    support: supportBundle(delivery, attempts, {
      environment: shop?.operatorAccount?.environment ?? null,
      profile: app.environment.profile.stateTable,
    }),
  };
}

/**
 * What would be sent of a delivery, mapped from the live order. It names the buyer: show it, never store it.
 *
 * @returns null when the shop has no such delivery
 */
export async function dryRunDelivery(own: ShopContext, deliveryId: string): Promise<FulfillmentDryRun | null> {
  const live = await dryRunLive(own, deliveryId);
  if (!live) return null;
  const { shop, delivery, dryRun } = live;
  const listed = { fulfillmentId: delivery.fulfillmentId, name: delivery.fulfillmentName ?? '', delivery, dryRun };
  return (await dryRunsShown(own, shop, [listed], delivery.orderId))[0] ?? null;
}

async function dryRunLive({ domain, database, app }: ShopContext, deliveryId: string) {
  const [shop, delivery] = await Promise.all([
    findShop(database, domain),
    findOrderDelivery(database, { shop: domain, deliveryId }),
  ]);
  if (!shop || !delivery) return null;
  return { shop, delivery, dryRun: await dryRunFulfillment(app, shop, delivery.fulfillmentId, delivery) };
}

export async function undoReading(own: ShopContext, deliveryId: string): Promise<ReadingUndone | null> {
  const live = await dryRunLive(own, deliveryId);
  if (!live) return null;
  if (live.dryRun === 'not-checked') return { kind: 'not-checked' };
  const { reading } = live.dryRun;
  if (!reading) return { kind: 'no-reading' };
  const asked = await askAboutDistrict(own.app, { shop: own.domain, by: own.staff, written: reading.written });
  return asked.kind === 'saved' ? { kind: 'undone', ...reading } : { kind: 'not-saved' };
}
