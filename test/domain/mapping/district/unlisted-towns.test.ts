import { describe, expect, test } from 'vitest';
import { resolveDistrict } from '../../../../app/domain/mapping/district/district.ts';
import type { MailingAddress } from '../../../../app/domain/fulfillment/fulfillment.ts';
import { shopSettingsSchema } from '../../../../app/domain/settings/shop-settings.ts';
import { anAddress, anOrder } from '../../planning/inputs/plan-inputs.ts';
import { LISTED_TOWNS } from '../addresses/towns.ts';

/** Towns whose districts `towns.ts` does not have, alone and beside the listed towns of their country. */

const TOWNS: readonly (readonly [city: string, province: string | null, countryCode: string, served: string[]])[] = [
  ['Monterrey', 'Nuevo León', 'MX', ['Obispado', 'Mitras Centro', 'Contry', 'San Jerónimo']],
  ['Guadalajara', 'Jalisco', 'MX', ['Americana', 'Chapalita', 'Ladrón de Guevara', 'Oblatos']],
  ['Curitiba', 'Paraná', 'BR', ['Batel', 'Água Verde', 'Santa Felicidade', 'Portão']],
  ['Rio de Janeiro', 'Rio de Janeiro', 'BR', ['Copacabana', 'Ipanema', 'Barra da Tijuca', 'Botafogo']],
  ['Rosario', 'Santa Fe', 'AR', ['Fisherton', 'Pichincha', 'Echesortu', 'Alberdi']],
  ['Cali', 'Valle del Cauca', 'CO', ['Granada', 'San Fernando', 'Ciudad Jardín', 'El Peñón']],
  ['Quito', 'Pichincha', 'EC', ['Iñaquito', 'La Mariscal', 'Cumbayá', 'Tumbaco']],
  ['Ciudad de Guatemala', 'Guatemala', 'GT', ['Zona 1', 'Zona 10', 'Zona 14', 'Cayalá']],
  ['Santo Domingo', null, 'DO', ['Piantini', 'Naco', 'Gazcue', 'Evaristo Morales']],
  ['Trujillo', 'La Libertad', 'PE', ['Huanchaco', 'Moche', 'La Esperanza', 'Víctor Larco Herrera']],
];

const DISTRICTS = TOWNS.flatMap(([city, province, countryCode, served]) =>
  served.map((district, place) => {
    const other = served[(place + 1) % served.length] ?? '';
    const address = { city, province, provinceCode: null, countryCode, address1: 'Los Pinos 345' };
    return { district, other, served, city, address };
  }),
);

const ofCountry = (countryCode: string) =>
  LISTED_TOWNS.filter((town) => town.countryCode === countryCode).flatMap(({ served }) => served);

function read(
  address: Partial<MailingAddress>,
  served: readonly string[],
  attribute = '',
  country: string | null = null,
) {
  const { mapping } = shopSettingsSchema.parse({
    mapping: attribute === '' ? {} : { districtSources: [{ attribute: 'Colonia' }, 'address2'] },
  });
  const shippingAddress = anAddress({ address2: null, zip: null, company: null, ...address });
  const attributes = attribute === '' ? [] : [{ key: 'Colonia', value: attribute }];
  const result = resolveDistrict(anOrder({ shippingAddress, attributes }), mapping, served, country);
  return result.ok ? result.value : null;
}

describe.each([
  ['alone', () => []],
  ['beside listed towns of its country', ofCountry],
  ['beside Lima and Santiago', () => [...ofCountry('PE'), ...ofCountry('CL')]],
])('a town that is not listed, %s', (_, listed) => {
  test.each(DISTRICTS)('$city: $district is read', ({ district, served: own, city, address }) => {
    const served = [...own, ...listed(address.countryCode)];
    const ways: Partial<MailingAddress>[] = [
      { address2: district },
      { address2: `Apto 3, ${district}` },
      { address2: `Piso 3 \u2060${district}` },
      { address2: `${district}, ${city}` },
      { address1: `Los Pinos 345, ${district}` },
      { city: `${district}, ${city}` },
      { city: district },
    ];
    if (!/\d/.test(district)) ways.push({ address2: `Apto 3 ${district}` });
    for (const way of ways) expect([way, read({ ...address, ...way }, served)]).toEqual([way, district]);
    expect(read(address, served, district)).toBe(district);
    expect(read({ ...address, address2: district }, served, district)).toBe(district);
  });

  test.each(DISTRICTS)('$city: $district is asked about', ({ district, other, served: own, address }) => {
    const served = [...own, ...listed(address.countryCode)];
    const ways: Partial<MailingAddress>[] = [
      {},
      { address1: `Av. ${district} 345` },
      { address2: `Av. ${district} 1234` },
      { address2: `${district}, ${other}` },
      { city: district, address2: other },
      { address2: 'Villa Xyz' },
    ];
    for (const way of ways) expect([way, read({ ...address, ...way }, served)]).toEqual([way, null]);
    const without = served.filter((name) => name !== district);
    expect(read({ ...address, address2: district }, without)).toBeNull();
  });
});

