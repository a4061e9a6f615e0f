import { z } from 'zod';
import type { SettingName } from './settings-groups.ts';
import { shopSettingsSchema, type ShopSettings } from './shop-settings.ts';

/** Some of a shop's settings by their names, such as `service.rules` or `gracePeriodMinutes`. */
export type SettingsPart = Readonly<Record<string, z.infer<ReturnType<typeof z.json>>>>;

const stored = z.record(z.string(), z.json());

/**
 * The settings with a part of them replaced. The part may contain anything that was typed, and may not be valid yet.
 */
export function withPart(settings: unknown, part: SettingsPart): z.infer<typeof stored> {
  const merged = stored.parse(settings ?? {});
  for (const [name, value] of Object.entries(part)) {
    const [group = '', key] = name.split('.');
    merged[group] = key === undefined ? value : { ...stored.catch({}).parse(merged[group] ?? {}), [key]: value };
  }
  return merged;
}

/**
 * Merges a part into the JSON as it is stored, so that a setting nobody has chosen keeps following its default.
 *
 * @throws ZodError for settings that are not valid
 */
export function mergeSettings(settings: unknown, part: SettingsPart): z.infer<typeof stored> {
  const merged = withPart(settings, part);
  shopSettingsSchema.parse(merged);
  return merged;
}

type SettingOf<Name extends string> = Name extends `${infer Group extends keyof ShopSettings}.${infer Key}`
  ? Key extends keyof ShopSettings[Group]
    ? ShopSettings[Group][Key]
    : never
  : Name extends keyof ShopSettings
    ? ShopSettings[Name]
    : never;

/** Settings by their names. */
export type SettingsByName = { readonly [Name in SettingName]: SettingOf<Name> };

export function settingsByName({ pickup, service, mapping, orderNumber, eligibility, ...rest }: ShopSettings) {
  return {
    'pickup.locations': pickup.locations,
    'service.rules': service.rules,
    'service.methods': service.methods,
    'service.cutoffs': service.cutoffs,
    'service.afterCutoff': service.afterCutoff,
    'service.workingDays': service.workingDays,
    'service.holidays': service.holidays,
    'service.windows': service.windows,
    'mapping.windowAttributes': mapping.windowAttributes,
    'mapping.knownDatePickers': mapping.knownDatePickers,
    'mapping.districtSources': mapping.districtSources,
    'mapping.districtAliases': mapping.districtAliases,
    'mapping.phoneFallback': mapping.phoneFallback,
    'mapping.emailFallback': mapping.emailFallback,
    'mapping.priceForm': mapping.priceForm,
    'mapping.onePackage': mapping.onePackage,
    'mapping.tags': mapping.tags,
    'mapping.files': mapping.files,
    'orderNumber.prefix': orderNumber.prefix,
    'orderNumber.template': orderNumber.template,
    'eligibility.deliveryMethods': eligibility.deliveryMethods,
    'eligibility.countries': eligibility.countries,
    'eligibility.testOrders': eligibility.testOrders,
    'eligibility.highRisk': eligibility.highRisk,
    'eligibility.otherTracking': eligibility.otherTracking,
    'eligibility.includeTags': eligibility.includeTags,
    'eligibility.excludeTags': eligibility.excludeTags,
    gracePeriodMinutes: rest.gracePeriodMinutes,
    'publish.events': rest.publish.events,
    'publish.notifyCustomer': rest.publish.notifyCustomer,
    'publish.tracking': rest.publish.tracking,
    'publish.stateTags': rest.publish.stateTags,
    'publish.tagNamespace': rest.publish.tagNamespace,
    earlyWarning: rest.earlyWarning,
  } satisfies SettingsByName;
}
