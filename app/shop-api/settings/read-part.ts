import { z } from 'zod';
import { BOUNDS } from '../../bounds.ts';
import { cleanText } from '../../domain/mapping/clean-text.ts';
import { SETTING_NAMES, SETTINGS_GROUPS, type SettingFault } from '../../domain/settings/settings-groups.ts';
import { withPart, type SettingsPart } from '../../domain/settings/settings-part.ts';
import { shopSettingsSchema } from '../../domain/settings/shop-settings.ts';
import { DIRECTION_MARKS, TEXT_LIMIT } from '../../pages/settings/input/settings-error.ts';
import type { GroupErrors } from '../../pages/settings-groups/setting-fault.ts';

type Json = SettingsPart[string];

const shallow = z.unknown().refine((value) => hasLevels(value, BOUNDS.settingsDepth));

/** What a page of settings posts: its changed settings, and the version that they change. */
const posted = z.object({ version: z.int(), part: z.partialRecord(z.enum(SETTING_NAMES), shallow) });

/** Takes time for each value and a part of the stack for each level, so both are checked before. */
const json = z.record(z.string(), z.json());

export type ReadPart =
  | { readonly ok: true; readonly version: number; readonly part: SettingsPart }
  | { readonly ok: false; readonly errors: GroupErrors };

/**
 * Reads changed settings, and names each invalid one with what is wrong.
 *
 * @param body as posted, not checked yet
 * @param settings as they are stored
 */
export function readPart(body: unknown, settings: unknown): ReadPart {
  const { data } = posted.safeParse(body);
  if (!data) return { ok: false, errors: { '': 'unfit' } };
  if (isTooLarge(data.part)) return { ok: false, errors: { [largestOf(data.part)]: 'too-many' } };
  const { data: part } = json.safeParse(data.part);
  if (!part) return { ok: false, errors: { '': 'unfit' } };
  const errors = new Map<string, SettingFault>();
  const complain: Complain = (path, fault) => {
    if (errors.size < BOUNDS.settingsEntries && !errors.has(path)) errors.set(path, fault);
  };
  const changed: Record<string, Json> = {};
  for (const [name, value] of Object.entries(part)) changed[name] = tidy(value, name, complain);
  const merged = withPart(settings, changed);
  if (isTooLarge(merged)) complain(largestOf(changed), 'too-many');
  const { error } = shopSettingsSchema.safeParse(merged);
  for (const { path } of error?.issues ?? []) complain(path.map(String).join('.'), faultAt(path.map(String)));
  if (errors.size > 0) return { ok: false, errors: Object.fromEntries(errors) };
  return { ok: true, version: data.version, part: changed };
}

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

/** Removes invisible characters from texts, and reports a text or list that is too long. Nobody reads a longer list. */
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

type Complain = (path: string, fault: SettingFault) => void;

function tidyText(text: string, path: string, complain: Complain): string {
  if (DIRECTION_MARKS.test(text)) complain(path, 'direction-marks');
  else if (/[<>]/.test(text)) complain(path, 'markup');
  else if (text.length > TEXT_LIMIT) complain(path, 'too-long');
  return cleanText(text);
}

/** What is wrong with a part of a setting, where it is not what is wrong with the whole. */
const FAULTS_OF_PARTS: Readonly<Record<string, SettingFault>> = {
  point: 'pickup',
  weekdays: 'weekdays',
  totalAtLeast: 'amount',
  totalBelow: 'amount',
  name: 'name',
  kind: 'name',
};

const FAULTS = new Map<string, SettingFault>(Object.values(SETTINGS_GROUPS).flatMap((group) => Object.entries(group)));

function faultAt(path: readonly string[]): SettingFault {
  const [group = '', key = ''] = path;
  const part = path.slice(2).findLast((name) => Object.hasOwn(FAULTS_OF_PARTS, name)) ?? '';
  return FAULTS_OF_PARTS[part] ?? FAULTS.get(`${group}.${key}`) ?? FAULTS.get(group) ?? 'unfit';
}
