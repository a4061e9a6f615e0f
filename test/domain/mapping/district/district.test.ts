import { describe, expect, test } from 'vitest';
import {
  ASK,
  districtKey,
  districtReading,
  matchDistrict,
  resolveDistrict,
} from '../../../../app/domain/mapping/district/district.ts';
import type { MailingAddress } from '../../../../app/domain/fulfillment/fulfillment.ts';
import { shopSettingsSchema } from '../../../../app/domain/settings/shop-settings.ts';
import { anAddress, anOrder } from '../../planning/inputs/plan-inputs.ts';

const LIMA = [
  'Lima',
  'Miraflores',
  'San Isidro',
  'Santiago de Surco',
  'San Juan de Lurigancho',
  'La Victoria',
  'Breña',
  'Callao',
];
const SANTIAGO = [
  'Santiago',
  'Providencia',
  'Ñuñoa',
  'Peñalolén',
  'Maipú',
  'La Florida',
  'Puente Alto',
  'San Miguel',
  'Viña del Mar',
  'Concepción',
];
const BOGOTA = [
  'Bogotá',
  'Usaquén',
  'Suba',
  'Chapinero',
  'Engativá',
  'Ciudad Bolívar',
  'Bolívar',
  'Medellín',
  'Envigado',
];
const MEXICO = [
  'Coyoacán',
  'Benito Juárez',
  'Cuauhtémoc',
  'Álvaro Obregón',
  'Gustavo A. Madero',
  'Zapopan',
  'Ciudad de México',
];
const SAO_PAULO = ['São Paulo', 'Bela Vista', 'Vila Mariana', 'Osasco', 'Guarulhos', 'Belo Horizonte'];

const NOWHERE = { city: null, province: null, provinceCode: null, countryCode: null, address2: null, zip: null };

function resolve(
  address: Partial<MailingAddress> | null,
  mapping: Parameters<typeof shopSettingsSchema.parse>[0] = {},
  served: readonly string[] | null = null,
  attributes: { key: string; value: string | null }[] = [],
) {
  const shippingAddress = address && anAddress({ ...NOWHERE, ...address });
  const { mapping: settings } = shopSettingsSchema.parse({ mapping });
  return resolveDistrict(anOrder({ shippingAddress, attributes }), settings, served, null);
}

