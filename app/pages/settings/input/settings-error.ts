/** What can be wrong with a field of the settings form. */
export const SETTINGS_ERRORS = [
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
  'text-too-long',
  'text-has-markup',
  'text-has-direction-marks',
  'service-unknown',
] as const;
export type SettingsError = (typeof SETTINGS_ERRORS)[number];

/** The shortest valid token, in characters. */
export const SHORTEST_TOKEN = 8;
export const TOKEN_LIMIT = 4096;
export const TEXT_LIMIT = 200;

/** Marks, embeddings, overrides and isolates of writing direction. */
export const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
