import { withinSentence } from '../../../texts/within-sentence.ts';
import { errorText } from './error-text.ts';
import type { SettingsResult } from './settings-result.ts';
import type { SettingsFieldsProps } from '../form/settings-section.tsx';
import { SETTINGS_FIELDS, type SettingsValues } from './settings-values.ts';
import type { PageTexts } from '../../../texts/catalogue.ts';

/** What is wrong with a field. The error disappears when the field is changed. */
export function fieldErrors(
  result: SettingsResult | undefined,
  submitted: SettingsValues,
  values: SettingsValues,
  texts: PageTexts['settings'],
): SettingsFieldsProps['errors'] {
  if (result?.kind === 'token-refused') {
    return values.token === submitted.token
      ? { token: texts.refusedOnSave({ message: withinSentence(result.message) }) }
      : {};
  }
  if (result?.kind !== 'invalid') return {};
  return Object.fromEntries(
    SETTINGS_FIELDS.flatMap((field) => {
      const error = result.errors[field];
      return error && values[field] === submitted[field] ? [[field, errorText(texts.errors, error)]] : [];
    }),
  );
}