describe('a typed city and the served district', () => {
  test.each([
    [LIMA, 'Miraflores', 'Miraflores'],
    [LIMA, 'MIRAFLORES', 'Miraflores'],
    [LIMA, ' miraflores\u200B ', 'Miraflores'],
    [LIMA, 'Distrito de Miraflores', 'Miraflores'],
    [LIMA, 'Dist. Miraflores', 'Miraflores'],
    [LIMA, 'Dist. de La Victoria', 'La Victoria'],
    [LIMA, 'distrito del Callao', 'Callao'],
    [LIMA, 'Brena', 'Breña'],
    [LIMA, 'san juan de lurigancho', 'San Juan de Lurigancho'],
    [LIMA, 'San-Isidro', 'San Isidro'],
    [LIMA, 'San Isidro, Lima Metropolitana', 'San Isidro'],
    [LIMA, 'Perú / Breña', 'Breña'],
    [LIMA, 'Miraflores 15074', 'Miraflores'],
    [LIMA, '15074 - Miraflores', 'Miraflores'],
    [LIMA, 'Santiago de Surco (Chacarilla)', 'Santiago de Surco'],
    [LIMA, 'Lima Metropolitana - Callao', 'Callao'],
    [LIMA, 'Miraflores, Lima', 'Miraflores'],
    [LIMA, 'Lima', null],
    [LIMA, 'Lima Cercado', 'Lima'],
    [LIMA, 'Lima 18', null],
    [LIMA, 'Miraflores, Lima 18', 'Miraflores'],
    [LIMA, 'Lima 27 San Isidro', 'San Isidro'],
    [LIMA, 'Miraflores 18 Lima', null],
    [[...LIMA, 'Lima 18'], 'Lima 18', 'Lima 18'],
    [LIMA, 'Distrito de Lima', 'Lima'],
    [LIMA, 'Miraflores, Arequipa', null],
    [LIMA, 'Miraflores, San Isidro', null],
    [LIMA, 'Surco', 'Santiago de Surco'],
    [LIMA, 'SJL', 'San Juan de Lurigancho'],
    [LIMA, 'S. Isidro', 'San Isidro'],
    [LIMA, 'Barranca', null],
    [LIMA, 'Mirflores', 'Miraflores'],
    [SANTIAGO, 'Ñuñoa', 'Ñuñoa'],
    [SANTIAGO, 'NUNOA', 'Ñuñoa'],
    [SANTIAGO, 'Comuna de Ñuñoa', 'Ñuñoa'],
    [SANTIAGO, 'comuna Peñalolen', 'Peñalolén'],
    [SANTIAGO, 'Municipalidad de Maipu', 'Maipú'],
    [SANTIAGO, 'Vina del Mar', 'Viña del Mar'],
    [SANTIAGO, 'Concepcio\u0301n', 'Concepción'],
    [SANTIAGO, 'Santiago, Chile', null],
    [[...SANTIAGO, 'Chile Chico'], 'Santiago, Chile', null],
    [[...SANTIAGO, 'Chile Chico'], 'Ñuñoa, Santiago, Chile', 'Ñuñoa'],
    [[...SANTIAGO, 'Chile Chico'], 'Chile Chico', 'Chile Chico'],
    [[...BOGOTA, 'Puerto Colombia'], 'Bogotá, Colombia', null],
    [['El Poblado', 'Laureles', 'Santa Fe de Antioquia'], 'Medellín, Antioquia', null],
    [['El Poblado', 'Laureles', 'Santa Fe de Antioquia'], 'Santa Fe de Antioquia', 'Santa Fe de Antioquia'],
    [SANTIAGO, 'Stgo. Centro', 'Santiago'],
    [[...SANTIAGO, ...LIMA, 'Valparaíso', 'Quilpué'], 'Santiago Centro', 'Santiago'],
    [[...SANTIAGO, ...LIMA, 'Valparaíso', 'Quilpué'], 'Centro de Valparaíso', 'Valparaíso'],
    [[...SANTIAGO, ...LIMA, 'Valparaíso', 'Quilpué'], 'Cercado de Lima', 'Lima'],
    [[...SANTIAGO, ...LIMA, 'Valparaíso', 'Quilpué'], 'Centro', null],
    [SANTIAGO, 'Comuna', null],
    [SANTIAGO, 'Providensia', 'Providencia'],
    [SANTIAGO, 'Maipo', null],
    [BOGOTA, 'BOGOTA', null],
    [BOGOTA, 'Bogotá, D.C.', null],
    [BOGOTA, 'Bogotá - Suba', 'Suba'],
    [BOGOTA, 'Localidad de Usaquen', 'Usaquén'],
    [BOGOTA, 'Ciudad Bolivar', 'Ciudad Bolívar'],
    [BOGOTA, 'Municipio de Envigado', 'Envigado'],
    [MEXICO, 'Alcaldía Coyoacan', 'Coyoacán'],
    [MEXICO, 'Delegación Benito Juarez', 'Benito Juárez'],
    [MEXICO, 'Mun. de Zapopan', 'Zapopan'],
    [MEXICO, 'Gustavo A Madero', 'Gustavo A. Madero'],
    [MEXICO, 'Ciudad de Mexico', null],
    [MEXICO, 'México', null],
    [SAO_PAULO, 'Sao Paulo', null],
    [SAO_PAULO, 'Bairro Bela Vista', 'Bela Vista'],
    [SAO_PAULO, 'Município de Osasco', 'Osasco'],
    [SAO_PAULO, 'Cidade de Guarulhos', 'Guarulhos'],
  ])('%#. %j: %j is %j', (served, city, expected) => {
    const result = resolve({ city }, {}, served);
    expect(result.ok ? result.value : null).toBe(expected);
  });

  test('without its "de", Ciudad is part of a name', () => {
    expect(districtKey('Ciudad Bolívar')).toBe('ciudad bolivar');
    expect(districtKey('Villa Comuna de Sol')).toBe('villa comuna de sol');
    const result = resolve({ city: 'Ciudad Bolívar' }, {}, ['Bolívar']);
    expect(result.ok).toBe(false);
  });

  test('the list is compared as the city is, and its own spelling is sent', () => {
    const result = resolve({ city: 'Nunoa' }, {}, ['COMUNA DE ÑUÑOA']);
    expect(result).toMatchObject({ ok: true, value: 'COMUNA DE ÑUÑOA' });
  });

  test('a whole name counts before a name without its prefix, and the first of equal names', () => {
    const served = ['Comuna de Renca', 'Renca', 'RENCA'];
    expect(resolve({ city: 'renca' }, {}, served)).toMatchObject({ value: 'Renca' });
    expect(resolve({ city: 'Mun. de Renca' }, {}, served)).toMatchObject({ value: 'Comuna de Renca' });
  });
});

