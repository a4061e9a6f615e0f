import { describe, expect, test } from 'vitest';
import { resolveDistrict } from '../../../../app/domain/mapping/district/district.ts';
import { shopSettingsSchema } from '../../../../app/domain/settings/shop-settings.ts';
import { anAddress, anOrder } from '../../planning/inputs/plan-inputs.ts';

const { mapping } = shopSettingsSchema.parse({});

/** What is read of a name that stands as the city of an address, in a list of names. */
function read(city: string, served: readonly string[]): string | null {
  const nowhere = { address2: null, company: null, province: null, provinceCode: null, countryCode: null, zip: null };
  const shippingAddress = anAddress({ ...nowhere, address1: 'Calle Los Robles 345', city });
  const resolved = resolveDistrict(anOrder({ shippingAddress, attributes: [] }), mapping, served);
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
