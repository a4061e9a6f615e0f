import { describe, expect, test } from 'vitest';
import type { MailingAddress } from '../../../../app/domain/fulfillment/fulfillment.ts';
import { resolveDistrict } from '../../../../app/domain/mapping/district/district.ts';
import { shopSettingsSchema } from '../../../../app/domain/settings/shop-settings.ts';
import { anAddress, anOrder } from '../../planning/inputs/plan-inputs.ts';

const { mapping } = shopSettingsSchema.parse({});

/** What is read of a name that stands as the city of an address, in a list of names. */
function read(city: string, served: readonly string[], rest: Partial<MailingAddress> = {}): string | null {
  const nowhere = { address2: null, company: null, province: null, provinceCode: null, countryCode: null, zip: null };
  const shippingAddress = anAddress({ ...nowhere, address1: 'Calle Los Robles 345', ...rest, city });
  const resolved = resolveDistrict(anOrder({ shippingAddress, attributes: [] }), mapping, served, null);
  return resolved.ok ? resolved.value : null;
}

const OTHERS = ['Chapinero', 'Quilicura', 'Surquillo'];

describe('a word that people shorten', () => {
  test.each([
    ['San Isidro', 'Sn Isidro'],
    ['Santa Anita', 'Sta. Anita, Sto Anita, St Anita'],
    ['Santo Domingo', 'Sto. Domingo, St Domingo'],
    ['São Mateus', 'S. Mateus'],
    ['Santiago de Surco', 'Stgo. de Surco, Sgo Surco, Stg Surco, Sant. de Surco'],
    ['Estación Central', 'Est. Central, Estac. Central'],
    ['Villa El Salvador', 'Vlla. El Salvador, Va El Salvador, V. El Salvador'],
    ['Vila Mariana', 'Vl. Mariana'],
    ['General Lagos', 'Gral. Lagos, Gal Lagos, Gen. Lagos'],
    ['Doctor Zamenhof', 'Dr. Zamenhof, Doc. Zamenhof'],
    ['Presidente Franco', 'Pdte. Franco, Pte. Franco, Pres. Franco'],
    ['Nuestra Señora del Rosario', 'Ntra. Sra. del Rosario, Nra Sra Rosario'],
    ['Jardim Paulista', 'Jd. Paulista, Jdm Paulista, Jard. Paulista'],
    ['Jardín Botánico', 'Jd Botánico, Jard. Botánico'],
    ['Parque Patricios', 'Pq. Patricios, Pque. Patricios, Pqe Patricios'],
    ['Puente Alto', 'Pte. Alto, Pnte Alto'],
    ['Puerto Montt', 'Pto. Montt'],
    ['Punta Carretas', 'Pta. Carretas'],
    ['Quinta Normal', 'Qta. Normal'],
    ['Del Valle Centro', 'Del Valle Ctro.'],
    ['Roma Norte', 'Roma Nte.'],
    ['Gómez Oriente', 'Gómez Ote.'],
    ['Narvarte Poniente', 'Narvarte Pte., Narvarte Pon.'],
    ['Fernando de la Mora', 'Fdo. de la Mora'],
    ['San Francisco', 'San Fco.'],
    ['Villa Guadalupe', 'Villa Gpe.'],
    ['Mariscal López', 'Mcal. López'],
    ['Almirante Brown', 'Alte. Brown'],
    ['Ciudad Bolívar', 'Cd. Bolívar, Cdad. Bolívar'],
    ['Cidade Ademar', 'Cd. Ademar, Cid. Ademar'],
    ['Jesús María', 'Jesús Ma, Jesús Mra'],
    ['San Mártires', 'San Mart.'],
    ['Magdalena del Mar', 'Magd. del Mar'],
    ['Villa Independencia', 'Villa Indep.'],
    ['Coronel Oviedo', 'Cnel. Oviedo, Crnel Oviedo'],
    ['Venustiano Carranza', 'Vtno Carranza, V. Carranza'],
    ['Gustavo A. Madero', 'Gust. A. Madero, G. A. Madero'],
    ['Antonio Nariño', 'Ant. Nariño'],
  ])('of %s: %s', (name, forms) => {
    for (const form of forms.split(/(?<=[^.]|\.), /)) expect(read(form, [name, ...OTHERS]), form).toBe(name);
  });

  test.each([
    ['another word is no short form', 'Xyz Isidro', ['San Isidro']],
    ['the last word is more than a letter', 'San I.', ['San Isidro']],
    ['one word at least is whole', 'Sn Isid', ['San Isidro']],
    ['two names that it fits are both meant', 'St. Ana', ['Santa Ana', 'Santo Ana']],
    ['nothing but small words', 'de la', ['La Reina']],
  ])('%s', (_, form, served) => {
    expect(read(form, [...served, ...OTHERS])).toBeNull();
  });
});