test('a list is read once, however many orders are compared with it', () => {
  let reads = 0;
  const served = new Proxy(LIMA, {
    get(names, key) {
      reads += 1;
      return Reflect.get(names, key) as unknown;
    },
  });
  expect(resolve({ city: 'Brena' }, {}, served)).toMatchObject({ value: 'Breña' });
  const readsOfOne = reads;
  expect(resolve({ city: 'Callao' }, {}, served)).toMatchObject({ value: 'Callao' });
  expect([readsOfOne > LIMA.length, reads]).toEqual([true, readsOfOne]);
});

describe('where the district is read', () => {
  const everywhere = { city: 'C', province: 'P', address2: 'Ate', zip: 'Z', company: 'K' };

  test.each([
    ['city', 'C'],
    ['province', 'P'],
    ['address2', 'Ate'],
    ['zip', 'Z'],
    ['company', 'K'],
  ])('%s', (source, value) => {
    expect(resolve(everywhere, { districtSources: [source] })).toEqual({
      ok: true,
      value,
      decisions: [{ field: 'dropoff.location.district', source: `order.shippingAddress.${source}` }],
    });
  });

  test('a note attribute', () => {
    const result = resolve({}, { districtSources: [{ attribute: 'Comuna' }] }, null, [
      { key: 'comuna', value: ' Maipú ' },
    ]);
    expect(result).toEqual({
      ok: true,
      value: 'Maipú',
      decisions: [{ field: 'dropoff.location.district', source: 'order.attributes[Comuna]' }],
    });
  });

  test('a note attribute that the order does not have', () => {
    expect(resolve({}, { districtSources: [{ attribute: 'Comuna' }] })).toMatchObject({
      problems: [{ code: 'district-missing', details: { sources: ['order.attributes[Comuna]'] } }],
    });
  });

  test('by default only the city', () => {
    expect(resolve({ ...everywhere, city: null })).toEqual({
      ok: false,
      problems: [
        {
          code: 'district-missing',
          field: 'dropoff.location.district',
          details: { sources: ['order.shippingAddress.city'] },
        },
      ],
      decisions: [],
    });
  });

  test('the first source that is filled, when there is no list', () => {
    const mapping = { districtSources: ['zip', 'address2', 'city'] };
    expect(resolve({ zip: ' \u200B', address2: 'Suba', city: 'Bogotá' }, mapping)).toMatchObject({ value: 'Suba' });
  });

  test.each(['.', '-', '--- / ---'])('%j is nothing', (city) => {
    expect(resolve({ city })).toMatchObject({ problems: [{ code: 'district-missing' }] });
    const mapping = { districtSources: ['city', 'province'] };
    expect(resolve({ city, province: 'Suba' }, mapping)).toMatchObject({ value: 'Suba' });
  });

  test.each(['Depto. 301', 'Piso 4', 'Torre B, of. 902'])('%j is no district of the second line', (address2) => {
    const mapping = { districtSources: ['address2', 'city'] };
    expect(resolve({ address2, city: 'Suba' }, mapping)).toMatchObject({ value: 'Suba' });
    expect(resolve({ address2 }, { districtSources: ['address2'] })).toMatchObject({
      problems: [{ code: 'district-missing' }],
    });
  });

  test('the first source that is served, when there is a list', () => {
    const mapping = { districtSources: ['address2', 'city'] };
    expect(resolve({ address2: 'Depto 5', city: 'Maipu' }, mapping, SANTIAGO)).toEqual({
      ok: true,
      value: 'Maipú',
      decisions: [{ field: 'dropoff.location.district', source: 'order.shippingAddress.city' }],
    });
  });

  test.each([
    ['PE', '\u2060Miraflores', 'Miraflores'],
    ['PE', 'Dpto 301 \u2060San Isidro', 'San Isidro'],
    ['BR', 'apto 12, \u2060Bela Vista', 'Bela Vista'],
    ['CO', 'Piso 17, Edificio Centro \u2060Chapinero', 'Chapinero'],
    ['CL', 'Maipú', 'Maipú'],
  ])('%s: of the address2 that Shopify joined, the neighbourhood: %j', (countryCode, address2, expected) => {
    expect(resolve({ address2, countryCode }, { districtSources: ['address2'] })).toMatchObject({ value: expected });
  });

  test('an order without a district is not one from a district that is not served', () => {
    expect(resolve({ city: ' ' }, {}, SANTIAGO)).toMatchObject({ problems: [{ code: 'district-missing' }] });
  });

  test('an address without a second line has none there', () => {
    expect(resolve({ address2: null }, { districtSources: ['address2'] })).toMatchObject({
      problems: [{ code: 'district-missing', details: { sources: ['order.shippingAddress.address2'] } }],
    });
  });

  test('without an address there is none', () => {
    expect(resolve(null)).toMatchObject({ ok: false, problems: [{ code: 'district-missing' }] });
  });

  test('without a list the text is sent as it is written, cleaned', () => {
    expect(resolve({ city: ' Comuna\u00A0de Ñuñoa\u2060 ' })).toMatchObject({ value: 'Comuna de Ñuñoa' });
  });

  test('without a list a postal code is none', () => {
    expect(resolve({ zip: '15074', city: 'Surco' }, { districtSources: ['zip', 'city'] })).toMatchObject({
      value: 'Surco',
    });
    expect(resolve({ city: '15074' })).toMatchObject({ problems: [{ code: 'district-missing' }] });
  });
});

