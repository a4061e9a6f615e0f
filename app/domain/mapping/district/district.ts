import { cleanText, readAttributes, saysSomething } from '../clean-text.ts';
import type { Decision } from '../../planning/delivery-plan.ts';
import { type MappingResult, found, lacking } from '../../fulfillment/mapping-result.ts';
import type { MailingAddress, Order } from '../../fulfillment/fulfillment.ts';
import type { DistrictSource, ShopSettings } from '../../settings/shop-settings.ts';
import { districtKey, districtNames, type DistrictNames, type Form } from './district-names.ts';
import { readMentions, type Evidence, type Mention, type PlaceOfAddress } from './district-mentions.ts';
import { nearestDistricts } from './nearest-districts.ts';
import { leadsSomewhere } from '../dropoff/street.ts';

export { districtKey } from './district-names.ts';

const FIELD = 'dropoff.location.district';
/** What a merchant's alias says of a text that is to be asked about, however near it is to a served name. */
export const ASK = '?';
/** Longer texts are not districts: they are neither compared letter by letter nor offered as an alias. */
export const DISTRICT_LIMIT = 60;

/** Where a place stands in the order, and what is written there. */
interface Written {
  readonly path: string;
  readonly text: string;
}

type Settings = Pick<ShopSettings['mapping'], 'districtSources' | 'districtAliases'>;
type Read = Pick<Order, 'shippingAddress' | 'attributes'>;

/** A served name that was read in what the buyer wrote otherwise. */
export interface DistrictReading {
  /** As the buyer wrote it, folded. It comes from the live order: show it, never store it. */
  readonly written: string;
  readonly district: string;
}

/**
 * The dropoff's district (§2.3), by the evidence of the whole address; docs/districts.md has the rules. A merchant's alias
 * replaces what the buyer wrote. Without a list of served districts, the first of the merchant's places with a letter
 * counts as it is written.
 *
 * @param served the operator's district names, or null when the deployer supplies no list
 * @param country the shop's, as its ISO code; null when it is not known
 */
export function resolveDistrict(
  order: Read,
  settings: Settings,
  served: readonly string[] | null,
  country: string | null,
): MappingResult<string> {
  return readDistrict(order, settings, served, country).result;
}

/** What was read as the district of an order by a rule; null when it was written as the operator writes it. */
export function districtReading(
  order: Read,
  settings: Settings,
  served: readonly string[] | null,
  country: string | null,
): DistrictReading | null {
  return readDistrict(order, settings, served, country).reading;
}

function readDistrict(
  order: Read,
  settings: Settings,
  served: readonly string[] | null,
  country: string | null,
): { readonly result: MappingResult<string>; readonly reading: DistrictReading | null } {
  const withoutReading = (result: MappingResult<string>) => ({ result, reading: null });
  const chosen = settings.districtSources
    .map((source) => ({ source, ...readPlace(order, source) }))
    .filter(({ source, text }) => saysSomething(text) && (source !== 'address2' || leadsSomewhere(text)));
  const aliases = aliasesOf(settings);
  if (served === null) return withoutReading(asWritten(order, settings, chosen, aliases));

  const isAtHome = country !== null && order.shippingAddress?.countryCode === country;
  const names = districtNames(served, isAtHome ? country : null);
  const evidence = evidenceOf(order, settings, names);
  const asked = { chosen, served, first: [], last: [], isNamed: false };
  const ofPlaces = chosen.filter(({ text }) => !evidence.isTown(text));
  const remembered = ofAlias(ofPlaces, aliases, names);
  if (remembered === 'not served') return withoutReading(ask(order, settings, asked));
  if (remembered) return withoutReading(remembered);
  const decided = decide(evidence, names);
  if (decided.name !== null) {
    const { name, mention } = decided;
    const rule = RULES[mention.form];
    return {
      result: found(name, [{ field: FIELD, source: mention.path, ...(rule && { rule }) }]),
      reading: rule === undefined ? null : { written: mention.text, district: name },
    };
  }
  // what the merchant says of the town's name does not count if one of its districts is named
  const ofTown = decided.isNamed ? null : ofAlias(chosen, aliases, names);
  if (ofTown !== null && ofTown !== 'not served') return withoutReading(ofTown);
  return withoutReading(ask(order, settings, { ...asked, ...decided }));
}