describe('one letter that is wrong, missing, too many or swapped with the next', () => {
  test.each([
    ['Providenica', 'Providencia'],
    ['Providncia', 'Providencia'],
    ['Providenciaa', 'Providencia'],
    ['Prowidencia', 'Providencia'],
    ['Mirafloers', 'Miraflores'],
    ['Mrai flores', null],
    ['Providneica', null],
    ['Provdencua', null],
    ['Prvoidencai', null],
    ['Minraya', null],
  ])('%s', (form, name) => {
    expect(read(form, ['Providencia', 'Miraflores', 'Miranda'])).toBe(name);
  });

  test('in a short name is a question, as it is where two names are as near', () => {
    expect(read('Sbua', ['Suba'])).toBeNull();
    expect(read('Barrancx', ['Barranco', 'Barranca'])).toBeNull();
    expect(read('Barrancx', ['Barranco'])).toBe('Barranco');
    expect(read('Quilpxe', ['Quilpué'])).toBe('Quilpué');
    expect(read('Quilpe', ['Quilpué'])).toBe('Quilpué');
    expect(read('Surcoo', ['Surco'])).toBeNull();
  });
});

test('initials, a part of a name and small words stand for the only name that they fit', () => {
  const served = ['San Juan de Lurigancho', 'Villa El Salvador', 'La Molina', 'Rímac'];
  expect(read('SJL', served)).toBe('San Juan de Lurigancho');
  expect(read('S.J.L.', served)).toBe('San Juan de Lurigancho');
  expect(read('VES', served)).toBe('Villa El Salvador');
  expect(read('Olimpia', ['Vila Olímpia', ...served])).toBe('Vila Olímpia');
  expect(read('Lurigancho', served)).toBeNull(); // a district of its own, which is not served
  expect(read('Molina', served)).toBe('La Molina');
  expect(read('El Rímac', served)).toBe('Rímac');
  expect(read('SJL', [...served, 'San José de Lima'])).toBeNull();
  expect(read('San', served)).toBeNull();
  expect(read('Juan', served)).toBeNull();
});