describe('a list of postal codes', () => {
  const CODES = ['15074', '15036', 'C1425'];

  test.each([
    [{ zip: '15074', city: 'Lima' }, '15074'],
    [{ zip: ' c1425 ', city: 'Buenos Aires' }, 'C1425'],
  ])('%j is in %s', (address, value) => {
    expect(resolve(address, {}, CODES)).toMatchObject({ value });
  });

  test('has no code that is only like another one', () => {
    expect(resolve({ zip: '15073', city: 'Lima' }, {}, CODES)).toMatchObject({ ok: false });
  });
});

describe('names that a person is asked about', () => {
  test('the name that is like what the buyer wrote comes before the centre of the town', () => {
    expect(resolve({ city: 'Mirafores Alto', province: 'Lima' }, {}, LIMA)).toMatchObject({
      problems: [{ details: { nearest: ['Miraflores', 'Lima'] } }],
    });
  });
});

describe('how a district is read', () => {
  const address = 'order.shippingAddress';

  test.each([
    [LIMA, { city: 'San Isidro Lima Perú' }, 'San Isidro', 'city', null],
    [LIMA, { city: 'Lima', address1: 'Av. Perú 120 San Isidro' }, 'San Isidro', 'address1', null],
    [LIMA, { city: 'Lima', address2: 'San Isidro Depto 301' }, 'San Isidro', 'address2', null],
    [LIMA, { city: 'Lima', address2: '3 Breña' }, 'Breña', 'address2', null],
    [BOGOTA, { city: 'Bogotá', address2: 'Edificio Sol\u2060Chapinero' }, 'Chapinero', 'address2', null],
    [LIMA, { city: 'S. Isidro' }, 'San Isidro', 'city', 'district-short-form'],
    [LIMA, { city: 'Surco' }, 'Santiago de Surco', 'city', 'district-part-of-name'],
    [LIMA, { city: 'Surco', address2: 'Santiago de Surco' }, 'Santiago de Surco', 'city', 'district-part-of-name'],
    [LIMA, { city: 'Mirflores' }, 'Miraflores', 'city', 'district-typing-error'],
    [LIMA, { city: 'Lima Cercado' }, 'Lima', 'city', 'district-centre'],
    [LIMA, { city: 'Casco de Lima' }, 'Lima', 'city', 'district-centre'],
    [LIMA, { city: 'Lima Histórico' }, 'Lima', 'city', 'district-centre'],
    [SAO_PAULO, { city: 'São Paulo Centro' }, 'São Paulo', 'city', 'district-centre'],
    [[...SANTIAGO, 'Valparaíso'], { city: 'Providencia, XIII' }, 'Providencia', 'city', null],
  ])('%#. of %j, %j is %s by its %s: %s', (served, given, value, place, rule) => {
    expect(resolve(given, {}, served)).toEqual({
      ok: true,
      value,
      decisions: [{ field: 'dropoff.location.district', source: `${address}.${place}`, ...(rule && { rule }) }],
    });
  });

  test.each([
    ['a town in short', SANTIAGO, { city: 'Santigo' }, ['Santiago']],
    ['a town by another name', MEXICO, { city: 'CDMX' }, ['Ciudad de México']],
    ['a town whose centre is not served', MEXICO.slice(0, -1), { city: 'CDMX' }, []],
    ['a name that begins like one', LIMA, { city: 'San Juan de Lurig' }, ['San Juan de Lurigancho']],
    ['a code of letters behind it', LIMA, { city: 'Breña A123' }, ['Breña']],
    ['letters behind a number', LIMA, { city: 'Breña 123A' }, ['Breña']],
    ['a name in a street', LIMA, { city: 'Lima', address1: 'Miraflores' }, ['Lima']],
    ['a name that is far behind', LIMA, { city: 'Lima', address2: `${'a '.repeat(150)}, Breña` }, ['Lima', 'Breña']],
    ['the town beside an unknown place', LIMA, { city: 'Lima, Atlantis', address2: 'Breña' }, ['Breña', 'Lima']],
    [
      'two districts, not the company',
      LIMA,
      { city: 'Miraflores', address2: 'San Isidro', company: 'Breña' },
      ['Miraflores', 'San Isidro'],
    ],
    [
      'a district in the name of another',
      BOGOTA,
      { city: 'Ciudad Bolívar', address2: 'Bolívar' },
      ['Ciudad Bolívar', 'Bolívar'],
    ],
    [
      'a district and its town elsewhere',
      LIMA,
      { address2: 'Breña, Lima', provinceCode: 'ARE', countryCode: 'PE' },
      ['Breña', 'Lima'],
    ],
    ['a district in the province of another town', BOGOTA, { city: 'Suba', provinceCode: 'ANT' }, ['Suba']],
    [
      'a town that is not listed',
      ['San Salvador', 'Soyapango'],
      { city: 'San Salvador', province: 'San Salvador' },
      ['San Salvador'],
    ],
  ])('%s is asked about', (_, served, given, nearest) => {
    expect(resolve(given, {}, served)).toMatchObject({
      problems: [{ code: 'district-not-served', details: { nearest } }],
    });
  });
});

