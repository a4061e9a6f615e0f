import { readAttributes } from '../attribute.ts';
import { cleanText, foldText } from '../clean-text.ts';
import { editDistance } from './edit-distance.ts';
import { type MappingResult, found, lacking } from '../../planning/mapping-result.ts';
import type { Order } from '../../planning/fulfillment.ts';
import type { DistrictSource, ShopSettings } from '../../settings/shop-settings.ts';

const FIELD = 'dropoff.location.district';
const SUGGESTIONS = 3;
/** Longer texts are no district: they are neither compared letter by letter nor offered for an alias. */
export const LONGEST_DISTRICT = 60;
const BETWEEN_NAMES = /[,;/|()]|\s[-–—]\s/u;

/** What people put before a district's name. "Ciudad", "barrio" and "partido" need their "de": Ciudad Bolívar is a name. */
const PREFIX =
  /^(?:(?:comuna|distrito|dist|municipio|mun|municipalidad|alcaldia|delegacion|localidad|canton|parroquia|bairro)(?: d[eao]l?)?|(?:ciudad|cidade|barrio|partido) d[eao]l?) (?=.)/u;

/** The form in which districts are compared: without case, accents, punctuation and "Comuna de", "Dist." and the like. */
export function districtKey(name: string): string {
  return foldText(name).replace(PREFIX, '');
}

interface WrittenDistrict {
  readonly source: DistrictSource;
  readonly path: string;
  readonly text: string;
}

/**
 * The dropoff's district (§2.3), from the places that the merchant names, in that order: the first that is served. A
 * merchant's alias replaces what the buyer wrote. Without a list of served districts the first text that is there counts,
 * as it is written.
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
    .filter(({ text }) => text !== '');
  const aliases = new Map(Object.entries(settings.districtAliases).map(([from, to]) => [districtKey(from), to]));

  for (const { path, text } of written) {
    const alias = aliases.get(districtKey(text));
    const district = served === null ? (alias ?? text) : matchDistrict(alias ?? text, served);
    if (district === null) continue;
    const rule = alias === undefined ? {} : { rule: 'settings.mapping.districtAliases' };
    return found(district, [{ field: FIELD, source: path, ...rule }]);
  }

  if (served === null || written.length === 0) {
    const sources = settings.districtSources.map((source) => readDistrict(order, source).path);
    return lacking([{ code: 'district-missing', field: FIELD, details: { sources } }]);
  }
  // a city and a province are the buyer's town; what else a buyer writes into an address stays out of problems
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
        ...(district !== '' && district.length <= LONGEST_DISTRICT && { district }),
      },
    },
  ]);
}

/** The neighbourhood is what follows the U+2060 with which Shopify joins it to the rest of `address2`. */
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

/** The served name that the text means: all of it, or the one part of "Miraflores, Lima" that is served; null for none. */
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

/** A deployer's list is thousands of names and the same for every plan: it is indexed once. */
const indexes = new WeakMap<readonly string[], DistrictIndex>();

function indexOf(served: readonly string[]): DistrictIndex {
  const known = indexes.get(served);
  if (known) return known;
  // of names that compare equal the first one counts
  const lastFirst = served.toReversed();
  const index = {
    byName: new Map(lastFirst.map((name) => [foldText(name), name])),
    byKey: new Map(lastFirst.map((name) => [districtKey(name), name])),
  };
  indexes.set(served, index);
  return index;
}

/** The served names that take the fewest corrections, the nearest first. */
function nearestDistricts(texts: readonly string[], served: readonly string[]): string[] {
  const keys = texts.map((text) => districtKey(text).slice(0, LONGEST_DISTRICT));
  return [...new Set(served)]
    .map((name) => ({ name, distance: Math.min(...keys.map((key) => editDistance(key, districtKey(name)))) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, SUGGESTIONS)
    .map(({ name }) => name);
}
