import type { SettingsError } from './settings-error.ts';

/** The values of the fields in the settings form. */
export interface SettingsValues {
  readonly environment: string;
  /** Empty at first, because a saved token is never sent back to a browser. */
  readonly token: string;
  readonly pickupKind: string;
  readonly branchId: string;
  readonly pickupName: string;
  readonly pickupAddress: string;
  readonly pickupDistrict: string;
  readonly service: string;
  /** The services of shipping methods, as JSON. */
  readonly methods: string;
  /** `true` or `false`. */
  readonly handOverOn: string;
  /** `admin`, or one of the languages. */
  readonly language: string;
}

export type SettingsField = keyof SettingsValues;

export const SETTINGS_FIELDS = [
  'environment',
  'token',
  'pickupKind',
  'branchId',
  'pickupName',
  'pickupAddress',
  'pickupDistrict',
  'service',
  'methods',
  'handOverOn',
  'language',
] as const satisfies readonly SettingsField[];

/** The cards of the settings page, and the fields of each. Each card is saved separately. */
const SETTINGS_CARDS = {
  account: ['environment', 'token'],
  pickup: ['pickupKind', 'branchId', 'pickupName', 'pickupAddress', 'pickupDistrict'],
  service: ['service', 'methods'],
  handOver: ['handOverOn'],
  language: ['language'],
} as const satisfies Readonly<Record<string, readonly SettingsField[]>>;
export type SettingsCard = keyof typeof SETTINGS_CARDS;

/** The fields of one card as typed, and all others as saved. */
export function withCard(saved: SettingsValues, typed: SettingsValues, card: SettingsCard): SettingsValues {
  return { ...saved, ...Object.fromEntries(SETTINGS_CARDS[card].map((field) => [field, typed[field]])) };
}

export type SettingsErrors = Readonly<Partial<Record<SettingsField, SettingsError>>>;

/** The values of `typed` that are not as before. */
export function changed<Values extends object>(typed: Values, before: Values): Partial<Values> {
  const names = Object.keys({ ...before, ...typed }) as (keyof Values)[];
  const own = names.filter((name) => JSON.stringify(typed[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(own.map((name) => [name, typed[name]])) as Partial<Values>;
}

export function differs<Values extends object>(one: Values, other: Values): boolean {
  return Object.keys(changed(one, other)).length > 0;
}

/** The values that are saved now, with what the merchant changed since `before` on top. */
export function rebase<Values extends object>(typed: Values, before: Values, saved: Values): Values {
  return { ...saved, ...changed(typed, before) };
}
