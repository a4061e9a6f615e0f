import { foldText } from '../clean-text.ts';
import { TOWNS, type Town } from './towns.ts';

/**
 * Words that people put before a district's name. "Ciudad" and "partido" count only with "de", because Ciudad
 * Bolívar is a name.
 */
const PREFIX =
  /^(?:(?:comuna|distrito|dist|municipio|mun|municipalidad|alcaldia|alc|delegacion|deleg|localidad|loc|canton|parroquia|bairro|barrio)(?: d[eao]l?)?|(?:ciudad|cidade|partido) d[eao]l?) (?=.)/u;

/**
 * The form in which districts are compared: without case, accents, punctuation, and prefixes such as "Comuna de" and
 * "Dist.".
 */
export function districtKey(name: string): string {
  return foldText(name).replace(PREFIX, '');
}

/** Words that people leave out of a name, or put into it. */
const SMALL_WORDS: ReadonlySet<string> = new Set('de del la las el los lo y e da do das dos'.split(' '));

/** How people shorten the words of names, in Spanish and Portuguese. A first letter alone stands for any of them. */
const SHORT_FORMS: Readonly<Record<string, readonly string[]>> = {
  san: ['sn'],
  santa: ['sta', 'sto', 'st'],
  santo: ['sto', 'st'],
  santiago: ['stgo', 'sgo', 'stg', 'sant'],
  estacion: ['est', 'estac'],
  villa: ['vlla', 'va'],
  vila: ['vl'],
  general: ['gral', 'gal', 'gen'],
  doctor: ['dr', 'doc'],
  presidente: ['pdte', 'pte', 'pres'],
  nuestra: ['ntra', 'nra'],
  senora: ['sra'],
  jardim: ['jd', 'jdm', 'jard'],
  jardin: ['jd', 'jard'],
  parque: ['pq', 'pque', 'pqe'],
  puente: ['pte', 'pnte'],
  puerto: ['pto'],
  punta: ['pta'],
  quinta: ['qta'],
  centro: ['ctro'],
  norte: ['nte'],
  oriente: ['ote'],
  poniente: ['pte', 'pon'],
  fernando: ['fdo'],
  francisco: ['fco'],
  guadalupe: ['gpe'],
  mariscal: ['mcal'],
  almirante: ['alte'],
  ciudad: ['cd', 'cdad'],
  cidade: ['cd', 'cid'],
  maria: ['ma', 'mra'],
  martires: ['mart'],
  magdalena: ['magd'],
  independencia: ['indep'],
  coronel: ['cnel', 'crnel'],
  venustiano: ['vtno'],
  gustavo: ['gust'],
  antonio: ['ant'],
};

/** Words that stand in so many names that one alone means none. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'san santa santo santiago sao estacion villa vila ciudad cidade nueva nuevo nova norte sur este oeste centro central ' +
    'alto alta bajo baja grande real parque jardin jardim barrio puente cerro punta lomas juan jose maria pedro miguel ' +
    'luis martin rosa isabel antonio bartolo rafael carmen buen buenos aires mar sol perla hermosa negra libre campo ' +
    'monte padre casa bom barra paulista uribe obregon hidalgo carranza morelos madero juarez milpa doce octubre'
  ).split(' '),
);

/** A typing error is corrected only in names that are long enough to be recognised. */
const TYPING_ERROR_LENGTH = 7;
const INITIALS = /^[a-z]{3,4}$/;

/** How a written name was read: as it stands in the list, or as a form of it. */
export type Form = 'as-written' | 'short-form' | 'part-of-name' | 'typing-error';

export interface ReadName {
  /** As the operator writes it. */
  readonly name: string;
  readonly form: Form;
}

interface Served {
  readonly name: string;
  /** `districtKey` */
  readonly key: string;
  /** Without small words, unless it has no others. */
  readonly words: readonly string[];
}

/** The operator's districts, indexed for comparing. */
export interface DistrictNames {
  readonly all: readonly Served[];
  /** The towns of which at least two districts are served. */
  readonly towns: readonly Town[];
  /** @param phrase by `foldText`, without prefixes */
  read(phrase: string): ReadName | null;
  /** The whole name, with its prefix or without. */
  whole(text: string): string | null;
}

/** A deployer's list has thousands of names and is the same for every plan, so it is indexed once. */
const indexes = new WeakMap<readonly string[], DistrictNames>();

/**
 * @param country of the towns that the list may mean: Buenos Aires and Lima share San Isidro and San Miguel. Null when it
 *   may mean the towns of any country.
 */
export function districtNames(served: readonly string[], country: string | null = null): DistrictNames {
  const names = indexes.get(served) ?? indexOf(served);
  indexes.set(served, names);
  return country === null ? names : { ...names, towns: names.towns.filter((town) => town.country === country) };
}

export function withoutSmallWords(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !SMALL_WORDS.has(word));
  return others.length > 0 ? others : words;
}