describe('a district of a listed town that is served', () => {
  const trujillo = { city: 'Trujillo', province: 'La Libertad', provinceCode: 'LAL', countryCode: 'PE' };
  const curitiba = { city: 'Curitiba', province: 'Paraná', provinceCode: 'PR', countryCode: 'BR' };
  const temuco = { city: 'Temuco', province: 'Araucanía', provinceCode: 'AR', countryCode: 'CL' };
  const mixed = [...ofCountry('PE'), 'Huanchaco', 'Moche'];
  const spelled = ['Lima', 'Surco', 'Magdalena', 'SJL', 'Miraflores', 'Comas', 'Lima Cercado', 'Huanchaco'];
  const santiago = ['Santiago Centro', 'Providencia', 'Ñuñoa', 'Centro Histórico', 'Cajón'];

  test.each([
    ['San Isidro', trujillo, mixed],
    ['Miraflores', trujillo, mixed],
    ['Centro', trujillo, mixed],
    ['Centro', trujillo, [...mixed, 'Centro']],
    ['Cercado', trujillo, [...mixed, 'Cercado']],
    ['Bellavista', trujillo, [...mixed, 'Bellavista']],
    ['Bella Vista', trujillo, [...mixed, 'Bella Vista']],
    ['Bom Retiro', curitiba, [...ofCountry('BR'), 'Batel']],
    // as an operator writes names that are listed otherwise
    ['Surco', trujillo, spelled],
    ['Magdalena', trujillo, spelled],
    ['SJL', trujillo, spelled],
    ['Lima Cercado', trujillo, spelled],
    ['Cercado', trujillo, spelled],
    ['Centro', temuco, santiago.slice(0, 3)],
    ['Santiago Centro', temuco, santiago],
    ['Centro Histórico', temuco, santiago],
  ])('%s in %j is asked about', (district, address, served) => {
    expect(read({ ...address, address2: district }, served)).toBeNull();
    expect(read(address, served, district)).toBeNull();
    expect(read({ ...address, city: `${district}, ${address.city}` }, served)).toBeNull();
  });

  test('is asked about in a town that nobody knows', () => {
    const somewhere = { city: 'Villarriba', province: null, provinceCode: null, countryCode: 'PE' };
    expect(read({ ...somewhere, address2: 'Los Olivos' }, mixed)).toBeNull();
    expect(read({ ...somewhere, address2: 'Surco' }, spelled)).toBeNull();
  });

  test('is read in its own town, and one of the other town there', () => {
    const lima = { city: 'Lima', province: 'Lima', provinceCode: null, countryCode: 'PE' };
    expect(read({ ...lima, address2: 'San Isidro' }, mixed)).toBe('San Isidro');
    expect(read({ ...lima, address2: 'Surco' }, spelled)).toBe('Surco');
    expect(read({ ...trujillo, address2: 'Huanchaco' }, spelled)).toBe('Huanchaco');
  });
});

describe('a list of Buenos Aires, which shares San Isidro and San Miguel with Lima', () => {
  const served = ['San Isidro', 'San Miguel', 'Vicente López', 'Tigre', 'San Fernando'];
  const address = { province: 'Buenos Aires', provinceCode: 'B', countryCode: 'AR', address1: 'Los Pinos 345' };

  test.each(served)('%s is read for a shop of Argentina', (district) => {
    expect(read({ ...address, city: district }, served, '', 'AR')).toBe(district);
    expect(read({ ...address, city: 'Buenos Aires', address2: district }, served, '', 'AR')).toBe(district);
  });

  test('is one of Lima for a shop of Peru, and for one whose country is not known', () => {
    for (const country of ['PE', null])
      expect(read({ ...address, city: 'San Isidro' }, served, '', country)).toBeNull();
  });
});

