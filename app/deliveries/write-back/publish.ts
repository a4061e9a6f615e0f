import type { Problem } from '../../domain/problems/problem.ts';
import { addProblem, addRefusedWrite, removeProblem } from '../delivery-store.ts';
import type { Delivery } from '@prisma/client';
import { estimatedDelivery } from '../../domain/tracking/estimated-delivery.ts';
import type { Transaction } from '../../persistence/database.ts';
import {
  addPublications,
  beginPublication,
  eventStatusOf,
  openPublications,
  settlePublication,
  type NewPublication,
  type OpenPublication,
  type Settlement,
} from './publications.ts';
import { orderMetafield } from './order-metafield.ts';
import { writeStateTag } from './write-state-tag.ts';
import { writeTracking } from './write-tracking.ts';
import { operatorZone } from '../tracking/next-read.ts';
import { hasEvent, publishEstimate, publishEvent, publishOrderMetafield } from '../../shopify/admin-api/publish.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import { requeueAfterThrottling } from '../../scheduling/requeue-after-throttling.ts';
import { publishJob } from '../../scheduling/jobs.ts';
import type { AppContext } from '../../app-context.ts';

/** Adds publications to the outbox, with the job that writes them. */
export async function queuePublications(
  app: Pick<AppContext, 'queue'>,
  transaction: Transaction,
  { id, shopDomain: shop, orderId }: Pick<Delivery, 'id' | 'shopDomain' | 'orderId'>,
  publications: readonly NewPublication[],
): Promise<void> {
  await addPublications(transaction, id, publications);
  await app.queue.send(transaction, publishJob, { shop, orderId }, { key: orderId });
}

/**
 * Writes an order's publications to Shopify, oldest first. A write ends in one of three ways. Shopify has it. Shopify
 * refused it for good, which becomes a problem of the delivery. Or Shopify may have it, because there was no answer or
 * an unreadable one: the job is retried from there, and first checks whether Shopify has it.
 *
 * @throws ShopifyError
 */
export async function publishOrder(app: AppContext, order: { shop: string; orderId: string }): Promise<void> {
  const open = await openPublications(app.database, order);
  const ended = new EndedPublications(app);
  try {
    await publishEach(app, order, open, ended);
  } finally {
    await ended.settle();
  }
}

async function publishEach(
  app: AppContext,
  order: { shop: string; orderId: string },
  open: readonly OpenPublication[],
  ended: EndedPublications,
): Promise<void> {
  for (const publication of open) {
    if (publication.uninstalledAt) return;
    const { id, kind, eventStatus, deliveryId, correlationId, orderNumber } = publication;
    const log = app.logger.child({ deliveryId, correlationId, kind });
    if (isOvertaken(publication, open)) {
      ended.add(publication, 'overtaken', null);
      continue;
    }
    if (ended.has(kind)) await ended.settle();
    const isRepeated = publication.startedAt !== null;
    // tracking is read before it is written, and writing the metafield twice gives the same result
    if (kind === 'event') await beginPublication(app.database, { id, now: app.now() });
    let left: string | null;
    try {
      const attributes = { 'delivery.id': deliveryId, kind };
      left = await app.tracing.step(correlationId, { name: 'publish', attributes }, () =>
        write(app, order, publication, isRepeated),
      );
    } catch (error) {
      if (!(error instanceof ShopifyError)) throw error;
      if (error.failure === 'not-installed') return; // continues when the merchant opens the app
      if (error.failure === 'throttled') return requeueAfterThrottling(app, publishJob, order, error);
      log.warn(
        { error },
        error.failure === 'refused' ? 'Shopify refuses the publication' : 'not published yet: it is tried again',
      );
      if (error.failure === 'access-denied') await addProblem(app.database, { id: deliveryId }, ACCESS_MISSING);
      if (error.failure !== 'refused') throw error;
      await addRefusedWrite(app.database, { id: deliveryId }, { what: NAMES[kind] ?? kind, message: error.message });
      ended.add(publication, 'refused', error.message);
      continue;
    }
    ended.add(publication, left === null ? 'published' : 'refused', left);
    if (isRepeated) await removeProblem(app.database, { id: deliveryId }, ACCESS_MISSING.code);
    log.info({ eventStatus, orderNumber }, left ?? 'published');
  }
}

