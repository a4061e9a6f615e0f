import pLimit from 'p-limit';
import { BOUNDS } from '../../bounds.ts';
import { addProblem, addRefusedWrite, removeProblem } from '../delivery-store.ts';
import {
  ACCESS_MISSING,
  beginPublication,
  openPublications,
  settlePublication,
  type OpenPublication,
  type Settlement,
} from './publications.ts';
import { claimDueOutboxes, endOutbox, type ClaimedOutbox, type EndedOutbox } from './order-outbox.ts';
import { write } from './write.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import { afterShopifyFailure } from '../after-shopify-failure.ts';
import { createClaimLoop, type ClaimLoop } from '../../scheduling/claim-loop.ts';
import { shopTurns } from '../../scheduling/shop-turns.ts';
import type { AppContext } from '../../app-context.ts';

const AT_ONCE = 40;
/** Orders of one shop that are claimed before the next shop has its turn. */
const OF_ONE_SHOP = 20;

/**
 * Writes orders' publications to Shopify as they become due. As many are claimed as there are places, because a claim of
 * several costs as much as one; those without a place for now wait for it.
 *
 * @param share from 0 to 1: the part of this process's places that they may use now
 */
export function createPublisher(app: AppContext, share: () => number = () => 1): ClaimLoop {
  const { database, logger, pace, shopifyLimits } = app;
  const turns = shopTurns<ClaimedOutbox>({ ofOneShop: OF_ONE_SHOP, shopOf: ({ shop }) => shop });
  const places = pLimit(AT_ONCE);
  const adapt = () => (places.concurrency = Math.ceil(AT_ONCE * share()));
  return createClaimLoop<ClaimedOutbox>({
    pace: pace.claims,
    atOnce: () => AT_ONCE,
    async claim(limit) {
      const fullShops = shopifyLimits.full('read');
      const isFull = fullShops.length > 0;
      const { leaseMs } = pace.publications;
      const { rows, hasMore } = await turns.take(limit, (turn) =>
        claimDueOutboxes(database, { leaseMs, fullShops, ...turn }),
      );
      return { rows, hasMore, isFull };
    },
    async work(order) {
      adapt();
      const work = () => places(() => publishOrder(app, order));
      await shopifyLimits.occupy('read', order.shop, work).finally(adapt);
    },
    failed: ({ shop, orderId }, error) => logger.error({ error, shop, orderId }, 'publishing failed'), // the claim expires
  });
}

/**
 * Writes an order's publications to Shopify, oldest first. A write ends in one of three ways. Shopify has it. Shopify
 * refused it for good, which becomes a problem of the delivery. Or Shopify may have it, because there was no answer or
 * an unreadable one: the order is tried again from there, and first checks whether Shopify has it.
 */
async function publishOrder(app: AppContext, claimed: ClaimedOutbox): Promise<void> {
  const { database } = app;
  const ended = new EndedPublications(app);
  let again: EndedOutbox['again'];
  try {
    const open = await openPublications(database, claimed);
    const isWhole = await publishEach(app, claimed, open, ended);
    again = isWhole && open.length < BOUNDS.orderPublications ? null : { afterMs: 0, tries: 0 };
  } catch (error) {
    again = afterShopifyFailure(app, claimed, error);
  }
  await ended.settle((settled) => endOutbox(database, { claimed, settled, again }));
}

/**
 * @returns false if the time of the claim does not suffice for all of them
 * @throws ShopifyError
 */
async function publishEach(
  app: AppContext,
  claimed: ClaimedOutbox,
  open: readonly OpenPublication[],
  ended: EndedPublications,
): Promise<boolean> {
  for (const publication of open) {
    if (performance.now() > claimed.startUntil) return false;
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
        write(app, claimed, publication, isRepeated),
      );
    } catch (error) {
      if (!(error instanceof ShopifyError)) throw error;
      if (error.failure === 'not-installed' || error.failure === 'throttled') throw error;
      log.warn(
        { error },
        error.failure === 'refused' ? 'Shopify refuses the publication' : 'not published yet: it is tried again',
      );
      if (error.failure === 'access-denied') await addProblem(app.database, { id: deliveryId }, ACCESS_MISSING);
      if (error.failure !== 'refused') throw error;
      await removeAccessMissing(app, publication);
      await addRefusedWrite(app.database, { id: deliveryId }, { what: nameOf(kind), message: error.message });
      ended.add(publication, 'refused', error.message);
      continue;
    }
    ended.add(publication, left === null ? 'published' : 'refused', left);
    await removeAccessMissing(app, publication);
    if (left === null && publication.refusedWrite === nameOf(kind)) {
      await removeProblem(app.database, { id: deliveryId }, 'shopify-write-refused');
    }
    log.info({ eventStatus, orderNumber }, left ?? 'published');
  }
  return true;
}

/** Shopify has let a write through, so the app has the permission that it lacked before. */
async function removeAccessMissing(
  { database }: AppContext,
  { deliveryId: id, isAccessMissing }: OpenPublication,
): Promise<void> {
  if (isAccessMissing) await removeProblem(database, { id }, ACCESS_MISSING.code);
}

/** What a refused write is called in the problem's text, if it is not its kind. */
const NAMES: Readonly<Record<string, string>> = { 'state-tag': 'tag' };
const nameOf = (kind: string) => NAMES[kind] ?? kind;

/** These are written from the current state, so that only the last of several writes is needed. */
const FROM_CURRENT_STATE: ReadonlySet<string> = new Set(['order-metafield', 'estimate', 'state-tag']);

function isOvertaken(
  { id, kind, deliveryId, removesFields }: OpenPublication,
  open: readonly OpenPublication[],
): boolean {
  if (!FROM_CURRENT_STATE.has(kind) || removesFields) return false;
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

  async settle(
    write: (settled: readonly Settlement[]) => Promise<unknown> = (settled) =>
      Promise.all(settled.map((settlement) => settlePublication(this.#app.database, settlement))),
  ): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    await write(waiting.map(({ settlement }) => settlement));
    for (const { kind, settlement } of waiting) {
      this.#app.metrics.publications.inc({ kind, outcome: settlement.outcome });
    }
  }
}
