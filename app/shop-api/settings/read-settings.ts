import { z } from 'zod';
import { BOUNDS } from '../../bounds.ts';
import { cleanText } from '../../domain/mapping/clean-text.ts';
import {
  SETTING_ERRORS,
  SETTING_LIMITS,
  type SettingError,
  type SettingErrors,
} from '../../domain/settings/setting-errors.ts';
import { SETTINGS_GROUPS } from '../../domain/settings/settings-groups.ts';
import { withPart, type SettingsPart } from '../../domain/settings/settings-part.ts';
import { shopSettingsSchema } from '../../domain/settings/shop-settings.ts';
import type { SettingsChange } from '../../installation/save-settings.ts';
import type { OperatorEnvironment } from '../../operator-accounts/operator-access.ts';
import { LOCALES } from '../../texts/locale.ts';

/** What is needed to read the settings of a shop. */
export interface ReadingContext {
  /** As they are stored. */
  readonly settings: unknown;
  readonly environments: readonly OperatorEnvironment[];
  /** The environment whose token is saved; null when none is. */
  readonly kept: string | null;
  /** The branches that are registered, and those that are saved already; null when any number may be one. */
  readonly branches: readonly number[] | null;
}

export type ReadSettings =
  | {
      readonly ok: true;
      readonly version: number;
      /** Whether the account is to be tested, and nothing saved. */
      readonly isTest: boolean;
      readonly change: SettingsChange & { readonly part: SettingsPart };
    }
  | { readonly ok: false; readonly errors: SettingErrors };

type Json = SettingsPart[string];

/** The message of a schema is the code of the error. */
const fails = (error: SettingError) => error;

/** Marks, embeddings, overrides and isolates of writing direction. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** A text of any setting, without invisible characters. */
const text = z
  .string()
  .refine((typed) => !DIRECTION_MARKS.test(typed), fails('direction-marks'))
  .refine((typed) => !/[<>]/.test(typed), fails('markup'))
  .transform(cleanText)
  .refine((clean) => clean.length <= SETTING_LIMITS['too-long'], fails('too-long'));

const filled = z
  .string(fails('text-missing'))
  .pipe(text)
  .refine((clean) => clean !== '', fails('text-missing'));

/** Null when nothing was typed. */
const token = z
  .string(fails('token-missing'))
  .trim()
  .refine((typed) => !/\s/.test(typed), fails('token-has-spaces'))
  .refine((typed) => /^[!-~]*$/.test(typed), fails('token-characters'))
  .refine((typed) => typed === '' || typed.length >= SETTING_LIMITS['token-too-short'], fails('token-too-short'))
  .refine((typed) => typed.length <= SETTING_LIMITS['token-too-long'], fails('token-too-long'))
  .transform((typed) => typed || null);

const account = ({ environments, kept }: ReadingContext) =>
  z
    .object({ environment: z.enum(environments, fails('environment-unknown')), token })
    .refine(({ environment, token: typed }) => typed !== null || environment === kept, {
      path: ['token'],
      error: fails(kept === null ? 'token-missing' : 'token-missing-in-environment'),
    });

const branchId = ({ branches }: ReadingContext) =>
  z
    .string(fails('branch-missing'))
    .trim()
    .min(1, fails('branch-missing'))
    .regex(/^\d{1,15}$/, fails('branch-not-a-number'))
    .transform(Number)
    .refine((id) => id > 0, fails('branch-not-a-number'))
    .refine((id) => branches?.includes(id) ?? true, fails('branch-unknown'));

/** Both kinds of pickup are posted as they are typed. Only the chosen one is read. */
const pickup = (context: ReadingContext) =>
  z.discriminatedUnion(
    'kind',
    [
      z.object({ kind: z.literal('branch'), id: branchId(context) }).transform(({ id }) => ({ id })),
      z
        .object({ kind: z.literal('address'), name: filled, address: filled, district: filled })
        .transform(({ name, address, district }) => ({ name, address, district })),
    ],
    fails('pickup-kind-missing'),
  );

/** What is not read as it is stored. */
const typedFields = (context: ReadingContext) =>
  z.object({
    'pickup.default': pickup(context).optional(),
    account: account(context).nullable().optional(),
    handOverOn: z.boolean().optional(),
    language: z.enum(LOCALES).nullable().optional(),
  });

/** The settings that are read as they are stored, and what is wrong with one that cannot be. */
const STORED = new Map<string, SettingError>([
  ['service.default', 'service-unknown'],
  ...Object.values(SETTINGS_GROUPS).flatMap((group) => Object.entries(group)),
]);

const NAMES = [...STORED.keys(), 'pickup.default', 'account', 'handOverOn', 'language'];