describe('what else stands in the address', () => {
  const served = ['Lince', 'Villa Lince Alta', 'Otra Alta Vista', 'Los Olivos'];

  test('a part of a longer name says nothing where a whole name that is in it is named', () => {
    expect(read('Lince', served, { address2: 'Villa Lince' })).toBe('Lince');
    expect(read('Lince', served, { address2: 'Otra Alta' })).toBeNull();
  });

  test.each<[string, Partial<MailingAddress>, string | null]>([
    ['behind the number of the street', { address1: 'Calle Robles 345 Los Olivos' }, 'Los Olivos'],
    ['behind a flat', { address1: 'Calle Robles 345 Dpto. 4 B Los Olivos' }, 'Los Olivos'],
    ['not in the name of the street', { address1: 'Calle Los Olivos 345' }, null],
    ['not where only a flat follows', { address1: 'Los Olivos 345 Dpto. 4' }, null],
    ['before a flat of the second line', { address2: 'Los Olivos Dpto. 301' }, 'Los Olivos'],
    ['not as a street that crosses, behind "y"', { address1: 'Av. Canadá 1345 y Los Olivos' }, null],
    ['not as one behind a comma and "y"', { address1: 'Rivadavia 3600, y Los Olivos' }, null],
    ['not as one behind the letter of a number', { address1: 'Av. América N31-20B y Los Olivos' }, null],
    ['not as one behind "c/"', { address1: 'Palma 340 c/ Los Olivos' }, null],
    ['not as one behind "e/"', { address2: '1º piso, e/ Los Olivos' }, null],
    ['not as one before another', { address2: 'Los Olivos y 28 de Julio' }, null],
    ['behind a letter and a slash', { address1: 'Calle Robles 345 / Los Olivos' }, 'Los Olivos'],
    ['behind a street without number', { address1: 'Calle Robles s/n Los Olivos' }, 'Los Olivos'],
    ['not as a tower behind the number', { address1: 'Calle Robles 345 Torre Los Olivos' }, null],
    ['not as a building behind the flat', { address2: 'Dpto. 5 Edificio de Los Olivos' }, null],
    ['behind the letter of a tower', { address1: 'Calle Robles 345 Torre B Los Olivos' }, 'Los Olivos'],
    ['behind a flat of a building', { address1: 'Calle Robles 345 Edificio B Dpto. Los Olivos' }, 'Los Olivos'],
    ['not before the number of a street', { address2: 'Los Olivos N° 345' }, null],
    ['not as a street in short, before its number', { address1: 'C/ Los Olivos Nro. 345' }, null],
    ['not before a tower, which may be of a condominium', { address2: 'Los Olivos Torre B' }, null],
    ['not before a flat, behind a number', { address2: '12 Los Olivos Dpto. 301' }, null],
    ['not as a part of something else', { address2: 'Urb. Los Olivos' }, null],
    ['with a postal code', { address2: 'Los Olivos 15304' }, 'Los Olivos'],
    ['in a company', { company: 'Los Olivos' }, 'Los Olivos'],
    ['not by a short form in a company', { company: 'L. Olivos SRL, L. Olivos' }, null],
    ['not by a part of its name in a company', { company: 'Olivos y Cía., Lince Alta' }, null],
    ['not with an error in a company', { company: 'Los Olivvos' }, null],
    ['with a word before it', { address2: 'Distrito de Los Olivos' }, 'Los Olivos'],
  ])('names a district %s', (_, rest, expected) => {
    expect(read('', served, { countryCode: 'PE', ...rest })).toBe(expected);
  });

  test.each<[string, string, Partial<MailingAddress>, string | null]>([
    ['a code of three digits is no part of a city', 'Lince 150', {}, 'Lince'],
    ['a number of two is', 'Lince 14', {}, null],
    ['the postal code of the address is no part of it', 'Lince L14', { zip: 'L14' }, 'Lince'],
    ['another code is', 'Lince L14', { zip: 'L15' }, null],
    ['in a line, only five digits are a code', '', { address2: 'Los Olivos 150' }, null],
    ['a postal code alone names nothing', '', { zip: '15304' }, null],
    ['a country says nothing', 'Lince, Perú', {}, 'Lince'],
    ['names side by side, each known', 'Lince Perú', {}, 'Lince'],
    ['names side by side, one unknown', 'Lince Zzz', {}, null],
    ['two districts contradict each other', 'Lince, Los Olivos', {}, null],
    ['a district twice is the district', 'Lince', { address2: 'Lince' }, 'Lince'],
    ['a company counts less than the rest', 'Lince', { company: 'Los Olivos' }, 'Lince'],
    ['a street of a served name names a street', '', { address2: 'Av. Los Olivos' }, null],
    ['words with digits are no typing error', 'L1nce', {}, null],
  ])('%s', (_, city, rest, expected) => {
    expect(read(city, served, { countryCode: 'PE', ...rest })).toBe(expected);
  });

  test('initials are three or four letters, and nothing longer or with a digit', () => {
    const names = ['San Juan de Lurigancho', 'Villa María del Triunfo Alto Sur'];
    expect(read('SJL', names)).toBe('San Juan de Lurigancho');
    expect(read('SJ', names)).toBeNull();
    expect(read('XSJL', names)).toBeNull();
    expect(read('VMTAS', names)).toBeNull();
    expect(read('SJL2', names)).toBeNull();
  });

  test('the kind of a company is no first letters of a name, unless the company is where the district is written', () => {
    const chile = ['Santiago', 'Providencia', 'San Pedro de Atacama'];
    const santiago = { countryCode: 'CL', province: 'Santiago Metropolitan', provinceCode: 'RM' };
    expect(read('Santiago', chile, { ...santiago, company: 'Inversiones Sol, SpA' })).toBeNull();
    expect(read('Providencia', chile, { ...santiago, company: 'Inversiones Sol, SpA' })).toBe('Providencia');
    const colombia = ['Chapinero', 'Suba', 'San Andrés de Sotavento'];
    expect(read('Bogotá', colombia, { countryCode: 'CO', company: 'Comercial Andina, S.A.S.' })).toBeNull();
    const shippingAddress = anAddress({
      address2: null,
      city: 'Lima',
      company: 'SJL',
      province: 'Lima',
      provinceCode: 'LMA',
      countryCode: 'PE',
    });
    const chosen = resolveDistrict(
      anOrder({ shippingAddress }),
      { ...mapping, districtSources: ['company'] },
      ['San Juan de Lurigancho', 'Lima'],
      null,
    );
    expect(chosen).toMatchObject({ value: 'San Juan de Lurigancho' });
  });

  test('a street that crosses begins with i behind "e", which is the letter of a flat elsewhere', () => {
    const quito = ['Iñaquito', 'Cumbayá'];
    expect(read('Quito', quito, { address1: 'De los Cipreses N63-12 e Iñaquito' })).toBeNull();
    expect(read('', quito, { address1: 'De los Cipreses 63 E Cumbayá' })).toBe('Cumbayá');
  });

  test('a city that nobody knows makes a name elsewhere a question, unless a postal code of the list has it', () => {
    expect(read('Villarriba', served, { address2: 'Los Olivos' })).toBeNull();
    expect(read('Villarriba', [...served, '15304'], { address2: 'Los Olivos', zip: '15304' })).toBeNull();
    expect(read('Villarriba', ['15304', 'Lince'], { zip: '15304' })).toBe('15304');
  });

  test('another province or country than that of the town makes a served name a question', () => {
    const lima = ['Miraflores', 'San Isidro', 'Los Olivos'];
    expect(read('Miraflores', lima, { province: 'Lima', countryCode: 'PE' })).toBe('Miraflores');
    expect(read('Miraflores', lima, { province: 'Arequipa', countryCode: 'PE' })).toBeNull();
    expect(read('Miraflores', lima, { provinceCode: 'ARE', countryCode: 'PE' })).toBeNull();
    expect(read('Miraflores', lima, { provinceCode: 'LMA', countryCode: 'PE' })).toBe('Miraflores');
    expect(read('Miraflores', lima, { countryCode: 'CO' })).toBeNull();
    expect(read('Miraflores, Arequipa', lima)).toBeNull();
    expect(read('Miraflores, Perú', lima)).toBe('Miraflores');
  });

  test('the province of a town that is on no list means the whole town, and its centre has its usual names', () => {
    const trujillo = ['Trujillo', 'Víctor Larco Herrera', 'Huanchaco'];
    const province = 'Departamento de Trujillo';
    expect(read('Trujillo', trujillo, { province })).toBeNull();
    expect(read('Trujillo', trujillo, { province, address2: 'Huanchaco' })).toBe('Huanchaco');
    expect(read('Trujillo Centro', trujillo, { province })).toBe('Trujillo');
    expect(read('Cercado', trujillo, { province })).toBe('Trujillo');
    expect(read('Centro Histórico', trujillo, { province })).toBe('Trujillo');
    expect(read('Centro Comercial', trujillo, { province })).toBeNull();
    expect(read('Trujillo', trujillo)).toBe('Trujillo');
  });
});