function indexOf(served: readonly string[]): DistrictNames {
  const all = [...served].map((name): Served => {
    const key = districtKey(name);
    return { name, key, words: withoutSmallWords(key.split(' ')) };
  });
  // of names that compare equal, the first one counts
  const lastFirst = all.toReversed();
  const byName = new Map(lastFirst.map(({ name }) => [foldText(name), name]));
  const byKey = new Map(lastFirst.map(({ name, key }) => [key, name]));
  const distinct = all.filter(({ name, key }) => byKey.get(key) === name);
  const byWords = Map.groupBy(distinct, ({ words }) => words.join(' '));
  const byLength = Map.groupBy(distinct, ({ words }) => words.length);
  const byInitials = Map.groupBy(
    distinct.flatMap((each) => initialsOf(each).map((initials) => ({ ...each, initials }))),
    ({ initials }) => initials,
  );
  const byWord = Map.groupBy(
    distinct.flatMap((each) => each.words.map((word) => ({ ...each, word }))),
    ({ word }) => word,
  );
  const keys = new Set(distinct.map(({ key }) => key));
  const remembered = new Map<string, ReadName | null>();

  const readNew = (phrase: string): ReadName | null => {
    const exact = byKey.get(phrase);
    if (exact !== undefined) return { name: exact, form: 'as-written' };
    const words = withoutSmallWords(phrase.split(' '));
    const sameWords = onlyOne(byWords.get(words.join(' ')));
    if (sameWords) return { name: sameWords.name, form: 'as-written' };
    if (/\d/.test(phrase)) return null;
    const short = onlyOne((byLength.get(words.length) ?? []).filter((each) => isShortFor(words, each.words)));
    if (short) return { name: short.name, form: 'short-form' };
    const letters = /^(?:\p{L} )*\p{L}$/u.test(phrase) ? phrase.replaceAll(' ', '') : phrase;
    const initials = INITIALS.test(letters) ? onlyOne(byInitials.get(letters)) : null;
    if (initials) return { name: initials.name, form: 'short-form' };
    const part = COMMON_WORDS.has(phrase) ? null : partOf(words);
    if (part) return { name: part.name, form: 'part-of-name' };
    const typed = nearlyOne(phrase, distinct);
    return typed && { name: typed.name, form: 'typing-error' };
  };
  const partOf = (words: readonly string[]): Served | null => {
    const [first = ''] = words;
    if (words.join('').length < 5) return null;
    const text = ` ${words.join(' ')} `;
    return onlyOne((byWord.get(first) ?? []).filter((each) => ` ${each.words.join(' ')} `.includes(text)));
  };

  return {
    all,
    towns: TOWNS.filter(({ districts }) => districts.filter((district) => keys.has(district)).length >= 2),
    whole: (text) => byName.get(foldText(text)) ?? byKey.get(districtKey(text)) ?? null,
    read(phrase) {
      const before = remembered.get(phrase);
      if (before !== undefined) return before;
      const read = phrase === '' ? null : readNew(phrase);
      if (remembered.size > 5_000) remembered.clear();
      remembered.set(phrase, read);
      return read;
    },
  };
}

function onlyOne<Item extends Served>(items: readonly Item[] | undefined): Item | null {
  const names = new Set(items?.map(({ name }) => name));
  return names.size === 1 ? (items?.[0] ?? null) : null;
}

/** Whether every word stands for the word of the name at its place, and at least one is whole. */
function isShortFor(words: readonly string[], name: readonly string[]): boolean {
  const isWhole = (word: string, index: number) => word === name[index] && word.length >= 2;
  if (!words.some(isWhole) || words.at(-1)?.length === 1) return false;
  return words.every((word, index) => {
    const full = name[index] ?? '';
    return word === full || (word.length === 1 && full.startsWith(word)) || SHORT_FORMS[full]?.includes(word);
  });
}

/** With small words and without them: "SJL" is San Juan de Lurigancho, and "VES" Villa El Salvador. */
function initialsOf({ key, words }: Served): string[] {
  const of = (each: readonly string[]) => each.map((word) => word[0] ?? '').join('');
  return [...new Set([of(key.split(' ')), of(words)])];
}

/** The name in which one letter is wrong, missing, too much or swapped, if no other name is as near. */
function nearlyOne(phrase: string, served: readonly Served[]): Served | null {
  const text = withoutSmallWords(phrase.split(' ')).join('');
  const together = phrase.replaceAll(' ', '');
  const near = served.filter(({ key, words }) => {
    return isOneErrorApart(text, words.join('')) || isOneErrorApart(together, key.replaceAll(' ', ''));
  });
  return onlyOne(near);
}

/** Whether one letter is wrong, missing, too much, or swapped with the next one. No letter is wrong in the same text. */
function isOneErrorApart(written: string, name: string): boolean {
  if (name.length < TYPING_ERROR_LENGTH) return false;
  const shorter = Math.min(written.length, name.length);
  let start = 0;
  while (start < shorter && written[start] === name[start]) start += 1;
  let end = 0;
  while (end < shorter - start && written.at(-1 - end) === name.at(-1 - end)) end += 1;
  const [left, right] = [written.slice(start, written.length - end), name.slice(start, name.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
