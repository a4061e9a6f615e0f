import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { z } from 'zod';
import { foldText } from '../../domain/mapping/clean-text.ts';
import { stateOfGroup, type StateTable } from '../../domain/tracking/operator-state.ts';
import { isPublicAddress, type PrivateAddresses } from '../../outgoing/outgoing.ts';
import { causeOf } from '../../start-error.ts';
import { BUILT_IN_STATES } from './built-in-states.ts';
import { profileSchema, type ProfileSettings } from './profile-schema.ts';

/** How the operator speaks. */
export interface OperatorProfile extends ProfileSettings {
  /** By folded name: the built-in states, and the profile's over them. */
  readonly stateTable: StateTable;
  /** The codes of districts that have one, by the name of the district. */
  readonly districtCodes: ReadonlyMap<string, string>;
  /** The names of the served districts; null when the profile lists none. */
  readonly districtNames: readonly string[] | null;
  /** Other spellings, each with the name of the district. */
  readonly districtAliases: Readonly<Record<string, string>>;
}

/** One line for each mistake. */
export class ProfileError extends Error {
  override name = 'ProfileError';
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

/**
 * @param content the parsed JSON
 * @param privateAddresses whether a base address may be of a private network
 * @throws ProfileError
 */
export function parseProfile(content: unknown, privateAddresses: PrivateAddresses): OperatorProfile {
  const result = profileSchema.safeParse(content);
  if (!result.success) {
    // of one value, the first thing that is wrong
    const first = new Map(result.error.issues.toReversed().map((issue) => [pathOf(issue.path), issue]));
    throw new ProfileError([...first.values()].reverse().flatMap(mistakesOf));
  }
  const settings = result.data;
  const mistakes = privateAddresses === 'allow' ? [] : privateMistakes(settings);
  if (mistakes.length > 0) throw new ProfileError(mistakes);
  return profileOf(settings);
}

/** @throws ProfileError */
export function readProfile(file: string, privateAddresses: PrivateAddresses): OperatorProfile {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ProfileError([`cannot be read (${causeOf(error)}): correct the path ${file}`]);
  }
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ProfileError([`must be JSON: ${error instanceof Error ? oneLine(error.message) : ''}`]);
  }
  return parseProfile(content, privateAddresses);
}

function profileOf(settings: ProfileSettings): OperatorProfile {
  const own = Object.entries(settings.states).map(([name, group]) => [foldText(name), stateOfGroup(group)] as const);
  const builtIn = BUILT_IN_STATES.map(([name, state]) => [foldText(name), state] as const);
  const districts = settings.districts?.map((district) => {
    return typeof district === 'string' ? { name: district, code: undefined, aliases: [] } : district;
  });
  const codes = districts?.flatMap(({ name, code }) => (code === undefined ? [] : [[name, code] as const]));
  const aliases = districts?.flatMap(({ name, aliases: others }) => others.map((alias) => [alias, name] as const));
  return {
    ...settings,
    stateTable: new Map([...builtIn, ...own]),
    districtCodes: new Map(codes),
    districtNames: districts?.map(({ name }) => name) ?? null,
    districtAliases: Object.fromEntries(aliases ?? []),
  };
}

/** The interface as written. */
export const INTERFACE_AS_WRITTEN: OperatorProfile = profileOf(profileSchema.parse({}));

type Issue = z.core.$ZodIssue;

function mistakesOf(issue: Issue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${pathOf([...issue.path, key])} is not a setting: correct its name, or remove it`);
  }
  // the name of a state that is blank or too long
  if (issue.code === 'invalid_key') return [`${pathOf(issue.path)} ${issue.issues[0]?.message ?? issue.message}`];
  return [`${pathOf(issue.path)} ${oneLine(issue.message)}`];
}

const PATH_LIMIT = 120;

function pathOf(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${oneLine(String(step))}`)).join('');
  return steps.replace(/^\./, '').slice(0, PATH_LIMIT) || 'the profile';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** IP addresses and `localhost` are not resolved, so nothing would refuse them later. */
function privateMistakes(settings: ProfileSettings): string[] {
  return (['baseUrl', 'testBaseUrl'] as const).flatMap((name) => {
    const host = new URL(settings[name] ?? 'https://operator.example').hostname.replace(/^\[|\]$/g, '');
    const isPrivate =
      host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && !isPublicAddress(host));
    return isPrivate
      ? [`${name} must be a public address: set OUTGOING_PRIVATE_ADDRESSES=allow for a private one`]
      : [];
  });
}
