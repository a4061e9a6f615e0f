import { SETTING_LIMITS, type SettingError, type SettingErrors } from '../../../domain/settings/setting-errors.ts';
import type { SettingsSaved } from '../../../installation/save-settings.ts';
import type { TokenVerdict } from '../../../operator-accounts/operator-access.ts';
import type { PageTexts } from '../../../texts/catalogue.ts';
import { withinSentence } from '../../../texts/within-sentence.ts';

/** The result of a save or of a connection test. */
export type SettingsResult =
  | SettingsSaved
  | { readonly kind: 'tested'; readonly verdict: TokenVerdict }
  | { readonly kind: 'invalid'; readonly errors: SettingErrors }
  | { readonly kind: 'unreachable' };

const LIMITS: Readonly<Partial<Record<SettingError, number>>> = SETTING_LIMITS;

/** What is wrong, by the paths of the invalid values. */
export function errorTexts(
  result: SettingsResult | undefined,
  texts: PageTexts['settings'],
): Readonly<Record<string, string>> {
  if (result?.kind === 'token-refused') {
    return { 'account.token': texts.refusedOnSave({ message: withinSentence(result.message) }) };
  }
  if (result?.kind !== 'invalid') return {};
  return Object.fromEntries(
    Object.entries(result.errors).map(([path, error]) => {
      const text = texts.errors[error];
      return [path, typeof text === 'string' ? text : text({ limit: LIMITS[error] ?? 0 })];
    }),
  );
}