describe('aliases', () => {
  const districtAliases = {
    'S.J.L.': 'San Juan de Lurigancho',
    'Distrito de Surco': 'Santiago de Surco',
    '15074': 'Miraflores',
  };

  test.each([
    ['city', 's j l', 'San Juan de Lurigancho'],
    ['city', 'SURCO', 'Santiago de Surco'],
    ['zip', '15074', 'Miraflores'],
  ])('%s %j', (source, text, value) => {
    for (const served of [null, LIMA]) {
      expect(resolve({ [source]: text }, { districtSources: [source], districtAliases }, served)).toEqual({
        ok: true,
        value,
        decisions: [
          {
            field: 'dropoff.location.district',
            source: `order.shippingAddress.${source}`,
            rule: 'settings.mapping.districtAliases',
          },
        ],
      });
    }
  });

  test('what the town means to the merchant counts only where no district is named', () => {
    const ofTown = { districtAliases: { Lima: 'Lima' } };
    expect(resolve({ city: 'Lima' }, ofTown, LIMA)).toMatchObject({ value: 'Lima' });
    expect(resolve({ city: 'Lima', address2: 'Breña' }, ofTown, LIMA)).toMatchObject({ value: 'Breña' });
    expect(resolve({ city: 'Provincia de Lima', address2: 'Breña' }, ofTown, LIMA)).toMatchObject({ value: 'Breña' });
  });

  test('a text that the merchant wants to be asked about is not read as a name that is near', () => {
    const undone = { districtAliases: { Mirafllores: ASK } };
    expect(resolve({ city: 'Mirafllores' }, {}, LIMA)).toMatchObject({ value: 'Miraflores' });
    expect(resolve({ city: 'Mirafllores' }, undone, LIMA)).toMatchObject({
      problems: [{ details: { nearest: ['Miraflores'], district: 'mirafllores', written: 'Mirafllores' } }],
    });
    expect(resolve({ city: 'Mirafllores', address2: 'Breña' }, undone, LIMA)).toMatchObject({ ok: false });
    expect(resolve({ city: 'Miraflores' }, { districtAliases: { Miraflores: ASK } }, LIMA)).toMatchObject({
      value: 'Miraflores',
    });
    expect(resolve({ city: 'Anywhere' }, { districtAliases: { Anywhere: ASK } })).toMatchObject({ value: 'Anywhere' });
  });

  test('a reading says what was written, and an exact name is none', () => {
    const { mapping } = shopSettingsSchema.parse({});
    const reading = (city: string) =>
      districtReading(anOrder({ shippingAddress: anAddress({ ...NOWHERE, city }) }), mapping, LIMA, null);
    expect(reading('Mirafllores')).toEqual({ written: 'mirafllores', district: 'Miraflores' });
    expect(reading('Miraflores')).toBeNull();
    expect(reading('Atlantis')).toBeNull();
  });

  test('no name is remembered where two districts are named', () => {
    const result = resolve({ city: 'Miraflores', address2: 'San Isidro' }, {}, LIMA);
    expect(result).toMatchObject({ problems: [{ details: { nearest: ['Miraflores', 'San Isidro'] } }] });
    expect(JSON.stringify(result)).not.toContain('"written"');
  });

  test('an alias of a district that is not served does not help', () => {
    const result = resolve({ city: 'Surco' }, { districtAliases: { Surco: 'Surquillo' } }, LIMA);
    expect(result).toMatchObject({
      ok: false,
      problems: [{ code: 'district-not-served', details: { district: 'surco' } }],
    });
  });
});

