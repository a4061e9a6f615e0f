/**
 * The settings of each page, by their names. A file of its own, because browsers load it, without the schemas that
 * check settings.
 */
export const SETTINGS_GROUPS = {
  locations: ['pickup.locations'],
  rules: ['service.rules', 'service.methods'],
  dates: [
    'service.cutoffs',
    'service.afterCutoff',
    'service.workingDays',
    'service.holidays',
    'service.windows',
    'mapping.windowAttributes',
    'mapping.knownDatePickers',
  ],
  mapping: [
    'mapping.districtSources',
    'mapping.districtAliases',
    'mapping.phoneFallback',
    'mapping.emailFallback',
    'mapping.onePackage',
    'mapping.itemsPerBox',
    'mapping.tags',
    'mapping.files',
    'orderNumber.prefix',
  ],
  eligibility: [
    'eligibility.deliveryMethods',
    'eligibility.countries',
    'eligibility.testOrders',
    'eligibility.highRisk',
    'eligibility.otherTracking',
    'eligibility.includeTags',
    'eligibility.excludeTags',
  ],
  updates: [
    'gracePeriodMinutes',
    'publish.notifyCustomer',
    'publish.stateTags',
    'publish.tagNamespace',
    'earlyWarning',
  ],
} as const;

export type SettingsGroup = keyof typeof SETTINGS_GROUPS;
export type SettingName = (typeof SETTINGS_GROUPS)[SettingsGroup][number];
