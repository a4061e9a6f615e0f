import type { SettingError } from './setting-errors.ts';

/**
 * The settings of each page by their names, with what is wrong with one that cannot be read. `unfit` is for those that a
 * page offers no wrong value of. A file of its own, because browsers load it, without the schemas that check settings.
 */
export const SETTINGS_GROUPS = {
  locations: { 'pickup.locations': 'pickup' },
  rules: { 'service.rules': 'unfit', 'service.methods': 'unfit' },
  dates: {
    'service.cutoffs': 'time',
    'service.afterCutoff': 'unfit',
    'service.workingDays': 'weekdays',
    'service.holidays': 'date',
    'service.windows': 'window',
    'mapping.windowAttributes': 'name',
    'mapping.knownDatePickers': 'unfit',
  },
  mapping: {
    'mapping.districtSources': 'choice',
    'mapping.districtAliases': 'aliases',
    'mapping.phoneFallback': 'phone',
    'mapping.emailFallback': 'email',
    'mapping.onePackage': 'unfit',
    'mapping.itemsPerBox': 'boxes',
    'mapping.tags': 'tags',
    'mapping.files': 'unfit',
    'orderNumber.prefix': 'name',
  },
  eligibility: {
    'eligibility.deliveryMethods': 'choice',
    'eligibility.countries': 'country',
    'eligibility.testOrders': 'unfit',
    'eligibility.highRisk': 'unfit',
    'eligibility.otherTracking': 'unfit',
    'eligibility.includeTags': 'name',
    'eligibility.excludeTags': 'name',
  },
  updates: {
    gracePeriodMinutes: 'minutes',
    'publish.notifyCustomer': 'unfit',
    'publish.stateTags': 'unfit',
    'publish.tagNamespace': 'tagNamespace',
    earlyWarning: 'unfit',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, SettingError>>>>;

export type SettingsGroup = keyof typeof SETTINGS_GROUPS;
export type SettingName = { [Group in SettingsGroup]: keyof (typeof SETTINGS_GROUPS)[Group] }[SettingsGroup];

/** The names of a page's settings. */
export const namesIn = (group: SettingsGroup) => Object.keys(SETTINGS_GROUPS[group]) as SettingName[];
/** The names of all settings that a page has. */
export const SETTING_NAMES = (Object.keys(SETTINGS_GROUPS) as SettingsGroup[]).flatMap(namesIn);