describe('a district that is not served', () => {
  test('names those that it is like, the nearest first, and the key of the city for an alias', () => {
    expect(resolve({ city: 'Comuna de Nuñoaa' }, {}, ['Pudahuel', 'Ñiñoa', 'Nuble', 'Ñuñoa'])).toEqual({
      ok: false,
      problems: [
        {
          code: 'district-not-served',
          field: 'dropoff.location.district',
          details: {
            sources: ['order.shippingAddress.city'],
            nearest: ['Ñuñoa'],
            district: 'nunoaa',
            written: 'Comuna de Nuñoaa',
          },
        },
      ],
      decisions: [],
    });
  });

  test.each([
    ['mirafores centro', ['Miraflores', 'Lima']],
    ['Los Olivos', []],
    ['Atlantis', []],
    ['Lina', ['Lima']],
    ['Lota', []],
    ['San', []],
    ['Isid', []],
  ])('%s is like %j', (city, nearest) => {
    const served = ['Miraflores', 'San Isidro', 'Surquillo', 'Barranco', 'Lima', 'Santiago de Surco'];
    expect(resolve({ city }, {}, served)).toMatchObject({ problems: [{ details: { nearest } }] });
  });

  test('three names at most are suggested, the nearest first', () => {
    const served = ['Santa Anna', 'Santa Ines', 'Santa Ana', 'Santa Ena', 'Santa Amaru'];
    expect(resolve({ city: 'Santa Xna' }, {}, served)).toMatchObject({
      problems: [{ details: { nearest: ['Santa Ana', 'Santa Ena', 'Santa Anna'] } }],
    });
  });

  test.each([
    // two letters of nine, in a name with several words, beside other words
    ['Sann Isidrro', ['San Isidro']],
    ['Urbanización Sann Isidro sur', ['San Isidro']],
    ['Urbanización Sxnn Isidra sur', ['San Isidro']],
    ['Urbanización Sem Isidru sur', ['San Isidro']],
    ['calle sanjuan', ['San Juan']],
    ['San, Isidora', ['San Isidro']],
    // the shortest text that means a part of a name
    ['Juan', ['San Juan']],
  ])('%s is like %j of names with several words', (city, nearest) => {
    expect(resolve({ city }, {}, ['San Isidro', 'San Juan', 'Barranco'])).toMatchObject({
      problems: [{ details: { nearest } }],
    });
  });

  test('names are suggested once', () => {
    const result = resolve({ city: 'Maipo' }, {}, ['Maipú', 'Maipú', 'Macul']);
    expect(result).toMatchObject({ problems: [{ details: { nearest: ['Maipú'] } }] });
  });

  test('the province is used too, and text from other fields is never shown', () => {
    const typed = { address2: 'Casa de Ana', company: 'Ana SpA', zip: '7500', province: 'Provinsia' };
    const districtSources = ['address2', 'company', 'zip', { attribute: 'Comuna' }, 'province'];
    const attributes = [{ key: 'Comuna', value: 'donde Ana' }];
    const result = resolve(typed, { districtSources }, SANTIAGO, attributes);
    expect(result).toMatchObject({
      problems: [
        {
          details: {
            district: 'provinsia',
            sources: [
              'order.shippingAddress.address2',
              'order.shippingAddress.company',
              'order.shippingAddress.zip',
              'order.attributes[Comuna]',
              'order.shippingAddress.province',
            ],
          },
        },
      ],
    });
    expect(JSON.stringify(result)).not.toMatch(/ana|7500/i);

    const withoutTown = resolve(typed, { districtSources: ['address2', 'company', 'zip'] }, SANTIAGO);
    expect(withoutTown).toMatchObject({ problems: [{ code: 'district-not-served' }] });
    expect(JSON.stringify(withoutTown)).not.toContain('"district":');
  });

  test('the suggestions are the nearest to any of the texts', () => {
    const result = resolve(
      { city: 'xxxxxxxxxxxxxxxx', province: 'Maipo' },
      { districtSources: ['city', 'province'] },
      SANTIAGO,
    );
    expect(result).toMatchObject({ problems: [{ details: { district: 'xxxxxxxxxxxxxxxx' } }] });
    expect(result.ok ? [] : result.problems[0]?.details.nearest).toContain('Maipú');
  });

  test('a very long text costs no more than a long one, and is no key', () => {
    const result = resolve({ city: 'Ñuñoa'.repeat(20_000) }, {}, SANTIAGO);
    expect(result).toMatchObject({ ok: false, problems: [{ code: 'district-not-served' }] });
    expect(JSON.stringify(result)).not.toContain('nunoa');
    const longest = 'x'.repeat(60);
    expect(resolve({ city: longest }, {}, SANTIAGO)).toMatchObject({ problems: [{ details: { district: longest } }] });
    expect(JSON.stringify(resolve({ city: `${longest}x` }, {}, SANTIAGO))).not.toContain(longest);
  });

  test('only the first sixty letters are compared', () => {
    expect(resolve({ city: `${'x'.repeat(58)} maipo` }, {}, ['Lima', 'Maipú'])).toMatchObject({
      problems: [{ details: { nearest: [] } }],
    });
    expect(resolve({ city: `${'x'.repeat(54)} maipo` }, {}, ['Lima', 'Maipú'])).toMatchObject({
      problems: [{ details: { nearest: ['Maipú'] } }],
    });
  });

  test('of an empty list nothing is served and nothing is suggested', () => {
    expect(resolve({ city: 'Maipú' }, {}, [])).toMatchObject({
      problems: [{ code: 'district-not-served', details: { nearest: [] } }],
    });
  });
});

