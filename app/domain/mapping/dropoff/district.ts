import { readAttributes } from '../attribute.ts';
import { cleanText, foldText, saysSomething } from '../clean-text.ts';
import { editDistance } from './edit-distance.ts';
import { type MappingResult, found, lacking } from '../../planning/mapping-result.ts';
import type { Order } from '../../planning/fulfillment.ts';
import type { DistrictSource, ShopSettings } from '../../settings/shop-settings.ts';
import { leadsSomewhere } from './street.ts';

const FIELD = 'dropoff.location.district';
const SUGGESTIONS = 3;
/** Longer texts are not districts: they are neither compared letter by letter nor offered as an alias. */
export const DISTRICT_LIMIT = 60;
/** A postal code is between names too. */
const BETWEEN_NAMES = /[,;/|()]|\s[-–—]\s|\b\d{4,}\b/u;

/**
 * Words that people put before a district's name. "Ciudad", "barrio" and "partido" count only with "de", because Ciudad
 * Bolívar is a name.
 */
const PREFIX =
  /^(?:(?:comuna|distrito|dist|municipio|mun|municipalidad|alcaldia|delegacion|localidad|canton|parroquia|bairro)(?: d[eao]l?)?|(?:ciudad|cidade|barrio|partido) d[eao]l?) (?=.)/u;

/**
 * The form in which districts are compared: without case, accents, punctuation, and prefixes such as "Comuna de" and
 * "Dist.".
 */
export function districtKey(name: string): string {
  return foldText(name).replace(PREFIX, '');
}

interface WrittenDistrict {
  readonly source: DistrictSource;
  readonly path: string;
  readonly text: string;
}

/**
 * The dropoff's district (§2.3). The merchant's places are read in their order, and the first district that is served
 * counts. A second line that only names a part of a building, such as "Depto. 301", is no district. A merchant's alias
 * replaces what the buyer wrote. Without a list of served districts, the first text with a letter counts as it is written.
 *
 * @param served the operator's district names, or null when the deployer supplies no list
 */
export function resolveDistrict(
  order: Pick<Order, 'shippingAddress' | 'attributes'>,
  settings: Pick<ShopSettings['mapping'], 'districtSources' | 'districtAliases'>,
  served: readonly string[] | null,
): MappingResult<string> {
  const written = settings.districtSources
    .map((source): WrittenDistrict => ({ source, ...readDistrict(order, source) }))
    .filter(({ source, text }) => saysSomething(text) && (source !== 'address2' || leadsSomewhere(text)));
  const aliases = new Map(Object.entries(settings.districtAliases).map(([from, to]) => [districtKey(from), to]));

  for (const { path, text } of written) {
    const alias = aliases.get(districtKey(text));
    const district = served === null ? (alias ?? nameIn(text)) : matchDistrict(alias ?? text, served);
    if (district === null) continue;
    const rule = alias === undefined ? {} : { rule: 'settings.mapping.districtAliases' };
    return found(district, [{ field: FIELD, source: path, ...rule }]);
  }

  if (served === null || written.length === 0) {
    const sources = settings.districtSources.map((source) => readDistrict(order, source).path);
    return lacking([{ code: 'district-missing', field: FIELD, details: { sources } }]);
  }
  // City and province name the buyer's town. Other parts of an address stay out of problems.
  const town = written.find(({ source }) => source === 'city' || source === 'province');
  const district = districtKey(town?.text ?? '');
  return lacking([
    {
      code: 'district-not-served',
      field: FIELD,
      details: {
        sources: written.map(({ path }) => path),
        nearest: nearestDistricts(
          written.map(({ text }) => text),
          served,
        ),
        // the key groups deliveries; the text is what a person recognises
        ...(district !== '' && district.length <= DISTRICT_LIMIT && { district, written: town?.text ?? '' }),
      },
    },
  ]);
}

/** The text, unless it has no letter: a postal code is no district. */
function nameIn(text: string): string | null {
  return /\p{L}/u.test(text) ? text : null;
}

/** The neighbourhood is the part of `address2` after the U+2060 with which Shopify joins it. */
function readDistrict(
  { shippingAddress, attributes }: Pick<Order, 'shippingAddress' | 'attributes'>,
  source: DistrictSource,
): { path: string; text: string } {
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
 * The served name that the text means: the whole text, or the one served part of "Miraflores, Lima"; null when there is
 * none.
 */
export function matchDistrict(text: string, served: readonly string[]): string | null {
  const { byName, byKey } = indexOf(served);
  const whole = byName.get(foldText(text)) ?? byKey.get(districtKey(text));
  if (whole !== undefined) return whole;
  const parts = new Set(text.split(BETWEEN_NAMES).flatMap((part) => byKey.get(districtKey(part)) ?? []));
  const [part] = parts;
  return parts.size === 1 ? (part ?? null) : null;
}

interface DistrictIndex {
  readonly byName: ReadonlyMap<string, string>;
  readonly byKey: ReadonlyMap<string, string>;
}

/** A deployer's list has thousands of names and is the same for every plan, so it is indexed once. */
const indexes = new WeakMap<readonly string[], DistrictIndex>();

function indexOf(served: readonly string[]): DistrictIndex {
  const known = indexes.get(served);
  if (known) return known;
  // of names that compare equal, the first one counts
  const lastFirst = served.toReversed();
  const index = {
    byName: new Map(lastFirst.map((name) => [foldText(name), name])),
    byKey: new Map(lastFirst.map((name) => [districtKey(name), name])),
  };
  indexes.set(served, index);
  return index;
}

/** The largest part of a name's letters that may be corrected in a text that is still like the name. */
const CORRECTED_LIMIT = 1 / 3;

/** Shorter texts, such as "San", are in too many names to mean one. */
const PART_OF_A_NAME = 4;

/** The served names that a text is like, or a part of, the nearest first. */
function nearestDistricts(texts: readonly string[], served: readonly string[]): string[] {
  const keys = texts.map((text) => districtKey(text).slice(0, DISTRICT_LIMIT));
  return [...new Set(served)]
    .map((name) => {
      const key = districtKey(name);
      const distance = Math.min(...keys.map((text) => (isPart(text, key) ? 1 : distanceTo(key, text))));
      return { name, distance, isLike: distance <= Math.max(1, Math.floor(key.length * CORRECTED_LIMIT)) };
    })
    .filter(({ isLike }) => isLike)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SUGGESTIONS)
    .map(({ name }) => name);
}

/** Whether a text is whole words of a name: "Surco" of "Santiago de Surco". */
function isPart(text: string, name: string): boolean {
  return text.length >= PART_OF_A_NAME && ` ${name} `.includes(` ${text} `);
}

/** Corrections that make the name of the text, or of so many of its words as the name has, or fewer at its end. */
function distanceTo(name: string, text: string): number {
  const words = text.split(' ');
  const { length } = name.split(' ');
  const windows = words.map((_, start) => words.slice(start, start + length).join(' '));
  return Math.min(...[text, ...windows].map((part) => editDistance(part, name)));
}
