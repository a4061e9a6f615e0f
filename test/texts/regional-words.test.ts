import { expect, it } from 'vitest';
import { catalogueIn, textsIn } from '../../app/texts/choose-texts.ts';
import { describeProblem } from '../../app/texts/describe-problem.ts';

it.each([
  ['es', 'CL', 'Comuna', 'Elija una comuna'],
  ['es', 'CO', 'Localidad', 'Elija una localidad'],
  ['es', 'MX', 'Colonia', 'Elija una colonia'],
  ['es', 'AR', 'Barrio', 'Elija un barrio'],
  ['es', 'PE', 'Distrito', 'Elija un distrito'],
  ['es', null, 'Distrito', 'Elija un distrito'],
  ['pt', 'BR', 'Bairro', 'Escolha um bairro'],
  ['pt', 'CL', 'Distrito', 'Escolha um distrito'],
  ['en', 'CL', 'District', 'Choose a district'],
] as const)('a district in %s of %s is called %s', (locale, country, label, choose) => {
  const { orderFields, review } = textsIn(locale, country);
  expect([orderFields.district, review.district.choose]).toEqual([label, choose]);
  expect(review.names.district).toMatch(/^\p{Lu}/u);
});

it.each(['CL', 'CO', 'MX', 'AR'])('no text in Spanish of %s keeps the other word, or its gender', (country) => {
  const [spanish, regional] = ['PE', country].map((each) => JSON.stringify(catalogueIn('es', each)));
  const [, word = ''] = /"district":"(\p{Lu}\p{Ll}+)"/u.exec(regional ?? '') ?? [];
  const uses = (text = '', pattern: string) => text.match(new RegExp(pattern, 'gi'))?.length ?? 0;
  expect(uses(regional, 'distrito')).toBe(0);
  expect(uses(regional, word)).toBeGreaterThanOrEqual(uses(spanish, 'distrito'));
  const wrong =
    country === 'AR'
      ? ['la', 'una', 'esta', 'otra', 'las']
      : ['el', 'un', 'este', 'del', 'al', 'otro', 'ningún', 'los'];
  expect(uses(regional, `\\b(?:${wrong.join('|')}) ${word}`)).toBe(0);
});

it('a problem names the district as the shop does', () => {
  const problem = { code: 'district-missing', field: 'dropoff.location.district', details: {} } as const;
  expect(describeProblem(problem, 'es', 'CL').nextStep).toMatch(/^Agregue la comuna a la dirección/);
  expect(describeProblem(problem, 'es').nextStep).toMatch(/^Agregue el distrito a la dirección/);
});
