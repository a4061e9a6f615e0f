import { districtKey, districtNames, withoutSmallWords } from './district-names.ts';

const SUGGESTIONS = 3;
const COMPARED = 60;
/** Parts of the texts that are compared. An address has fewer, and each is compared with every served name. */
const PARTS = 20;
/** The largest part of a name's letters that may be corrected in a text that is still like the name. */
const CORRECTED_LIMIT = 1 / 3;
/** Shorter texts, such as "San", are in too many names to mean one. */
const PART_OF_A_NAME = 4;

/**
 * The served names that a person is asked about.
 *
 * @param texts as the buyer wrote them
 * @param given.first the districts that the address names
 * @param given.last what else is possible, such as the centre of the town
 */
export function nearestDistricts(
  texts: readonly string[],
  given: { readonly served: readonly string[]; readonly first: readonly string[]; readonly last: readonly string[] },
): string[] {
  const { all } = districtNames(given.served);
  const parts = texts
    .flatMap((text) => [text, ...text.split(/[,;/|()]/)])
    .map((text) => districtKey(text).slice(0, COMPARED))
    .filter((text) => /\p{L}/u.test(text));
  const written = [...new Set(parts)].slice(0, PARTS);
  const like = all
    .map(({ name, key, words }) => {
      const short = words.join(' ');
      const limit = Math.max(1, Math.floor(key.length * CORRECTED_LIMIT));
      const distances = written.map((text) => (isPart(text, key) ? 1 : distanceTo([key, short], text, limit)));
      const distance = Math.min(...distances);
      return { name, distance, isLike: distance <= limit };
    })
    .filter(({ isLike }) => isLike)
    .sort((a, b) => a.distance - b.distance);
  return [...new Set([...given.first, ...like.map(({ name }) => name), ...given.last])].slice(0, SUGGESTIONS);
}

/** Whether a text is whole words of a name: "Surco" of "Santiago de Surco". */
function isPart(text: string, name: string): boolean {
  return text.length >= PART_OF_A_NAME && ` ${name} `.includes(` ${text} `);
}

/**
 * Corrections that make the name of the text, or of so many of its words as the name has, or fewer at its end. Of texts
 * that are so much longer or shorter that they are above the limit, they are not counted.
 */
function distanceTo(names: readonly string[], text: string, limit: number): number {
  const words = text.split(' ');
  const short = withoutSmallWords(words).join(' ');
  return Math.min(
    ...names.flatMap((name) => {
      const { length } = name.split(' ');
      const windows = words.map((_, start) => words.slice(start, start + length).join(' '));
      const near = [...new Set([text, short, ...windows])].filter(
        (part) => Math.abs(part.length - name.length) <= limit,
      );
      return near.map((part) => editDistance(part, name));
    }),
  );
}

/** The number of letters to insert, delete or replace to turn one text into the other (Levenshtein). */
export function editDistance(a: string, b: string): number {
  const row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let line = 0; line < a.length; line += 1) {
    let diagonal = line;
    row[0] = line + 1;
    for (let column = 0; column < b.length; column += 1) {
      const replaced = diagonal + (a[line] === b[column] ? 0 : 1);
      diagonal = row[column + 1] ?? 0;
      row[column + 1] = Math.min(replaced, diagonal + 1, (row[column] ?? 0) + 1);
    }
  }
  return row[b.length] ?? 0;
}
