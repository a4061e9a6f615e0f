import { foldText } from '../clean-text.ts';
import type { MailingAddress } from '../../fulfillment/fulfillment.ts';
import { districtKey, districtNames, withoutSmallWords, type DistrictNames, type Form } from './district-names.ts';
import { PARTS_OF_A_BUILDING } from '../dropoff/street.ts';
import { isOtherPlaceOf, NO_PLACE, OTHER_PLACES, type Town } from './towns.ts';

export interface PlaceOfAddress {
  readonly kind: 'attribute' | 'city' | 'province' | 'address1' | 'address2' | 'company' | 'zip';
  readonly path: string;
  readonly text: string;
}

/** A name that stands in an address. */
export interface Mention {
  /** `town`: the name of the whole town, which is also that of a served district, its centre. */
  readonly kind: 'district' | 'town';
  /** As the operator writes it. */
  readonly name: string;
  readonly form: Form | 'centre';
  /** What is written for it, folded. */
  readonly text: string;
  readonly place: PlaceOfAddress['kind'];
  readonly path: string;
}

/** What an address says of its district. */
export interface Evidence {
  readonly mentions: readonly Mention[];
  /** Whether a text is the name of the whole town. */
  readonly isTown: (text: string) => boolean;
  /** Whether the address is in another town than this served district, as far as the lists of towns can tell. */
  readonly isElsewhere: (name: string) => boolean;
  /** Whether the province is one of Shopify's list, and not what the buyer typed. */
  readonly hasListedProvince: boolean;
}

/** None is meant by a word that names no district, such as a country. */
type Meanings = readonly Pick<Mention, 'kind' | 'name' | 'form' | 'text'>[];

/** Between names: separators, and dashes with a space on either side. */
const BETWEEN_NAMES = /[,;/|()[\]\n\r•·]|\s[-–—_]|[-–—_]\s/u;
/** What stands before a street that crosses: "c/ San Martín", "e/ Boedo y Castro", "N34-120 y Kennedy". */
const BEFORE_CROSSING = /(?<![\p{L}\p{N}])[ce]\/|(?<=\d\p{L}?,? )(?:y|e(?= h?i))(?= )/giu;
/** Words that stand before the number of a street, or between two streets, as well. */
const BEFORE_OTHER_NUMBERS: ReadonlySet<string> = new Set('numero num nro no n y e de del la el'.split(' '));
/** Parts of a building that people name: "Torre Las Condes" is in any district. */
const HAVE_NAMES: ReadonlySet<string> = new Set('edificio edif torre tower bloque bloco block'.split(' '));
/** The number or the letter of a part of a building. */
const IS_OF_FLAT = /^(?:\d+[a-z]?|[a-z])$/;
const WINDOW = 7;
/** No place of an address is longer; of longer texts the beginning counts. */
const COMPARED = 300;

/**
 * What the places of an address say of its district. A name counts only as a whole part of a place, between separators
 * or beside other names, and in a street's line only behind the number: "Av. Providencia 1234" names a street.
 */
