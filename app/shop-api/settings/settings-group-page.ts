import { DATE_PICKERS } from '../../domain/mapping/dates/date-pickers.ts';
import { DELIVERY_SERVICES, type DeliveryService } from '../../domain/mapping/delivery-services.ts';
import type { SettingsGroup } from '../../domain/settings/settings-groups.ts';
import { shopSettingsSchema } from '../../domain/settings/shop-settings.ts';
import { settingsByName } from '../../domain/settings/settings-part.ts';
import type { GroupView } from '../../pages/settings-groups/group-view.ts';
import { readLocations, readRecentChoices } from '../../shopify/reading/read-choices.ts';
import { withOperatorDefaults } from '../../shops/settings-for-operator.ts';
import { findShop } from '../../shops/shop-store.ts';
import type { ShopContext } from '../shop-context.ts';
import { shopCountry, type ShopCountry } from '../../domain/settings/shop-country.ts';
import { branchesOf } from './settings-page.ts';
import { DateTime } from 'luxon';

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
 * The public holidays of a country in the next 12 months, soonest first, as `YYYY-MM-DD`.
 *
 * @param country null when it is not known: there are none to offer then
 */
export async function countryHolidays(country: ShopCountry | null, now: Date): Promise<string[]> {
  if (country === null) return [];
  const { default: Holidays } = await import('date-holidays'); // its tables are large, and only this page needs them
  const calendar = new Holidays(country);
  const first = DateTime.fromJSDate(now, { zone: 'utc' });
  const [from, to] = [first.toISODate() ?? '', first.plus({ years: 1 }).toISODate() ?? ''];
  const days = [first.year, first.year + 1].flatMap((year) =>
    calendar.getHolidays(year).flatMap(({ date, type }) => (type === 'public' ? [date.slice(0, from.length)] : [])),
  );
  return [...new Set(days)].filter((day) => day >= from && day < to).sort();
}
