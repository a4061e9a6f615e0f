import { expect, test } from 'vitest';
import { mapDropoff } from '../../../../app/domain/mapping/dropoff/dropoff.ts';
import { found } from '../../../../app/domain/fulfillment/mapping-result.ts';
import { fc, propertyRuns } from '../../../set-up/properties.ts';
import { aFulfillment, anAddress, settingsWith } from '../../planning/inputs/plan-inputs.ts';

/** Words that only one place of an address has, and that are no part of a building. */
const words = fc.uniqueArray(fc.stringMatching(/^q[a-zñáéí]{4,7}x$/), { minLength: 8, maxLength: 8 });
/** What stands before and after a word: nothing of it may be lost either. */
const FRAMES = {
  firstName: ['', 'Sra. '],
  lastName: ['', 'de la '],
  company: ['', 'Torre B ', 'Depto 1204 ', 'Oficina '],
  address1: ['Av. ', 'Calle 12 # 34-', 'Mz. C Lt. 4 ', ''],
  address2: ['', 'Depto 56, ', 'Int. 4 \u2060'],
} as const;
type Place = keyof typeof FRAMES;
const PLACES = Object.keys(FRAMES) as Place[];

const anyAddress = fc
  .tuple(
    words,
    fc.record(
      Object.fromEntries(PLACES.map((place) => [place, fc.constantFrom(...FRAMES[place])])) as Record<
        Place,
        fc.Arbitrary<string>
      >,
    ),
    fc.record({ lastName: fc.boolean(), company: fc.boolean(), address2: fc.boolean() }),
  )
  .map(([own, frames, has]) => {
    const isThere = (place: Place) => !(place in has) || has[place as keyof typeof has];
    const parts = PLACES.map((place, index) => [place, isThere(place) ? `${frames[place]}${own[index] ?? ''}` : null]);
    return {
      own: own.filter((_, index) => PLACES[index] && isThere(PLACES[index])),
      parts: Object.fromEntries(parts) as Partial<Record<Place, string | null>>,
    };
  });

const HERE = found('Providencia', [{ field: 'dropoff.location.district', source: 'test' }]);

test('every word of names, company and street reaches the courier, once', () => {
  fc.assert(
    fc.property(anyAddress, ({ own, parts }) => {
      const shippingAddress = anAddress(parts);
      const result = mapDropoff(aFulfillment({}, { shippingAddress }), HERE, settingsWith().mapping);
      if (!result.ok) throw new Error(JSON.stringify(result.problems));
      const { contact, location } = result.value;
      const said = `${contact.fullname} | ${location.address}`.split(/[^\p{L}]+/u);
      for (const word of own) {
        expect(
          said.filter((each) => each === word),
          `${word} of ${JSON.stringify(parts)} in ${said.join(' ')}`,
        ).toHaveLength(1);
      }
    }),
    propertyRuns(2_000),
  );
});