test('a centre is asked about in a town that nobody knows, and is read where the province has its name', () => {
  const curitiba = { city: 'Curitiba', province: 'Paraná', provinceCode: 'PR', countryCode: 'BR', address2: 'Centro' };
  expect(read(curitiba, ['Centro', 'Batel'])).toBeNull();
  expect(read({ ...curitiba, city: 'Paraná' }, ['Centro', 'Batel'])).toBe('Centro');
});

test.each([
  ['Zona 10', 'Zona 10'],
  ['zona 10, Guatemala', 'Zona 10'],
  ['Zona 1', null],
  ['Zona 10 A', null],
  ['Local 10', null],
  ['Comuna 22', 'Comuna 22'],
  ['Loc. 22', null],
])('of the second line %j, a served name with its number is %s', (address2, district) => {
  const address = { city: 'Guatemala', province: 'Guatemala', provinceCode: null, countryCode: 'GT', address2 };
  expect(read(address, ['Zona 10', 'Comuna 22'])).toBe(district);
});

describe('the name of a town that is not listed', () => {
  test.each([
    ['Rio de Janeiro', 'Rio de Janeiro'],
    ['Rio de Janeiro', 'Estado do Rio de Janeiro'],
    ['San Salvador', 'Departamento de San Salvador'],
    ['La Rioja', 'Provincia de La Rioja'],
    ['Biobío', 'Región del Biobío'],
    ['Oaxaca', 'Estado de Oaxaca'],
    ['Cartago', 'Province of Cartago'],
  ])('%s in %s is asked about, and is read over beside a district', (city, province) => {
    const address = { city, province, provinceCode: null, countryCode: null };
    const served = [city, 'Copacabana'];
    expect(read(address, served)).toBeNull();
    expect(read({ ...address, city: `Copacabana ${city}` }, served)).toBe('Copacabana');
    expect(read({ ...address, address2: 'Copacabana' }, served)).toBe('Copacabana');
  });
});

describe('a province that is called as one of its districts', () => {
  const served = [
    ...ofCountry('PE'),
    ...ofCountry('CL'),
    'Callao',
    'La Perla',
    'Coquimbo',
    'La Serena',
    'Cusco',
    'Wanchaq',
  ];
  const callao = { countryCode: 'PE', province: 'Callao', provinceCode: 'CAL' };
  const coquimbo = { countryCode: 'CL', province: 'Coquimbo', provinceCode: 'CO' };

  test.each<[Partial<MailingAddress>, string | null]>([
    [{ ...callao, city: 'La Perla' }, 'La Perla'],
    [{ ...callao, city: 'Lima', address2: 'La Perla' }, 'La Perla'],
    [{ ...callao, city: 'La Perla, Callao' }, 'La Perla'],
    [{ ...callao, city: 'Lima', address1: 'Av. La Paz 1250, La Perla - Callao' }, 'La Perla'],
    [{ ...callao, city: 'Callao', address2: 'La Perla' }, null],
    [{ ...callao, city: 'Callao' }, 'Callao'],
    [{ ...callao, city: 'Callao Callao' }, 'Callao'],
    [{ ...callao, city: null }, 'Callao'],
    [{ ...coquimbo, city: 'La Serena' }, 'La Serena'],
    [{ ...coquimbo, city: 'Coquimbo' }, 'Coquimbo'],
    [{ ...coquimbo, city: 'Ovalle' }, null],
    [{ ...coquimbo, city: 'La Serena', company: 'Coquimbo' }, 'La Serena'],
    [{ ...coquimbo, city: 'La Serena', address2: 'Coquimbo' }, null],
    [{ countryCode: 'PE', province: 'Cusco', provinceCode: 'CUS', city: 'Wanchaq' }, 'Wanchaq'],
    // what a buyer typed may be a district
    [{ ...callao, city: 'La Perla', provinceCode: null }, null],
    [{ ...callao, city: 'La Perla', provinceCode: '' }, null],
  ])('%j is %s', (address, district) => {
    expect(read(address, served)).toBe(district);
  });
});