/** What the merchant says of texts, without those that are only to be asked about. */
function aliasesOf({ districtAliases }: Pick<Settings, 'districtAliases'>): ReadonlyMap<string, string> {
  const aliases = Object.entries(districtAliases).filter(([, to]) => to !== ASK);
  return new Map(aliases.map(([from, to]) => [districtKey(from), to]));
}

/** The names of rules that stand in decisions. What is exactly one served name needs none. */
const RULES: Readonly<Partial<Record<Form | 'centre', string>>> = {
  'short-form': 'district-short-form',
  'part-of-name': 'district-part-of-name',
  'typing-error': 'district-typing-error',
  centre: 'district-centre',
};

function asWritten(
  order: Read,
  settings: Settings,
  chosen: readonly Written[],
  aliases: ReadonlyMap<string, string>,
): MappingResult<string> {
  for (const { path, text } of chosen) {
    const alias = aliases.get(districtKey(text));
    const district = alias ?? (/\p{L}/u.test(text) ? text : null); // a postal code is no district
    if (district !== null) return found(district, [decisionOf(path, alias)]);
  }
  return missing(order, settings);
}

/** The merchant has said what a text means. Nothing else is read then, even if it is a district that is not served. */
function ofAlias(
  chosen: readonly Written[],
  aliases: ReadonlyMap<string, string>,
  names: DistrictNames,
): MappingResult<string> | 'not served' | null {
  let result: 'not served' | null = null;
  for (const { path, text } of chosen) {
    const alias = aliases.get(districtKey(text));
    const district = alias === undefined ? null : (names.whole(alias) ?? wholeIn(alias, names));
    if (district !== null) return found(district, [decisionOf(path, alias)]);
    if (alias !== undefined) result = 'not served';
  }
  return result;
}

function decisionOf(source: string, alias: string | undefined): Decision {
  return { field: FIELD, source, ...(alias === undefined ? {} : { rule: 'settings.mapping.districtAliases' }) };
}

function missing(order: Read, settings: Settings): MappingResult<string> {
  const sources = settings.districtSources.map((source) => readPlace(order, source).path);
  return lacking([{ code: 'district-missing', field: FIELD, details: { sources } }]);
}

/** Every place of an address that can name the district, the merchant's own choice first. */
function evidenceOf(order: Read, settings: Settings, names: DistrictNames): Evidence {
  const { shippingAddress } = order;
  const own = settings.districtSources.flatMap((source): PlaceOfAddress[] =>
    typeof source === 'object' ? [{ kind: 'attribute', ...readPlace(order, source) }] : [],
  );
  const places: readonly PlaceOfAddress[] = [
    ...own,
    ...(['city', 'address2', 'address1', 'province', 'company', 'zip'] as const).map((kind) => ({
      kind,
      path: `order.shippingAddress.${kind}`,
      text: kind === 'address2' ? secondLine(shippingAddress) : cleanText(shippingAddress?.[kind]),
    })),
  ];
  const undone = new Set(
    Object.entries(settings.districtAliases).flatMap(([text, to]) => (to === ASK ? districtKey(text) : [])),
  );
  const evidence = readMentions(places, shippingAddress, { names, undone });
  if (settings.districtSources.includes('company')) return evidence;
  // "SpA" and "Olimpia" are companies, and no short forms of districts
  const mentions = evidence.mentions.filter(({ place, form }) => place !== 'company' || form === 'as-written');
  return { ...evidence, mentions };
}

/** Shopify joins the neighbourhood with U+2060. It is a part of its own. */
function secondLine(address: MailingAddress | null): string {
  return (address?.address2 ?? '').split('\u2060').map(cleanText).filter(Boolean).join(', ');
}

type Decided =
  | { readonly name: string; readonly mention: Mention }
  /** What a person is asked about: the districts that are named, and the centre of the town that is. */
  | {
      readonly name: null;
      readonly first: readonly string[];
      readonly last: readonly string[];
      /** Whether a district is named at all. */
      readonly isNamed: boolean;
    };

/**
 * One district that is named is the district, however often. Two are a conflict. The town's own name says nothing beside
 * one of its districts, and alone it is asked about: the operator serves its centre under the same name. A province of
 * Shopify's list says nothing beside a district: La Serena is in Coquimbo, and so is the district Coquimbo.
 */