describe('an attribute that the merchant chose, with a list', () => {
  const read = (value: string, address: Partial<MailingAddress>) => {
    const settings = { districtSources: [{ attribute: 'Distrito' }, 'city'] };
    const result = resolve({ countryCode: 'PE', province: 'Lima', ...address }, settings, LIMA, [
      { key: 'Distrito', value },
    ]);
    return result.ok ? [result.value, result.decisions[0]?.source] : null;
  };
  const OWN = 'order.attributes[Distrito]';

  test.each([
    ['San Isidro', { city: 'Miraflores' }, ['San Isidro', OWN]],
    ['San Isidro', { city: 'Miraflores, Lima' }, ['San Isidro', OWN]],
    ['San Isidro', { city: 'Urbanización Corpac' }, ['San Isidro', OWN]],
    ['Surco', { city: 'Miraflores' }, ['Santiago de Surco', OWN]],
    ['Lima', { city: 'Miraflores' }, ['Miraflores', 'order.shippingAddress.city']],
    ['Lima', { city: null }, ['Lima', OWN]],
    ['Lima', { city: 'Lima' }, ['Lima', OWN]],
    ['en la esquina', { city: 'Miraflores' }, ['Miraflores', 'order.shippingAddress.city']],
    ['San Isidro', { city: 'Arequipa' }, null],
    ['Surco', { city: 'Otra Parte' }, null],
  ] as const)('%s beside %j', (value, address, expected) => {
    expect(read(value, address)).toEqual(expected);
  });
});

