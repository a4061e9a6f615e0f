import type { WebhookReceipt } from '@prisma/client';
import type { z } from 'zod';
import type { Transaction } from '../persistence/database.ts';
import { ensureShop } from '../persistence/shops.ts';
import { cancelDelivery } from './cancel.ts';
import type { handleWebhookJob } from './jobs.ts';
import { orderChanged } from './notice-edits.ts';
import { openDelivery, reconsiderPending } from './open-delivery.ts';
import { forgetScopes, redactCustomer, redactShop, reportCustomerData, uninstall } from './shop-lifecycle.ts';
import type { World } from './world.ts';

type Payload = z.infer<typeof handleWebhookJob.payload>;

/** Returns the reason when there was nothing to do. */
type Handled = string | null;

/** Does what a received webhook calls for, and notes on its receipt what that was. Repeating it changes nothing. */
export async function handleWebhook(world: World, payload: Payload): Promise<void> {
  const receipt = await world.database.webhookReceipt.findUnique({ where: { id: BigInt(payload.receiptId) } });
  if (!receipt || receipt.outcome) return;
  await world.database.$transaction(async (transaction) => {
    const reason = await act(world, transaction, receipt, payload);
    await transaction.webhookReceipt.updateMany({
      where: { id: receipt.id },
      data: { outcome: reason ? 'skipped' : 'handled', reason, handledAt: world.now() },
    });
    world.logger.info(
      { shop: receipt.shop, topic: receipt.topic, webhookId: receipt.webhookId, subjectId: receipt.subjectId, reason },
      reason ? 'webhook skipped' : 'webhook handled',
    );
  });
}

async function act(
  world: World,
  transaction: Transaction,
  receipt: WebhookReceipt,
  { status, orderIds }: Payload,
): Promise<Handled> {
  const { shop, topic, subjectId, orderId, triggeredAt, webhookId: correlationId } = receipt;
  switch (topic) {
    case 'fulfillments/create':
      return subjectId && orderId
        ? await fulfillmentCreated(world, transaction, { shop, fulfillmentId: subjectId, orderId, correlationId })
        : 'no ids';
    case 'fulfillments/update':
      if (!subjectId) return 'no ids';
      if (status === 'cancelled') return cancelDelivery(world, transaction, { shop, fulfillmentId: subjectId });
      if (status === 'success') return reconsiderPending(world, transaction, { shop, fulfillmentId: subjectId });
      return 'nothing in it changes a delivery';
    case 'orders/updated':
      return subjectId ? await orderChanged(world, transaction, { shop, orderId: subjectId }) : 'no ids';
    case 'app/uninstalled':
      return uninstall(world, transaction, { shop, triggeredAt });
    case 'app/scopes_update':
      return forgetScopes(transaction, shop);
    case 'customers/data_request':
      return reportCustomerData(world, transaction, { shop, orderIds });
    case 'customers/redact':
      return redactCustomer(world, transaction, { shop, orderIds });
    case 'shop/redact':
      return redactShop(world, transaction, { shop });
    default:
      return 'the topic is not handled';
  }
}

async function fulfillmentCreated(
  world: World,
  transaction: Transaction,
  given: { shop: string; fulfillmentId: string; orderId: string; correlationId: string },
): Promise<Handled> {
  await ensureShop(transaction, given.shop);
  const deliveryId = await openDelivery(world, transaction, given);
  return deliveryId ? null : 'the fulfillment has its delivery already';
}