/** Added while the app lacks a permission. The write continues by itself when the app has it again. */
const ACCESS_MISSING: Problem = { code: 'shopify-access-missing', field: null, details: {} };

/** What a refused write is called in the problem's text, if it is not its kind. */
const NAMES: Readonly<Record<string, string>> = { 'state-tag': 'tag' };

/** These are written from the current state, so that only the last of several writes is needed. */
const FROM_CURRENT_STATE: ReadonlySet<string> = new Set(['order-metafield', 'estimate', 'state-tag']);

function isOvertaken({ id, kind, deliveryId }: OpenPublication, open: readonly OpenPublication[]): boolean {
  if (!FROM_CURRENT_STATE.has(kind)) return false;
  return open.some(
    (later) => later.kind === kind && later.id > id && (kind !== 'estimate' || later.deliveryId === deliveryId),
  );
}

/**
 * Publications of one order that have ended, and are settled with one commit. A write that a crash leaves unsettled is
 * checked first and not repeated, or gives the same result.
 */
class EndedPublications {
  readonly #app: AppContext;
  #waiting: { readonly kind: string; readonly settlement: Settlement }[] = [];

  constructor(app: AppContext) {
    this.#app = app;
  }

  add({ id, kind }: OpenPublication, outcome: Settlement['outcome'], message: string | null): void {
    this.#waiting.push({ kind, settlement: { id, outcome, message, now: this.#app.now() } });
  }

  /** Whether one of this kind has ended and is not settled. The next one of its kind reads how the last one ended. */
  has(kind: string): boolean {
    return this.#waiting.some((ended) => ended.kind === kind);
  }

  async settle(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    await Promise.all(waiting.map(({ settlement }) => settlePublication(this.#app.database, settlement)));
    for (const { kind, settlement } of waiting) {
      this.#app.metrics.publications.inc({ kind, outcome: settlement.outcome });
    }
  }
}

/** @returns null when Shopify has it now; otherwise why the write was left out */
async function write(
  app: AppContext,
  order: { shop: string; orderId: string },
  publication: OpenPublication,
  isRepeated: boolean,
): Promise<string | null> {
  const { adminApi } = app;
  const { shop } = order;
  const { fulfillmentId } = publication;
  switch (publication.kind) {
    case 'tracking':
      return (await writeTracking(app, shop, publication)) ? null : "another carrier's tracking was kept";
    case 'event': {
      const estimate = isStillPromised(publication) ? estimateOf(app, publication) : null;
      const event = { status: eventStatusOf(publication), happenedAt: publication.happenedAt, estimate };
      if (isRepeated && (await hasEvent(adminApi, shop, fulfillmentId, event))) return null;
      await publishEvent(adminApi, shop, fulfillmentId, event);
      return null;
    }
    case 'order-metafield':
      await publishOrderMetafield(adminApi, shop, order.orderId, await orderMetafield(app.database, order));
      return null;
    case 'estimate': {
      const estimate = publication.endedAt ? null : estimateOf(app, publication);
      if (!estimate) return 'nothing is promised any more';
      const { handedOverAt: since } = publication;
      const isWritten = await publishEstimate(adminApi, shop, fulfillmentId, { estimate, since });
      return isWritten ? null : 'the fulfillment has ended';
    }
    case 'state-tag':
      return writeStateTag(app, order, publication);
    default:
      throw new Error(`no such publication: ${publication.kind}`);
  }
}

/** The end of a delivery keeps the last estimate. */
function isStillPromised(publication: OpenPublication): boolean {
  const status = eventStatusOf(publication);
  return status !== 'DELIVERED' && status !== 'FAILURE';
}

function estimateOf(app: AppContext, publication: OpenPublication): Date | null {
  return estimatedDelivery(publication, operatorZone(app, publication));
}