describe('an address', () => {
  const lima = { countryCode: 'PE', province: 'Lima' };
  const valueOf = (address: Partial<MailingAddress> | null, served = LIMA) => {
    const result = resolve(address, {}, served);
    return result.ok ? result.value : null;
  };

  test('that is missing names nothing', () => {
    expect(resolve(null, {}, LIMA)).toMatchObject({ problems: [{ code: 'district-missing' }] });
  });

  test.each([
    ['Miraflores 18', { city: 'Miraflores - 18' }, 'Miraflores'],
    ['a postal code of letters and digits', { city: 'Miraflores LIMA18', zip: 'LIMA18' }, 'Miraflores'],
    ['the same postal code as a part of its own', { city: 'Miraflores, LIMA18', zip: 'LIMA18' }, 'Miraflores'],
    ['a company with the number of a street', { city: 'Lima', company: 'Miraflores 345' }, null],
    ['a company with a postal code', { city: 'Lima', company: 'Miraflores 15074' }, 'Miraflores'],
    ['a company', { city: 'Lima', company: 'Miraflores' }, 'Miraflores'],
    ['a building with a district’s name', { city: 'Lima', address2: 'Edificio Miraflores' }, null],
    ['a flat behind the district', { city: 'Lima', address2: 'Miraflores Depto 301' }, 'Miraflores'],
    ['a tower with a letter behind the district', { city: 'Lima', address2: 'Miraflores Torre B 301' }, 'Miraflores'],
    ['a district behind the number of the flat', { city: 'Lima', address2: 'Depto 301 Miraflores' }, 'Miraflores'],
    ['a street of the name', { city: 'Lima', address1: 'Av. Miraflores 1234' }, null],
    ['a district behind the number', { city: 'Lima', address1: 'Av. Larco 1234 Miraflores' }, 'Miraflores'],
    ['a district in a part of its own', { city: 'Lima', address1: 'Av. Larco 1234, Miraflores' }, 'Miraflores'],
    ['a part of the building behind the number', { city: 'Lima', address1: 'Av. Larco 1234 dpto B Breña' }, 'Breña'],
    ['a country behind the district', { city: 'Miraflores Lima Perú' }, 'Miraflores'],
    ['the centre', { city: 'Cercado' }, 'Lima'],
    ['the centre of the town', { city: 'Centro de Lima' }, 'Lima'],
    ['the centre of no town', { city: 'Centro Breña' }, null],
  ] as const)('with %s: %j', (_what, address, expected) => {
    expect(valueOf({ ...lima, ...address })).toBe(expected);
  });

  test('in a town of which two centres are served is asked about', () => {
    const two = [...LIMA, 'Cercado de Lima', 'Centro de Lima'];
    expect(valueOf({ ...lima, city: 'Casco Histórico' }, two)).toBeNull();
    expect(valueOf({ ...lima, city: 'Casco Histórico' }, [...LIMA, 'Cercado de Lima'])).toBe('Cercado de Lima');
  });
});

describe('a short name that is a place in another country too', () => {
  const served = [
    'Magdalena del Mar',
    'Miraflores',
    'San Juan de Miraflores',
    'San Martín de Porres',
    'Gral. San Juan',
  ];
  const lima = { countryCode: 'PE', province: 'Lima', provinceCode: 'LMA' };

  test.each<[Partial<MailingAddress>, string | null]>([
    [{ ...lima, city: 'Magdalena' }, 'Magdalena del Mar'],
    [{ ...lima, city: 'Lima', address2: 'Magdalena' }, 'Magdalena del Mar'],
    [{ ...lima, city: 'Magdalena', provinceCode: 'ARE' }, null],
    [{ ...lima, city: 'Magdalena', countryCode: null }, null],
    [{ ...lima, city: 'Magdalena', countryCode: 'CO', provinceCode: null }, null],
    // a region of Peru
    [{ ...lima, city: 'San Martín' }, null],
    // a part of two districts of Lima, of which one is not served
    [{ ...lima, city: 'San Juan' }, null],
  ])('%j is %s', (address, district) => {
    const result = resolve(address, {}, served);
    expect(result.ok ? result.value : null).toBe(district);
  });

  test('is asked about as a district of a town that is not listed', () => {
    const moron = { countryCode: 'AR', city: 'San Martín', provinceCode: 'B' };
    expect(resolve(moron, {}, ['General San Martín', 'Morón'])).toMatchObject({ ok: false });
  });
});

describe('a name that a merchant saves', () => {
  test.each([
    ['miraflores', 'Miraflores'],
    ['Distrito de Breña', 'Breña'],
    ['Miraflores, Perú', 'Miraflores'],
    ['Miraflores | Perú', 'Miraflores'],
    ['Perú - Miraflores', 'Miraflores'],
    ['Perú – Miraflores', 'Miraflores'],
    ['Miraflores 15074 Perú', 'Miraflores'],
    ['Miraflores / MIRAFLORES', 'Miraflores'],
    ['Miraflores (Lima)', null],
    ['Miraflores, San Isidro', null],
    ['Miraflores 18', null],
    ['Miraflores-San Isidro', null],
    ['Mirafores', null],
    ['', null],
  ])('%s means %s', (text, district) => {
    expect(matchDistrict(text, LIMA)).toBe(district);
  });
});
