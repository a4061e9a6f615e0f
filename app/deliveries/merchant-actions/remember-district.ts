import { cleanText } from '../../domain/mapping/clean-text.ts';
import { districtKey, LONGEST_DISTRICT, matchDistrict } from '../../domain/mapping/dropoff/district.ts';
import { mergeSettings } from '../../domain/settings/settings-part.ts';
import { findShop, settingsOf } from '../../shops/shop-store.ts';
import type { AppContext } from '../../app-context.ts';

export type DistrictRemembered =
  | { readonly kind: 'saved'; readonly district: string }
  /** Nothing usable was entered. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'not-served' }
  /** Somebody has saved the settings since they were read. Nothing was saved. */
  | { readonly kind: 'changed-meanwhile' };

/**
 * Saves that what buyers wrote means this district of the operator. It replaces an alias that compares equal.
 *
 * @param given.written the text that the delivery's problem shows
 * @param given.version the version of the settings that the merchant saw: `Shop.settingsVersion`
 */
export async function rememberDistrict(
  app: Pick<AppContext, 'database' | 'servedDistricts' | 'logger'>,
  given: { shop: string; written: string; district: string; version: number },
): Promise<DistrictRemembered> {
  const { shop: domain, version } = given;
  const written = districtKey(cleanText(given.written));
  const named = cleanText(given.district);
  if (written === '' || named === '' || written.length > LONGEST_DISTRICT) return { kind: 'missing' };
  const district = app.servedDistricts === null ? named : matchDistrict(named, app.servedDistricts);
  if (district === null || district.length > LONGEST_DISTRICT) return { kind: 'not-served' };
  const shop = await findShop(app.database, domain);
  if (!shop || shop.settingsVersion !== version) return { kind: 'changed-meanwhile' };

  const { districtAliases } = settingsOf(shop).mapping;
  const others = Object.entries(districtAliases).filter(([from]) => districtKey(from) !== written);
  const aliases = { ...Object.fromEntries(others), [written]: district };
  const settings = mergeSettings(shop.settings, { 'mapping.districtAliases': aliases });
  const { count } = await app.database.shop.updateMany({
    where: { domain, settingsVersion: version },
    data: { settings, settingsVersion: { increment: 1 } },
  });
  if (count === 0) return { kind: 'changed-meanwhile' };
  app.logger.info({ shop: domain, district }, 'district remembered');
  return { kind: 'saved', district };
}
