/** What can be wrong with a setting. A file of its own, because browsers load it, without the schemas that find it. */
export const SETTING_ERRORS = [
  'environment-unknown',
  'token-missing',
  'token-missing-in-environment',
  'token-too-short',
  'token-too-long',
  'token-has-spaces',
  'token-characters',
  'pickup-kind-missing',
  'branch-missing',
  'branch-not-a-number',
  'branch-unknown',
  'text-missing',
  'service-unknown',
  'pickup',
  'time',
  'window',
  'weekdays',
  'date',
  'amount',
  'phone',
  'email',
  'tags',
  'aliases',
  'boxes',
  'choice',
  'country',
  'minutes',
  'name',
  'tagNamespace',
  'too-long',
  'too-many',
  'markup',
  'direction-marks',
  'unfit',
] as const;
export type SettingError = (typeof SETTING_ERRORS)[number];

/** Errors by the path of the invalid value, such as `pickup.default.address` or `service.rules.0.when.totalAtLeast`. */
export type SettingErrors = Readonly<Record<string, SettingError>>;

/** The limits that errors name, in characters. */
export const SETTING_LIMITS = { 'token-too-short': 8, 'token-too-long': 4096, 'too-long': 200 } as const;
