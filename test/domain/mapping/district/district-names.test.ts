import { describe, expect, test } from 'vitest';
import { districtNames } from '../../../../app/domain/mapping/district/district-names.ts';

const read = (served: readonly string[], phrase: string) => districtNames([...served]).read(phrase);

describe('a name as it stands in the list', () => {
  test('comes before another name that has the same words without the small ones', () => {
    expect(read(['Condes', 'Las Condes'], 'las condes')).toEqual({ name: 'Las Condes', form: 'as-written' });
  });

  test('may have other small words, and consist of them', () => {
    expect(read(['San Juan de Lurigancho'], 'san juan lurigancho')).toEqual({
      name: 'San Juan de Lurigancho',
      form: 'as-written',
    });
    expect(read(['San Juan', 'Sanjuan'], 'sanjuan')).toEqual({ name: 'Sanjuan', form: 'as-written' });
    expect(read(['La Y', 'El Y'], 'de la y')).toBeNull();
  });

  test('counts once if the list has it twice', () => {
    expect(read(['Providencia', 'PROVIDENCIA'], 'providenica')).toEqual({ name: 'Providencia', form: 'typing-error' });
  });
});

describe('a short form', () => {
  const form = 'short-form';
  test.each([
    ['San Isidro', 's isidro'],
    ['San Isidro', 'sn isidro'],
    ['Santa Anita', 'sta anita'],
    ['Villa Alegre', 'vlla alegre'],
    ['Vi Santa', 'vi sta'],
    ['San Juan de Miraflores', 's juan de miraflores'],
    ['San Juan de Lurigancho', 'sjl'],
    ['San Juan de Lurigancho', 's j l'],
    ['Villa El Salvador', 'ves'],
  ])('of %s: %s', (name, phrase) => {
    expect(read([name], phrase)).toEqual({ name, form });
  });

  test.each([
    ['Santa María', 'sta ma', 'no word is whole'],
    ['San Isidro', 'x isidro', 'the letter is that of another word'],
    ['Miraflores Sur', 'miraflores s', 'the last word is one letter'],
    ['San Juan de Lurigancho', 'v sjl', 'the letters are not alone'],
    ['San Juan de Lurigancho', 'sjl v', 'the letters are not alone'],
  ])('is none of %s in %s: %s', (name, phrase) => {
    expect(read([name], phrase)?.form).not.toBe(form);
  });

  test('stands for one name only', () => {
    expect(read(['San Isidro', 'Santo Isidro'], 's isidro')).toBeNull();
  });
});

describe('a part of a name', () => {
  test('is read if no other name has it', () => {
    expect(read(['Santiago de Surco'], 'surco')).toEqual({ name: 'Santiago de Surco', form: 'part-of-name' });
    expect(read(['San Juan de Lurigancho'], 'juan lurigancho')).toEqual({
      name: 'San Juan de Lurigancho',
      form: 'part-of-name',
    });
    expect(read(['Santiago de Surco', 'Surco Viejo'], 'surco')).toBeNull();
  });

  test.each(['santiago', 'grande', 'martin', 'padre', 'octubre'])('is not the common word %s', (word) => {
    expect(read([`Lomeríos ${word}`], word)).toBeNull();
  });

  test('has five letters or more', () => {
    expect(read(['Ate Vitarte'], 'ate')).toBeNull();
    expect(read(['Breña Alta'], 'brena')).toEqual({ name: 'Breña Alta', form: 'part-of-name' });
  });
});

describe('a typing error', () => {
  const form = 'typing-error';
  test.each([
    ['provixencia', 'another letter'],
    ['providenciaa', 'a letter too much'],
    ['rovidencia', 'a letter missing'],
    ['proviedncia', 'two letters swapped'],
    ['provi dencia', 'a space too much'],
  ])('in %s: %s', (phrase) => {
    expect(read(['Providencia'], phrase)).toEqual({ name: 'Providencia', form });
  });

  test.each([
    ['provixxncia', 'two other letters'],
    ['provixdncia', 'one of two swapped'],
    ['proviexncia', 'the other of two swapped'],
    ['provixyencia', 'two letters for one'],
    ['provixncia', 'one letter for two'],
    ['proviedxncia', 'two swapped and one too much'],
    ['providenci2', 'a digit'],
    ['providen', 'three letters missing'],
  ])('is not corrected in %s: %s', (phrase) => {
    expect(read(['Providencia'], phrase)).toBeNull();
  });

  test('two swapped and one missing are two', () => {
    expect(read(['Providexncia'], 'proviedncia')).toBeNull();
  });

  test('may be the missing space or small word of a name', () => {
    expect(read(['San Isidro'], 'sanisidro')).toEqual({ name: 'San Isidro', form });
    expect(read(['La Magdalena'], 'magdalema')).toEqual({ name: 'La Magdalena', form });
    expect(read(['La Reina Alta'], 'lareinaalta')).toEqual({ name: 'La Reina Alta', form });
  });

  test('is corrected in names of seven letters or more, where no other name is as near', () => {
    expect(read(['Chaclas'], 'chaclaz')).toEqual({ name: 'Chaclas', form });
    expect(read(['Chacla'], 'chaclz')).toBeNull();
    expect(read(['Barranca', 'Barranco'], 'barranci')).toBeNull();
  });
});

test('nothing is no name', () => {
  expect(read(['Miraflores'], '')).toBeNull();
  expect(districtNames(['Miraflores']).whole('')).toBeNull();
});

test('reading a phrase again gives the same', () => {
  const names = districtNames(['Providencia']);
  expect([names.read('providenica'), names.read('providenica'), names.read('otra'), names.read('otra')]).toEqual([
    { name: 'Providencia', form: 'typing-error' },
    { name: 'Providencia', form: 'typing-error' },
    null,
    null,
  ]);
});