export function readMentions(
  places: readonly PlaceOfAddress[],
  address: MailingAddress | null,
  { names, undone }: Pick<Reader, 'names' | 'undone'>,
): Evidence {
  const townNames = namesOfTowns(address, names);
  const reader = { names, undone, townNames, zip: foldText(address?.zip ?? ''), country: address?.countryCode ?? null };
  const readPlaces = places.map((place) => ({
    place,
    parts: readCode(place, names) ?? partsOf(place, names).map((part) => readPart(part, place, reader)),
  }));
  const mentions = readPlaces.flatMap(({ place: { kind: place, path }, parts }) =>
    parts.flatMap((meanings) => (meanings ?? []).map((meaning): Mention => ({ ...meaning, place, path }))),
  );
  const isTown = (text: string) => townNames.has(foldText(text)) || townNames.has(districtKey(text));
  const cityIsUnknown = readPlaces.some(({ place, parts }) => place.kind === 'city' && parts.includes(null));
  const hasOwnCity = mentions.some(({ place, kind, form }) => {
    return kind === 'district' && form !== 'part-of-name' && (place === 'city' || place === 'attribute');
  });
  const isOfCode = (name: string) => mentions.some((mention) => mention.place === 'zip' && mention.name === name);
  // Chincha in the province Ica is not in the served district Ica, and a company may be called as a district
  const isWeaklyNamed = (name: string) =>
    mentions.every((mention) => {
      if (mention.name !== name || mention.place === 'province' || mention.place === 'company') return true;
      return mention.place !== 'attribute' && OTHER_PLACES.has(districtKey(name));
    });
  return {
    mentions,
    isTown,
    hasListedProvince: (address?.provinceCode ?? '') !== '',
    isElsewhere: (name) =>
      isOfOtherProvince(name, address, names) ||
      (cityIsUnknown &&
        !isOfCode(name) &&
        (!hasOwnCity || namesOther(places, names)) &&
        (isWeaklyNamed(name) || isOfListedTown(name, names, townNames))),
  };
}

/**
 * Whether a served name is one of a listed town, in any form such as "Surco", or of a centre, which every town has. Both
 * say nothing in a town that nobody knows.
 */
function isOfListedTown(name: string, { towns }: DistrictNames, townNames: ReadonlySet<string>): boolean {
  const key = districtKey(name);
  return isCentre(key, townNames) || towns.some(({ districts }) => districtNames(districts).read(key) !== null);
}

/** Whether a part of the city is a town or province that is known to be elsewhere. */
function namesOther(places: readonly PlaceOfAddress[], names: DistrictNames): boolean {
  return places.some((place) => place.kind === 'city' && partsOf(place, names).some((part) => OTHER_PLACES.has(part)));
}

/** What means the whole town. Of a town that is not listed, it is the name of the province. */
function namesOfTowns(address: MailingAddress | null, names: DistrictNames): ReadonlySet<string> {
  if (names.towns.length > 0) return new Set(names.towns.flatMap((town) => town.names));
  const province = foldText(address?.province ?? '').replace(
    /\b(?:region|provincia|departamento|estado|province|metropolitana?|metropolitan|area|gran)\b(?: (?:d[eo]l?|of)\b)?/g,
    ' ',
  );
  const ofProvince = province.replace(/ +/g, ' ').trim();
  return new Set(ofProvince ? [ofProvince] : []);
}

interface Reader {
  readonly names: DistrictNames;
  /** Keys of texts that the merchant wants to be asked about: they name nothing unless they are a served name. */
  readonly undone: ReadonlySet<string>;
  readonly townNames: ReadonlySet<string>;
  readonly zip: string;
  /** ISO 3166-1 alpha-2 */
  readonly country: string | null;
}

function partsOf({ kind, text }: PlaceOfAddress, names: DistrictNames): string[] {
  const compared = text.slice(0, COMPARED);
  if (kind !== 'address1' && kind !== 'address2') {
    return compared
      .split(BETWEEN_NAMES)
      .map(foldText)
      .filter((part) => /\p{L}/u.test(part));
  }
  return compared
    .replace(BEFORE_CROSSING, ' esquina con ')
    .split(BETWEEN_NAMES)
    .flatMap((part, place) => {
      const isBehindStreet = place > 0 || kind === 'address2';
      // a served name may end in a number: "Zona 10"
      const behind = foldText(names.whole(part) ?? '') === foldText(part) ? null : behindNumber(part);
      if (behind === null) return isBehindStreet ? foldText(part) : [];
      return isBehindStreet ? [beforeFlat(part), behind] : behind;
    })
    .filter((part) => /\p{L}/u.test(part));
}

/**
 * What follows the last number of a part, without the names of parts of the building; null without a number. The name
 * of a building says nothing: "Torre Las Condes".
 */
