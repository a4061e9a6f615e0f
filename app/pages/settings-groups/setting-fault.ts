import type { SettingFault } from '../../domain/settings/settings-groups.ts';

/** Errors by the path of the invalid value, such as `service.rules.0.when.totalAtLeast`. */
export type GroupErrors = Readonly<Record<string, SettingFault>>;

/** What is wrong with a setting or anything inside it. */
export function faultIn(errors: GroupErrors, path: string): SettingFault | null {
  const found = Object.entries(errors).find(([at]) => at === path || at.startsWith(`${path}.`));
  return found?.[1] ?? null;
}
