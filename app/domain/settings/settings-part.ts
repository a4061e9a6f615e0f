import { z } from 'zod';
import { SETTING_NAMES, type SettingName } from './settings-groups.ts';
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

export function settingsByName(settings: ShopSettings): SettingsByName {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, settingAt(settings, name)])) as SettingsByName;
}

/** @param name of a group and a key, or of a setting without a group */
function settingAt(settings: ShopSettings, name: SettingName): unknown {
  const [group = '', key] = name.split('.');
  const value: unknown = Object.entries(settings).find(([each]) => each === group)?.[1];
  if (key === undefined || typeof value !== 'object' || value === null) return value;
  return Object.entries(value).find(([each]) => each === key)?.[1];
}