function behindNumber(part: string): string | null {
  const words = foldText(part).split(' ');
  const last = words.findLastIndex((word) => /\d/.test(word));
  if (last < 0) return null;
  const behind = words.slice(last + 1);
  const start = behind.findIndex((word) => word.length > 1 && !PARTS_OF_A_BUILDING.has(word));
  const before = behind.slice(0, Math.max(0, start)).findLast((word) => !BEFORE_OTHER_NUMBERS.has(word)) ?? '';
  return start < 0 || HAVE_NAMES.has(before) ? '' : behind.slice(start).join(' ');
}

/** What stands before a part of the building and its number, or a postal code: "Las Condes Depto 301", "Ate 15012". */
function beforeFlat(part: string): string {
  const words = foldText(part).split(' ');
  const flat = words.findIndex(
    (word, place) =>
      /^\d{5,}$/.test(word) ||
      (PARTS_OF_A_BUILDING.has(word) && !BEFORE_OTHER_NUMBERS.has(word) && IS_OF_FLAT.test(words[place + 1] ?? '')),
  );
  const before = words.slice(0, Math.max(0, flat));
  return before.some((word) => /\d/.test(word)) ? '' : before.join(' ');
}

/** A postal code names a district where the operator's list has the code. */
function readCode({ kind, text }: PlaceOfAddress, names: DistrictNames): [Meanings] | null {
  const name = kind === 'zip' ? names.whole(text) : null;
  return name === null ? null : [[{ kind: 'district', name, form: 'as-written', text: foldText(text) }]];
}

/** @returns null when the part names something that is not known */
function readPart(part: string, { kind }: PlaceOfAddress, reader: Reader): Meanings | null {
  // in a company, a short number is that of a street: "Providencia 2124" is no district
  const code = kind === 'company' ? /^\d{5,}$/ : /^\d{3,}$/;
  const all = part.split(' ');
  const isServed = reader.names.whole(part) !== null;
  const words = all.filter((word, place) => {
    const isZone = !isServed && /^\d{1,2}$/.test(word) && reader.townNames.has(all[place - 1] ?? ''); // "Lima 18"
    return !((word === reader.zip && /\d/.test(word)) || code.test(word) || isZone);
  });
  const phrase = words.join(' ');
  const prefixed = districtKey(phrase);
  const named = prefixed !== phrase && !/^(?:ciudad|cidade) /.test(phrase) ? meaningOf(prefixed, reader, true) : null;
  return named ?? meaningOf(phrase, reader, false) ?? cover(words, reader);
}

/** Names side by side, such as "Providencia Santiago Chile": every word belongs to one. */
function cover(words: readonly string[], reader: Reader): Meanings | null {
  const from = new Map<number, Meanings>([[words.length, []]]);
  for (let start = words.length - 1; start >= 0; start -= 1) {
    for (let end = Math.min(words.length, start + WINDOW); end > start; end -= 1) {
      const rest = from.get(end);
      const meanings = rest && meaningOf(words.slice(start, end).join(' '), reader, false);
      if (rest && meanings) {
        from.set(start, [...meanings, ...rest]);
        break;
      }
    }
  }
  return from.get(0) ?? null;
}

/** @param isNamed whether a word such as "comuna" says that it is a district */
function meaningOf(phrase: string, reader: Reader, isNamed: boolean): Meanings | null {
  const { names, townNames, undone } = reader;
  if (undone.has(districtKey(phrase)) && names.whole(phrase) === null) return null;
  const centre = isNamed ? null : centreOf(phrase, names, townNames);
  if (centre !== null) return [{ kind: 'district', name: centre, form: 'centre', text: phrase }];
  const whole = isNamed ? null : names.whole(phrase);
  const read = whole === null ? names.read(phrase) : ({ name: whole, form: 'as-written' } as const);
  const isTown = townNames.has(phrase) || (read !== null && townNames.has(districtKey(read.name)));
  if (read && isTown && !isNamed) return [{ kind: 'town', ...read, text: phrase }];
  if (read && (read.form === 'as-written' || !isKnownElsewhere(phrase, read.name, reader)))
    return [{ kind: 'district', ...read, text: phrase }];
  if (townNames.has(phrase) || NO_PLACE.has(phrase) || isHomeProvince(phrase, names.towns)) {
    const [centreName] = centresOf(names, townNames);
    return townNames.has(phrase) && centreName !== undefined
      ? [{ kind: 'town', name: centreName, form: 'as-written', text: phrase }]
      : [];
  }
  return null;
}

