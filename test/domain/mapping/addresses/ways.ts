import type { MailingAddress } from '../../../../app/domain/fulfillment/fulfillment.ts';
import type { ListedTown } from './towns.ts';

/** A plain way of writing an address, and what a courier of the town would read. */
export interface Way {
  readonly name: string;
  /** What is written of a district, or null where the way does not exist for it. */
  readonly write: (district: string, town: ListedTown) => Partial<MailingAddress> | null;
  readonly reads: 'the district' | 'nothing for sure';
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
const isCentre = (district: string, { centre }: ListedTown) => district === centre;
/** Ways that say nothing of a district that is called as its town. */
const notOfCentre =
  (write: (district: string, town: ListedTown) => Partial<MailingAddress> | null): Way['write'] =>
  (district, town) =>
    isCentre(district, town) ? null : write(district, town);

const SHORT: Readonly<Record<string, string>> = {
  San: 'S.',
  Santa: 'Sta.',
  Santo: 'Sto.',
  Santiago: 'Stgo.',
  Estación: 'Est.',
  Villa: 'V.',
  Vila: 'V.',
  Jardim: 'Jd.',
  Puente: 'Pte.',
  Parque: 'Pque.',
  Ciudad: 'Cdad.',
};

function shortened(district: string): string | null {
  const [first = '', ...others] = district.split(' ');
  const short = SHORT[first];
  return short === undefined || others.length === 0 ? null : [short, ...others].join(' ');
}

const withError = (change: (letters: string[], place: number) => void) => (district: string, town: ListedTown) => {
  if (isCentre(district, town) || district.replace(/[^\p{L}]/gu, '').length < 8) return null;
  const letters = [...district];
  const place = Math.floor(letters.length / 2);
  if ([letters[place], letters[place + 1]].includes(' ') || letters[place] === letters[place + 1]) return null;
  change(letters, place);
  return { city: letters.join('') };
};

/** Ways without a name's own words: as buyers add a town, a flat and a country to them. */
const MORE: readonly (readonly [name: string, write: Way['write'], reads?: Way['reads']])[] = [
  ['by a comma without a space', (d, t) => ({ city: `${d},${t.name}` })],
  ['by a dash without a space', (d, t) => ({ city: `${d}-${t.name}` })],
  ['all in capitals', (d, t) => ({ city: plain(`${d} ${t.name} ${t.country}`).toUpperCase() })],
  ['a word with a colon', (d, t) => ({ city: `${t.word.replace(/ de$/, '')}: ${d}` })],
  ['in brackets behind the street', (d, t) => ({ city: t.name, address1: `${t.street} (${d})` })],
  ['behind the office', (d, t) => ({ city: t.name, address1: `${t.street} Of. 502 ${d}` })],
  ['behind the tower', (d, t) => ({ city: t.name, address1: `${t.street} Torre B Depto 1204 - ${d} - ${t.name}` })],
  ['behind the town', (d, t) => ({ city: t.name, address1: `${t.street}, ${t.name}, ${d}` })],
  ['behind the flat of the second line', (d, t) => ({ city: t.name, address2: `Depto 1204 ${d}` })],
  ['before the flat of the second line', (d, t) => ({ city: t.name, address2: `${d}, depto 4` })],
  ['before the flat without a comma', (d, t) => ({ city: t.name, address2: `${d} Depto 301` })],
  ['before the tower without a comma', (d, t) => ({ city: t.name, address2: `${d} Torre B Of. 12` })],
  ['its avenue before a flat', (d, t) => ({ city: t.name, address2: `Av. ${d} Depto 301` }), 'nothing for sure'],
  ['a word that is shortened', (d, t) => ({ city: t.name, address2: `${t.word.slice(0, 3)}. ${d}` })],
  ['with the town in the second line', (d, t) => ({ city: t.name, address2: `${d} - ${t.name}` })],
  ['without a city', (d) => ({ city: '.', address2: d })],
  ['in the postal code', (d, t) => ({ city: t.name, zip: d })],
  ['with the province as the city', (d, t) => ({ city: t.province, address2: d })],
  ['a name that was written twice', (d, t) => ({ city: `${d} ${d}`, address2: t.name })],
  ['with hyphens', (d) => (d.includes(' ') ? { city: d.replaceAll(' ', '-') } : null)],
  ['a street of its name', (d, t) => ({ city: t.name, address1: `Calle ${d} 500, Depto 3` }), 'nothing for sure'],
  ['its street in the second line', (d, t) => ({ city: t.name, address2: `Av. ${d} 1234` }), 'nothing for sure'],
  ['its street without a word', (d, t) => ({ city: t.name, address1: `${d} 1234` }), 'nothing for sure'],
  ['the same in the second line', (d, t) => ({ city: t.name, address2: `${d} 1234` }), 'nothing for sure'],
  ['an urbanization', (d, t) => ({ city: t.name, address2: `Urb. ${d}` }), 'nothing for sure'],
  ['a corner', (d, t) => ({ city: t.name, address1: `${t.street} esq. ${d}` }), 'nothing for sure'],
  ['another province', (d) => ({ city: d, province: 'Arequipa', provinceCode: 'ARE' }), 'nothing for sure'],
  ['beside another town', (d) => ({ city: `${d}, Arequipa` }), 'nothing for sure'],
  ['an unknown town', (d) => ({ city: 'Villa Xyz', address2: d }), 'nothing for sure'],
];

export const WAYS: readonly Way[] = [
  { name: 'the city', write: notOfCentre((city) => ({ city })), reads: 'the district' },
  { name: 'the city without accents', write: notOfCentre((d) => ({ city: plain(d) })), reads: 'the district' },
  {
    name: 'the city in capitals',
    write: notOfCentre((d) => ({ city: plain(d).toUpperCase() })),
    reads: 'the district',
  },
  { name: 'the city in small letters', write: notOfCentre((d) => ({ city: d.toLowerCase() })), reads: 'the district' },
  { name: 'a word before it', write: (d, { word }) => ({ city: `${word} ${d}` }), reads: 'the district' },
  {
    name: 'the word with "de"',
    write: (d, { word }) => ({ city: `${word.replace(/ de$/, '')} de ${d}` }),
    reads: 'the district',
  },
  {
    name: 'with the town, by a comma',
    write: notOfCentre((d, t) => ({ city: `${d}, ${t.name}` })),
    reads: 'the district',
  },
  {
    name: 'with the town, by a dash',
    write: notOfCentre((d, t) => ({ city: `${d} - ${t.name}` })),
    reads: 'the district',
  },
  {
    name: 'with the town, by a slash',
    write: notOfCentre((d, t) => ({ city: `${d} / ${t.name}` })),
    reads: 'the district',
  },
  {
    name: 'with the town, side by side',
    write: notOfCentre((d, t) => ({ city: `${d} ${t.name}` })),
    reads: 'the district',
  },
  {
    name: 'the town, and it in brackets',
    write: notOfCentre((d, t) => ({ city: `${t.name} (${d})` })),
    reads: 'the district',
  },
  { name: 'the town first', write: notOfCentre((d, t) => ({ city: `${t.name} ${d}` })), reads: 'the district' },
  { name: 'with the country', write: notOfCentre((d, t) => ({ city: `${d}, ${t.country}` })), reads: 'the district' },
  {
    name: 'with all of it',
    write: notOfCentre((d, t) => ({ city: `${d}, ${t.name}, ${t.country}` })),
    reads: 'the district',
  },
  {
    name: 'with a postal code',
    write: notOfCentre((d) => ({ city: `${d} 15074`, zip: '15074' })),
    reads: 'the district',
  },
  {
    name: 'the town, it in the second line',
    write: notOfCentre((d, t) => ({ city: t.name, address2: d })),
    reads: 'the district',
  },
  {
    name: 'the same with a flat',
    write: notOfCentre((d, t) => ({ city: t.name, address2: `Depto 301, ${d}` })),
    reads: 'the district',
  },
  {
    name: 'the same with a word',
    write: notOfCentre((d, t) => ({ city: t.name, address2: `${t.word} ${d}` })),
    reads: 'the district',
  },
  {
    name: 'behind the street, by a comma',
    write: notOfCentre((d, t) => ({ city: t.name, address1: `${t.street}, ${d}` })),
    reads: 'the district',
  },
  {
    name: 'behind the street, by a dash',
    write: notOfCentre((d, t) => ({ city: t.name, address1: `${t.street} - ${d}` })),
    reads: 'the district',
  },
  {
    name: 'behind the number',
    write: notOfCentre((d, t) => ({ city: t.name, address1: `${t.street} ${d}` })),
    reads: 'the district',
  },
  {
    name: 'behind the flat',
    write: notOfCentre((d, t) => ({ city: t.name, address1: `${t.street} Dpto. 402, ${d}, ${t.name}` })),
    reads: 'the district',
  },
  {
    name: 'in the province',
    write: notOfCentre((d, t) => ({ city: t.name, province: d, provinceCode: null })),
    reads: 'the district',
  },
  { name: 'in the company', write: notOfCentre((d, t) => ({ city: t.name, company: d })), reads: 'the district' },
  {
    name: 'everywhere',
    write: notOfCentre((d) => ({ city: d, province: d, address2: d, provinceCode: null })),
    reads: 'the district',
  },
  { name: 'city and second line', write: notOfCentre((d) => ({ city: d, address2: d })), reads: 'the district' },
  {
    name: 'the neighbourhood of Shopify',
    write: notOfCentre((d, t) => ({ city: t.name, address2: `Piso 3 \u2060${d}` })),
    reads: 'the district',
  },
  {
    name: 'a short form',
    write: (d, t) => (isCentre(d, t) || !shortened(d) ? null : { city: shortened(d) }),
    reads: 'the district',
  },
  {
    name: 'a short form beside the town',
    write: (d, t) => (isCentre(d, t) || !shortened(d) ? null : { city: `${shortened(d) ?? ''}, ${t.name}` }),
    reads: 'the district',
  },
  {
    name: 'without small words',
    write: (d, t) =>
      isCentre(d, t) || !/ (?:de|del|da|do) /.test(d) ? null : { city: d.replace(/ (?:de|del|da|do) /g, ' ') },
    reads: 'the district',
  },
  {
    name: 'without the article',
    write: (d) => (/^(?:La|El|Los|Las|Lo) /.test(d) ? { city: d.replace(/^\S+ /, '') } : null),
    reads: 'the district',
  },
  { name: 'a letter missing', write: withError((letters, place) => letters.splice(place, 1)), reads: 'the district' },
  {
    name: 'a letter twice',
    write: withError((letters, place) => letters.splice(place, 0, letters[place] ?? '')),
    reads: 'the district',
  },
  {
    name: 'two letters swapped',
    write: withError((letters, place) => letters.splice(place, 2, letters[place + 1] ?? '', letters[place] ?? '')),
    reads: 'the district',
  },
  {
    name: 'the town of a street that is called so',
    write: (d, t) => ({ city: t.name, address1: `Av. ${d} 1234` }),
    reads: 'nothing for sure',
  },
  {
    name: 'another town',
    write: (d, t) => ({
      city: 'Arequipa',
      address2: d,
      province: 'Arequipa',
      provinceCode: 'ARE',
      countryCode: t.countryCode,
    }),
    reads: 'nothing for sure',
  },
  {
    name: 'the town alone',
    write: (d, t) => (isCentre(d, t) || t.centre === null ? { city: t.name } : null),
    reads: 'nothing for sure',
  },
  {
    name: 'another street and it as the city',
    write: (d, t) =>
      isCentre(d, t) ? null : { city: d, address1: `Av. ${t.served.find((other) => other !== d) ?? ''} 77` },
    reads: 'the district',
  },
  {
    name: 'the usual names of the centre',
    write: (d, t) => (isCentre(d, t) ? { city: `${t.name} Centro` } : null),
    reads: 'the district',
  },
  {
    name: 'the centre as Cercado',
    write: (d, t) => (isCentre(d, t) && t.countryCode === 'PE' ? { city: 'Cercado de Lima' } : null),
    reads: 'the district',
  },
  {
    name: 'two districts',
    write: (d, t) => {
      const other = t.served.find((each) => each !== d && !isCentre(each, t)) ?? '';
      return isCentre(d, t) ? null : { city: d, address2: other };
    },
    reads: 'nothing for sure',
  },
  ...MORE.map(([name, write, reads = 'the district']): Way => ({ name, write: notOfCentre(write), reads })),
];
