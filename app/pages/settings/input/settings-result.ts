import type { TokenVerdict } from '../../../operator-accounts/check-operator-token.ts';
import type { SettingsSaved } from '../../../installation/save-settings.ts';
import type { SettingsErrors } from './settings-values.ts';

/** The result of a save or of a connection test. */
export type SettingsResult =
  | SettingsSaved
  | { readonly kind: 'tested'; readonly verdict: TokenVerdict }
  | { readonly kind: 'invalid'; readonly errors: SettingsErrors }
  | { readonly kind: 'unreachable' };
