import type { PageTexts } from '../../texts/catalogue.ts';
import { LONGEST_TEXT, LONGEST_TOKEN, SHORTEST_TOKEN, type SettingsError } from './settings-error.ts';

const LIMITS: Readonly<Partial<Record<SettingsError, number>>> = {
  'token-too-short': SHORTEST_TOKEN,
  'token-too-long': LONGEST_TOKEN,
  'text-too-long': LONGEST_TEXT,
};

/** What is wrong with a field, with its limit where it has one. */
export function errorText(errors: PageTexts['settings']['errors'], error: SettingsError): string {
  const text = errors[error];
  return typeof text === 'string' ? text : text({ limit: LIMITS[error] ?? 0 });
}