function decide(evidence: Evidence, names: DistrictNames): Decided {
  const { mentions, isElsewhere, hasListedProvince } = evidence;
  const districts = mentions.filter(({ kind }) => kind === 'district');
  const [own] = mentions.filter(({ place }) => place === 'attribute');
  if (own && !isElsewhere(own.name) && (own.kind === 'district' || districts.length === 0)) {
    return { name: own.name, mention: own };
  }
  const strong = districts.filter(({ place }) => place !== 'company');
  const withoutProvince = hasListedProvince ? strong.filter((mention) => !isOfProvince(mention, strong)) : strong;
  const named = [withoutProvince, strong].find(({ length }) => length > 0) ?? districts;
  const exact = named.filter(({ form }) => form !== 'part-of-name');
  // "Surco" and "Santiago de Surco" are the same
  const counted = exact.length > 0 ? named.filter((mention) => !isPartOfOthers(mention, exact, names)) : named;
  const different = [...new Set(counted.map(({ name }) => name))];
  const [mention] = counted;
  if (mention && different.length === 1 && !isElsewhere(mention.name)) return { name: mention.name, mention };
  const ofTown = mentions.filter(({ kind }) => kind === 'town').map(({ name }) => name);
  return { name: null, first: different, last: ofTown, isNamed: different.length > 0 };
}

/** Whether the province is meant, in its own field or behind a district: "Bellavista, Callao". */
function isOfProvince({ name, place }: Mention, all: readonly Mention[]): boolean {
  if (place === 'province') return true;
  const isProvince = all.some((other) => other.place === 'province' && other.name === name);
  return isProvince && all.some((other) => other.place === place && other.name !== name);
}

function isPartOfOthers({ form, name }: Mention, exact: readonly Mention[], names: DistrictNames): boolean {
  if (form !== 'part-of-name') return false;
  const key = names.all.find((each) => each.name === name)?.key ?? '';
  return exact.some((other) => other.name !== name && key.includes(districtKey(other.name)));
}

function ask(
  order: Read,
  settings: Settings,
  given: {
    readonly chosen: readonly (Written & { readonly source: DistrictSource })[];
    readonly served: readonly string[];
    readonly first: readonly string[];
    readonly last: readonly string[];
    readonly isNamed: boolean;
  },
): MappingResult<string> {
  const { chosen, isNamed } = given;
  if (chosen.length === 0 && given.first.length + given.last.length === 0) return missing(order, settings);
  const town = chosen.find(({ source }) => source === 'city' || source === 'province');
  const texts = [...chosen.map(({ text }) => text), secondLine(order.shippingAddress)];
  // City and province name the buyer's town. Other parts of an address stay out of problems.
  const district = districtKey(town?.text ?? '');
  return lacking([
    {
      code: 'district-not-served',
      field: FIELD,
      details: {
        sources: chosen.map(({ path }) => path),
        nearest: nearestDistricts(texts, given),
        // The key groups deliveries, and the text is what a person recognises and may remember a name for. Where districts
        // are named and contradict each other, a remembered name would decide for other orders.
        ...(!isNamed &&
          district !== '' &&
          district.length <= DISTRICT_LIMIT && { district, written: town?.text ?? '' }),
      },
    },
  ]);
}

/** The neighbourhood is the part of `address2` after the U+2060 with which Shopify joins it. */
function readPlace({ shippingAddress, attributes }: Read, source: DistrictSource): Written {
  if (typeof source === 'object') {
    const [text = ''] = readAttributes(attributes, source.attribute);
    return { path: `order.attributes[${source.attribute}]`, text };
  }
  const text = shippingAddress?.[source];
  return {
    path: `order.shippingAddress.${source}`,
    text: cleanText(source === 'address2' ? text?.split('\u2060').at(-1) : text),
  };
}

/**
 * The served name that the text means: the whole text, or the one served part of "Miraflores, Perú"; null when there is
 * none.
 */
export function matchDistrict(text: string, served: readonly string[]): string | null {
  const names = districtNames(served);
  return names.whole(text) ?? wholeIn(text, names);
}

function wholeIn(text: string, names: DistrictNames): string | null {
  const parts = new Set(text.split(/[,;/|()]|\s[-–—]\s|\b\d{4,}\b/u).flatMap((part) => names.whole(part) ?? []));
  const [part] = parts;
  return parts.size === 1 ? (part ?? null) : null;
}
