import type { SettingsResult } from './settings-result.ts';
import type { SettingsFieldsProps } from './settings-section.tsx';
import { SETTINGS_FIELDS, type SettingsValues } from './settings-values.ts';
import type { Texts } from './texts/en.ts';

/** What is the matter with a field, until it is changed. */
export function fieldErrors(
  result: SettingsResult | undefined,
  submitted: SettingsValues,
  values: SettingsValues,
  texts: Texts['settings'],
): SettingsFieldsProps['errors'] {
  if (result?.kind === 'token-refused') {
    return values.token === submitted.token ? { token: texts.refusedOnSave(result.message) } : {};
  }
  if (result?.kind !== 'invalid') return {};
  return Object.fromEntries(
    SETTINGS_FIELDS.flatMap((field) => {
      const error = result.errors[field];
      return error && values[field] === submitted[field] ? [[field, texts.errors[error]]] : [];
    }),
  );
}
