import type { PageTexts } from '../../../texts/catalogue.ts';
import { TEXT_LIMIT, TOKEN_LIMIT, SHORTEST_TOKEN, type SettingsError } from './settings-error.ts';

const LIMITS: Readonly<Partial<Record<SettingsError, number>>> = {
  'token-too-short': SHORTEST_TOKEN,
  'token-too-long': TOKEN_LIMIT,
  'text-too-long': TEXT_LIMIT,
};

/** What is wrong with a field, with its limit where it has one. */
export function errorText(errors: PageTexts['settings']['errors'], error: SettingsError): string {
  const text = errors[error];
  return typeof text === 'string' ? text : text({ limit: LIMITS[error] ?? 0 });
}
