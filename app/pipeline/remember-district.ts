import { z } from 'zod';
import { cleanText } from '../domain/clean-text.ts';
import { districtKey, LONGEST_DISTRICT, matchDistrict } from '../domain/district.ts';
import { shopSettingsSchema } from '../domain/shop-settings.ts';
import { findShop } from '../persistence/shops.ts';
import type { World } from './world.ts';

export type DistrictRemembered =
  | { readonly kind: 'saved'; readonly district: string }
  /** Nothing usable was given. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'not-served' }
  /** Somebody saved the settings since they were read here: nothing was saved. */
  | { readonly kind: 'changed-meanwhile' };

const stored = z
  .object({
    mapping: z
      .object({ districtAliases: z.record(z.string(), z.string()).prefault({}) })
      .catchall(z.json())
      .prefault({}),
  })
  .catchall(z.json());

/**
 * From now on what buyers wrote means this district of the operator's. An alias that compares equal is replaced.
 *
 * @param given.written as the problem of a delivery tells it
 * @param given.version of the settings that the merchant saw: `Shop.settingsVersion`
 */
export async function rememberDistrict(
  world: Pick<World, 'database' | 'servedDistricts' | 'logger'>,
  given: { shop: string; written: string; district: string; version: number },
): Promise<DistrictRemembered> {
  const { shop: domain, version } = given;
  const written = districtKey(cleanText(given.written));
  const named = cleanText(given.district);
  if (written === '' || named === '' || written.length > LONGEST_DISTRICT) return { kind: 'missing' };
  const district = world.servedDistricts === null ? named : matchDistrict(named, world.servedDistricts);
  if (district === null || district.length > LONGEST_DISTRICT) return { kind: 'not-served' };
  const shop = await findShop(world.database, domain);
  if (!shop || shop.settingsVersion !== version) return { kind: 'changed-meanwhile' };

  // merged into the JSON as it is stored: a setting nobody has decided on keeps following its default
  const kept = stored.parse(shop.settings);
  const others = Object.entries(kept.mapping.districtAliases).filter(([from]) => districtKey(from) !== written);
  const settings = {
    ...kept,
    mapping: { ...kept.mapping, districtAliases: { ...Object.fromEntries(others), [written]: district } },
  };
  shopSettingsSchema.parse(settings);
  const { count } = await world.database.shop.updateMany({
    where: { domain, settingsVersion: version },
    data: { settings, settingsVersion: { increment: 1 } },
  });
  if (count === 0) return { kind: 'changed-meanwhile' };
  world.logger.info({ shop: domain, district }, 'district remembered');
  return { kind: 'saved', district };
}
