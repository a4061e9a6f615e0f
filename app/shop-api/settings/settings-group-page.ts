import type { AppContext } from '../../app-context.ts';
import { z } from 'zod';
import { DATE_PICKERS } from '../../domain/mapping/dates/date-pickers.ts';
import { DELIVERY_SERVICES, type DeliveryService } from '../../domain/mapping/delivery-services.ts';
import type { SettingsGroup } from '../../domain/settings/settings-groups.ts';
import { shopSettingsSchema } from '../../domain/settings/shop-settings.ts';
import { settingsByName } from '../../domain/settings/settings-part.ts';
import type { GroupResult } from '../../pages/settings-groups/group-form.tsx';
import type { BranchChoice } from '../../pages/settings/settings-view.ts';
import type { GroupView } from '../../pages/settings-groups/group-view.ts';
import { readPart } from './read-part.ts';
import { readLocations, readRecentChoices } from '../../shopify/reading/read-choices.ts';
import { saveSettings } from '../../installation/save-settings.ts';
import { withOperatorDefaults } from '../../shops/settings-for-operator.ts';
import { findShop } from '../../shops/shop-store.ts';
import type { ShopContext } from '../shop-context.ts';
import { shopCountry } from '../../domain/settings/shop-country.ts';
import { countryHolidays } from './country-holidays.ts';
import { branchesOf } from './settings-of-page.ts';

export async function settingsGroupPage(own: ShopContext, group: SettingsGroup): Promise<GroupView> {
  const { app, adminApi, database, domain } = own;
  const needsLocations = group === 'locations' || group === 'rules';
  const needsRecent = group === 'rules' || group === 'eligibility';
  const [shop, locations, recent] = await Promise.all([
    findShop(database, domain),
    needsLocations ? readLocations(adminApi, domain) : null,
    needsRecent ? readRecentChoices(adminApi, domain) : null,
  ]);
  return {
    group,
    version: shop?.settingsVersion ?? 1,
    values: settingsByName(withOperatorDefaults({ settings: shop?.settings ?? {} }, app.environment.profile)),
    locations,
    recent,
    served: group === 'rules' ? app.servedDistricts : null,
    branches: needsLocations ? branchesOf(app) : null,
    services: DELIVERY_SERVICES,
    servicesInUse: servicesInUse(shop?.settings),
    currency: shop?.currency ?? null,
    countryHolidays: group === 'dates' ? await countryHolidays(shopCountry(shop?.currency), app.now()) : [],
    packagesAre: app.environment.profile.packagesAre,
    fileKind: app.environment.profile.fileKind,
    datePickers: DATE_PICKERS.map(({ app: name, date, time }) => {
      return { app: name, attributes: [...date, ...time] };
    }),
    timeZone: app.environment.OPERATOR_TIME_ZONE ?? shop?.timeZone ?? null,
  };
}

/** The default service, and those of the shop's rules and shipping methods. */
function servicesInUse(settings: unknown): DeliveryService[] {
  const { service } = shopSettingsSchema.parse(settings ?? {});
  const used = new Set<string>([
    service.default,
    ...service.rules.map(({ use }) => use),
    ...Object.values(service.methods),
  ]);
  return DELIVERY_SERVICES.filter((each) => used.has(each));
}

/**
 * Saves what was changed on one page of settings.
 *
 * @param program the whole program, because saving can release deliveries of other shops with the same operator account
 * @param body as it was posted, not validated yet
 */
export async function submitSettingsGroup(
  { database, domain }: ShopContext,
  program: AppContext,
  body: unknown,
): Promise<GroupResult> {
  const shop = await findShop(database, domain);
  const read = readPart(body, shop?.settings ?? {});
  if (!read.ok) return { kind: 'unfit', errors: read.errors };
  const unlisted = unlistedBranches(read.part['pickup.locations'], branchesOf(program), shop?.settings);
  if (unlisted.length > 0) {
    return { kind: 'unfit', errors: Object.fromEntries(unlisted.map((id) => [`pickup.locations.${id}`, 'pickup'])) };
  }
  return saveSettings(program, { shop: domain, version: read.version, change: { part: read.part } });
}

const locationsSchema = z.record(z.string(), z.object({ point: z.object({ id: z.number() }).nullable().catch(null) }));

/** The locations whose branch is not registered, unless it was saved before. */
function unlistedBranches(posted: unknown, branches: readonly BranchChoice[] | null, settings: unknown): string[] {
  const { data: locations } = locationsSchema.safeParse(posted);
  if (!locations || branches === null) return [];
  const saved = shopSettingsSchema.parse(settings ?? {}).pickup.locations;
  const known = new Set(branches.map(({ id }) => id));
  return Object.entries(locations).flatMap(([location, { point }]) => {
    const before = saved[location]?.point ?? null;
    const isKept = before !== null && 'id' in before && before.id === point?.id;
    return point === null || isKept || known.has(point.id) ? [] : [location];
  });
}
