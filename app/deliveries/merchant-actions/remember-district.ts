import { BOUNDS } from '../../bounds.ts';
import { cleanText } from '../../domain/mapping/clean-text.ts';
import { ASK, districtKey, DISTRICT_LIMIT, matchDistrict } from '../../domain/mapping/district/district.ts';
import { mergeSettings } from '../../domain/settings/settings-part.ts';
import { checkAgain } from '../../early-warning/open-orders.ts';
import { findShop, settingsOf } from '../../shops/shop-store.ts';
import { z } from 'zod';
import type { AppContext } from '../../app-context.ts';

export type DistrictRemembered =
  | { readonly kind: 'saved'; readonly district: string }
  /** Nothing usable was entered. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'not-served' }
  /** The shop has as many names as it can have. */
  | { readonly kind: 'too-many' }
  /** Somebody has saved the settings since they were read. Nothing was saved. */
  | { readonly kind: 'changed-meanwhile' };

const REMEMBERED = 'district-remembered';

/**
 * Saves that what buyers wrote means this district of the operator. It replaces an alias that compares equal.
 *
 * @param given.written the text that the delivery's problem shows
 * @param given.by number of the staff member in Shopify
 * @param given.version the version of the settings that the merchant saw: `Shop.settingsVersion`
 */
export async function rememberDistrict(
  app: Pick<AppContext, 'database' | 'servedDistricts' | 'logger' | 'now'>,
  given: { shop: string; written: string; district: string; version: number; by: string },
): Promise<DistrictRemembered> {
  const { shop: domain, version } = given;
  const written = districtKey(cleanText(given.written));
  const named = cleanText(given.district);
  if (written === '' || named === '' || written.length > DISTRICT_LIMIT) return { kind: 'missing' };
  const district = named === ASK || app.servedDistricts === null ? named : matchDistrict(named, app.servedDistricts);
  if (district === null || district.length > DISTRICT_LIMIT) return { kind: 'not-served' };
  const shop = await findShop(app.database, domain);
  if (!shop || shop.settingsVersion !== version) return { kind: 'changed-meanwhile' };

  const { districtAliases } = settingsOf(shop).mapping;
  const others = Object.entries(districtAliases).filter(([from]) => districtKey(from) !== written);
  if (others.length >= BOUNDS.settingsEntries) return { kind: 'too-many' };
  const aliases = { ...Object.fromEntries(others), [written]: district };
  const settings = mergeSettings(shop.settings, { 'mapping.districtAliases': aliases });
  const isSaved = await app.database.$transaction(async (transaction) => {
    const { count } = await transaction.shop.updateMany({
      where: { domain, settingsVersion: version },
      data: { settings, settingsVersion: { increment: 1 } },
    });
    const detail = { written, district, by: given.by };
    if (count === 1) await checkAgain(transaction, { shop: domain, now: app.now() });
    if (count === 1)
      await transaction.auditEntry.create({ data: { at: app.now(), shop: domain, action: REMEMBERED, detail } });
    return count === 1;
  });
  if (!isSaved) return { kind: 'changed-meanwhile' };
  app.logger.info({ shop: domain, district }, 'district remembered');
  return { kind: 'saved', district };
}

/** What buyers wrote is asked about from now on, although it is nearly a served name. */
export async function askAboutDistrict(
  app: Parameters<typeof rememberDistrict>[0],
  given: { shop: string; written: string; by: string },
): Promise<DistrictRemembered> {
  const shop = await findShop(app.database, given.shop);
  return rememberDistrict(app, { ...given, district: ASK, version: shop?.settingsVersion ?? 0 });
}

/** What buyers wrote means nothing special any more. Nothing happens where it did not. */
export async function forgetDistrict(
  app: Pick<AppContext, 'database' | 'logger'>,
  { shop: domain, written }: { shop: string; written: string },
): Promise<boolean> {
  const shop = await findShop(app.database, domain);
  if (!shop) return false;
  const aliases = Object.entries(settingsOf(shop).mapping.districtAliases);
  const others = aliases.filter(([from]) => districtKey(from) !== districtKey(cleanText(written)));
  if (others.length === aliases.length) return false;
  const settings = mergeSettings(shop.settings, { 'mapping.districtAliases': Object.fromEntries(others) });
  const { count } = await app.database.shop.updateMany({
    where: { domain, settingsVersion: shop.settingsVersion },
    data: { settings, settingsVersion: { increment: 1 } },
  });
  if (count === 1) app.logger.info({ shop: domain }, 'district forgotten');
  return count === 1;
}

/**
 * A name that the shop remembers. `saved` says when and by which staff member it was saved on the review page; it is
 * null for a name that was typed in the settings.
 */
export interface RememberedDistrict {
  readonly written: string;
  readonly district: string;
  readonly saved: { readonly at: Date; readonly by: string } | null;
}

const savedDetail = z.object({ written: z.string(), district: z.string(), by: z.string() });

/** The names that a shop remembers, in their order. */
export async function rememberedDistricts(
  { database }: Pick<AppContext, 'database'>,
  domain: string,
): Promise<RememberedDistrict[]> {
  const shop = await findShop(database, domain);
  if (!shop) return [];
  const entries = await database.auditEntry.findMany({
    where: { shop: domain, action: REMEMBERED },
    orderBy: { id: 'desc' },
    take: BOUNDS.settingsEntries,
  });
  const saved = entries.flatMap(({ at, detail }) => {
    const { data } = savedDetail.safeParse(detail);
    return data ? [{ at, ...data }] : [];
  });
  return Object.entries(settingsOf(shop).mapping.districtAliases)
    .sort(([a], [b]) => a.localeCompare(b))
    .slice(0, BOUNDS.settingsEntries)
    .map(([written, district]) => {
      const own = saved.find((each) => each.written === districtKey(written) && each.district === district);
      return { written, district, saved: own ? { at: own.at, by: own.by } : null };
    });
}