const shallow = z.unknown().refine((value) => hasLevels(value, BOUNDS.settingsDepth));

const posted = z.object({
  version: z.int().catch(0),
  isTest: z.boolean().catch(false),
  part: z.partialRecord(z.enum(NAMES), shallow),
});

/** Takes time for each value and a part of the stack for each level, so both are checked before. */
const json = z.record(z.string(), z.json());

/**
 * The one place where settings that a page posts are read, by their names: those of a group, the basic ones, and what a
 * shop keeps beside them. A setting that is absent does not change. Each invalid value is named, with what is wrong.
 *
 * @param body as posted, not checked yet
 */
export function readSettings(body: unknown, context: ReadingContext): ReadSettings {
  const { data } = posted.safeParse(body);
  if (!data) return { ok: false, errors: { '': 'unfit' } };
  if (isTooLarge(data.part)) return { ok: false, errors: { [largestOf(data.part)]: 'too-many' } };
  const { data: part } = json.safeParse(data.part);
  if (!part) return { ok: false, errors: { '': 'unfit' } };
  const errors = new Map<string, SettingError>();
  const complain: Complain = (path, error) => {
    if (errors.size < BOUNDS.settingsEntries && !errors.has(path)) errors.set(path, error);
  };
  const typed = typedFields(context).safeParse(part);
  const { 'pickup.default': point, ...columns } = typed.data ?? {};
  const changed: Record<string, Json> = point ? { 'pickup.default': point } : {};
  for (const [name, value] of Object.entries(part)) {
    if (STORED.has(name)) changed[name] = tidy(value, name, complain);
  }
  const merged = withPart(context.settings, changed);
  const largest = largestOf(changed);
  if (largest !== '' && isTooLarge(merged)) complain(largest, 'too-many');
  const settings = shopSettingsSchema.safeParse(merged);
  for (const { path, message } of [...(typed.error?.issues ?? []), ...(settings.error?.issues ?? [])]) {
    complain(path.map(String).join('.'), codes.safeParse(message).data ?? errorAt(path.map(String)));
  }
  for (const [location, { point: own }] of Object.entries(settings.data?.pickup.locations ?? {})) {
    const isUnknown = own && 'id' in own && context.branches && !context.branches.includes(own.id);
    if (isUnknown) complain(`pickup.locations.${location}`, 'pickup');
  }
  if (errors.size > 0) return { ok: false, errors: Object.fromEntries(errors) };
  return { ok: true, version: data.version, isTest: data.isTest, change: { ...columns, part: changed } };
}

type Complain = (path: string, error: SettingError) => void;

/** Whether nothing in the value lies deeper than so many levels. */
function hasLevels(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => hasLevels(each, levels - 1));
}

const isTooLarge = (settings: object) => JSON.stringify(settings).length > BOUNDS.settingsText;

/** The name of the setting that takes most of what was posted. */
function largestOf(changed: Readonly<Record<string, unknown>>): string {
  const sizes = Object.entries(changed).map(([name, value]) => ({ name, size: JSON.stringify([value]).length }));
  return sizes.sort((a, b) => b.size - a.size)[0]?.name ?? '';
}

/** Cleans texts, and reports a text or list that is not fit. Nobody reads a longer list. */
function tidy(value: Json, path: string, complain: Complain): Json {
  if (typeof value === 'string') return tidyText(value, path, complain);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.keys(value).length > BOUNDS.settingsEntries) {
    complain(path, 'too-many');
    return value;
  }
  if (Array.isArray(value)) return value.map((each, index) => tidy(each, `${path}.${index}`, complain));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const at = `${path}.${key}`;
      return [tidyText(key, at, complain), tidy(each, at, complain)];
    }),
  );
}

function tidyText(typed: string, path: string, complain: Complain): string {
  const { data, error } = text.safeParse(typed);
  if (error) complain(path, codes.parse(error.issues[0]?.message));
  return data ?? typed;
}

const codes = z.enum(SETTING_ERRORS);

/** What is wrong with a part of a setting, where it is not what is wrong with the whole. */
const ERRORS_OF_PARTS: Readonly<Record<string, SettingError>> = {
  point: 'pickup',
  weekdays: 'weekdays',
  totalAtLeast: 'amount',
  totalBelow: 'amount',
  name: 'name',
  kind: 'name',
};

function errorAt(path: readonly string[]): SettingError {
  const [group = '', key = ''] = path;
  const part = path.slice(2).findLast((name) => Object.hasOwn(ERRORS_OF_PARTS, name)) ?? '';
  return ERRORS_OF_PARTS[part] ?? STORED.get(`${group}.${key}`) ?? STORED.get(group) ?? 'unfit';
}
