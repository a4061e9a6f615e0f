import { z } from 'zod';
import { cleanText } from '../../domain/mapping/clean-text.ts';
import { SETTINGS_GROUPS } from '../../domain/settings/settings-groups.ts';
import { withPart, type SettingsPart } from '../../domain/settings/settings-part.ts';
import { shopSettingsSchema } from '../../domain/settings/shop-settings.ts';
import { DIRECTION_MARKS, TEXT_LIMIT } from '../settings/input/settings-error.ts';
import type { GroupErrors, SettingFault } from './setting-fault.ts';

type Json = SettingsPart[string];

/** The most rules, aliases or holidays of one kind. Nobody reads more, so more of them are a mistake. */
const ENTRY_LIMIT = 500;

const NAMES = Object.values(SETTINGS_GROUPS).flat();

const part = z.partialRecord(z.enum(NAMES), z.json());

/** What a page of settings posts: its changed settings, and the version that they change. */
const posted = z.object({ version: z.int(), part });

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
  const errors = new Map<string, SettingFault>();
  const given: Record<string, Json> = {};
  for (const [name, value] of Object.entries(data.part)) {
    given[name] = tidy(value, name, (path, fault) => errors.set(path, fault));
  }
  const { error } = shopSettingsSchema.safeParse(withPart(settings, given));
  for (const issue of error?.issues ?? []) {
    const path = issue.path.map(String);
    const key = path.join('.');
    if (!errors.has(key)) errors.set(key, faultAt(path));
  }
  if (errors.size > 0) return { ok: false, errors: Object.fromEntries(errors) };
  return { ok: true, version: data.version, part: given };
}

/** Removes invisible characters from texts, and reports a text or list that is too long. */
function tidy(value: Json, path: string, complain: Complain): Json {
  if (typeof value === 'string') return tidyText(value, path, complain);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.keys(value).length > ENTRY_LIMIT) complain(path, 'too-many');
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

/** The error for each setting, by its name: each can be wrong in one way only. */
const FAULTS: Readonly<Record<string, SettingFault>> = {
  point: 'pickup',
  cutoffs: 'time',
  windows: 'window',
  workingDays: 'weekdays',
  weekdays: 'weekdays',
  holidays: 'date',
  totalAtLeast: 'amount',
  totalBelow: 'amount',
  phoneFallback: 'phone',
  emailFallback: 'email',
  tags: 'tags',
  districtAliases: 'aliases',
  districtSources: 'choice',
  deliveryMethods: 'choice',
  template: 'template',
  countries: 'country',
  gracePeriodMinutes: 'minutes',
  name: 'name',
  tagNamespace: 'tagNamespace',
  kind: 'name',
};

function faultAt(path: readonly string[]): SettingFault {
  const known = path.findLast((name) => Object.hasOwn(FAULTS, name));
  return (known === undefined ? undefined : FAULTS[known]) ?? 'unfit';
}