/**
 * A form of a served name may be the whole name of another place: "Barranca" is not Barranco with an error. The places of
 * other countries say nothing of a listed town's district: Magdalena is in Lima, and a department of Colombia. Nor is a
 * part of two districts of the town one of them, if only one is served.
 */
function isKnownElsewhere(phrase: string, name: string, { names, country }: Reader): boolean {
  const { towns } = names;
  const home = towns.filter((town) => town.country === country && town.districts.includes(districtKey(name)));
  const isOtherPlace = country !== null && home.length > 0 ? isOtherPlaceOf(country, phrase) : OTHER_PLACES.has(phrase);
  const isPartOfOther = home.some(({ districts }) =>
    districts.some((district) => ` ${district} `.includes(` ${phrase} `) && names.read(district)?.name !== name),
  );
  // "Chile" is no short form of Chile Chico, nor "Antioquia" of Santa Fe de Antioquia
  const isCountryOrProvince = NO_PLACE.has(phrase) || isHomeProvince(phrase, towns);
  return (
    isCountryOrProvince || isOtherPlace || isPartOfOther || towns.some(({ districts }) => districts.includes(phrase))
  );
}

const isHomeProvince = (phrase: string, towns: readonly Town[]) =>
  towns.some(({ provinces }) => provinces.includes(phrase));

const CENTRE = /^(?:el )?(?:centro|cercado|casco)(?: historico)?$/;
const CENTRE_WORDS: ReadonlySet<string> = new Set(['centro', 'cercado', 'casco', 'historico']);

const saysCentre = (words: readonly string[]) => words.some((word) => CENTRE_WORDS.has(word));
const withoutCentre = (words: readonly string[]) =>
  withoutSmallWords(words.filter((word) => !CENTRE_WORDS.has(word))).join(' ');

/** The district that is the town's centre, for the usual names of it. */
function centreOf(phrase: string, names: DistrictNames, townNames: ReadonlySet<string>): string | null {
  const words = phrase.split(' ');
  const named = withoutCentre(words);
  if (!saysCentre(words) || !(CENTRE.test(phrase) || townNames.has(named))) return null;
  const town = names.towns.find((each) => each.names.includes(named));
  const [centre = null, ...others] = centresOf(names, town ? new Set(town.names) : townNames);
  return others.length > 0 ? null : centre;
}

/** The served districts that are called as the town or its centre. */
function centresOf(names: DistrictNames, townNames: ReadonlySet<string>): string[] {
  const called = names.all.filter(({ key }) => isCentre(key, townNames));
  const explicit = called.filter(({ key }) => saysCentre(key.split(' ')));
  return [...new Set((explicit.length > 0 ? explicit : called).map(({ name }) => name))];
}

const isCentre = (key: string, townNames: ReadonlySet<string>) =>
  townNames.has(key) || townNames.has(withoutCentre(key.split(' '))) || CENTRE.test(key);

/** Whether the address is in another province than the town that the district is in. */
function isOfOtherProvince(name: string, address: MailingAddress | null, { towns }: DistrictNames): boolean {
  const key = districtKey(name);
  const home = towns.filter(({ districts }) => districts.includes(key));
  if (home.length === 0 || !address) return false;
  const code = foldText(address.provinceCode ?? '');
  const province = foldText(address.province ?? '');
  const isHome = (text: string) =>
    home.some(({ provinces, districts, names }) => {
      return provinces.includes(text) || names.includes(text) || districts.includes(text);
    });
  if (address.countryCode !== null && !home.some(({ country }) => country === address.countryCode)) return true;
  if (code !== '' && !isHome(code)) return true;
  return OTHER_PLACES.has(province) && !isHome(province);
}
