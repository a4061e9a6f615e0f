import { DateTime } from 'luxon';
import { BOUNDS } from '../../bounds.ts';
import { dryRunBackfill, startBackfill } from '../../deliveries/reconciliation/backfill.ts';
import {
  changeBackfill,
  findLatestBackfill,
  outcomesOfBackfill,
  type BackfillChange,
} from '../../deliveries/reconciliation/backfills.ts';
import { backfillProgress, backfillRows } from '../../pages/backfill/backfill-view.ts';
import { parseDayRange, type DayRange, type BackfillResult } from '../../pages/backfill/day-range.ts';
import { findShop, type ShopWithAccount } from '../../shops/shop-store.ts';
import { spanOfDay, zoneOfDays } from '../../domain/lifecycle/daily-count.ts';
import { unlessUnasked, askerOf, type ShopContext, shopStanding } from '../shop-context.ts';

/** The first and last day as they were typed; null for an empty field. */
interface TypedDays {
  readonly from: unknown;
  readonly to: unknown;
}

const DAYS_OFFERED = 7;

/** @param after the cursor of the page of orders; null for the first page */
export async function backfillPage(own: ShopContext, typed: TypedDays, after: string | null) {
  const { domain, locale, database, app } = own;
  const [shop, latest] = await Promise.all([findShop(database, domain), findLatestBackfill(database, domain)]);
  const outcomes = latest ? await outcomesOfBackfill(database, { shop: domain, id: latest.id }) : [];
  const timeZone = shop?.timeZone ?? null;
  const now = app.now();
  const today = DateTime.fromJSDate(now, { zone: timeZone ?? 'UTC' });
  const asked = parseDayRange(typed, today.toISODate() ?? '');
  // while one runs, the page is loaded again every other second, and shows no other
  const isOpen = latest?.state === 'running';
  const isAsked = typed.from !== null || typed.to !== null;
  const offer = (given: unknown, day: DateTime) => (typeof given === 'string' ? given : (day.toISODate() ?? ''));
  return {
    standing: shopStanding(shop),
    /** The days that the fields show. */
    offered: { from: offer(typed.from, today.minus({ days: DAYS_OFFERED })), to: offer(typed.to, today) },
    error: isAsked && !asked.ok ? asked.error : null,
    looked: asked.ok && !isOpen ? await look(own, { range: asked.range, shop, after }) : null,
    progress: latest && backfillProgress(latest, outcomes, { locale, timeZone, now }),
  };
}

/**
 * The dry run of one page of orders, with the cursor of the next one; without rows when Shopify could not be asked.
 *
 * @throws Response 429 when the shop has asked too much in a minute
 */
async function look(
  own: ShopContext,
  { range, shop, after }: { range: DayRange; shop: ShopWithAccount | null; after: string | null },
) {
  const { domain, app } = own;
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- Remix: responses are thrown
  if ((await own.spend(BOUNDS.dryRunCost)) !== null) throw new Response(null, { status: 429 });
  const asked = { shop: domain, range: spanOf(range, shop?.timeZone ?? null), after };
  const page = await unlessUnasked(dryRunBackfill(app, asked));
  return { range, rows: page && backfillRows(page.fulfillments, askerOf(own, shop)), next: page?.next ?? null };
}

function spanOf({ from, to }: DayRange, timeZone: string | null) {
  const zone = zoneOfDays(timeZone);
  return { from: spanOfDay(from, zone).from, before: spanOfDay(to, zone).before };
}

/** Starts the hand-over of the fulfillments of a span of days. */
export async function startBackfillOf(
  { domain, database, app }: ShopContext,
  typed: TypedDays,
): Promise<BackfillResult> {
  const timeZone = (await findShop(database, domain))?.timeZone ?? null;
  const today = DateTime.fromJSDate(app.now(), { zone: timeZone ?? 'UTC' }).toISODate() ?? '';
  const asked = parseDayRange(typed, today);
  if (!asked.ok) return { kind: 'refused', error: asked.error };
  const isStarted = await startBackfill(app, { shop: domain, range: spanOf(asked.range, timeZone) });
  return { kind: isStarted ? 'started' : 'already-running' };
}

const CHANGED = { pause: 'paused', resume: 'resumed', stop: 'stopped' } as const;

/** Pauses, resumes or cancels the backfill that runs. */
export async function changeBackfillOf({ domain, app }: ShopContext, change: BackfillChange): Promise<BackfillResult> {
  await changeBackfill(app.database, change, { shop: domain, now: app.now() });
  return { kind: CHANGED[change] };
}
