import { expect, test } from 'vitest';
import { planDelivery } from '../../../app/domain/planning/plan-delivery.ts';
import { fc, propertyRuns } from '../../set-up/properties.ts';
import { anyPlanInput } from './inputs/any-plan-input.ts';

/** Without U+2060, with which Shopify joins the parts of a second line. */
const INVISIBLE = ['\u00AD', '\u061C', '\u200B', '\u200E', '\u200F', '\u202E', '\u2066', '\u2069', '\uFEFF'];
/** What Shopify writes by itself: ids, codes, times and amounts. */
const OF_SHOPIFY =
  /^(?:id|lineItemId|status|createdAt|updatedAt|cancelledAt|amount|currency|countryCode|provinceCode|type|m..DeliveryDateTime|riskLevel|withheld|url)$/;

const anyNoise = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...INVISIBLE)), { minLength: 1, maxLength: 5 });

/** The same value, with invisible characters in each text that people write. */
function withInvisible(value: unknown, noise: readonly (readonly [number, string])[], key = ''): unknown {
  if (OF_SHOPIFY.test(key)) return value;
  if (typeof value === 'string') {
    return noise.reduce((text, [at, character]) => {
      const places = [...text];
      places.splice(at % (places.length + 1), 0, character);
      return places.join('');
    }, value);
  }
  if (Array.isArray(value)) return value.map((each) => withInvisible(each, noise, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withInvisible(each, noise, name)]));
}

test('invisible characters in the texts of an order change nothing', () => {
  fc.assert(
    fc.property(anyPlanInput, anyNoise, (input, noise) => {
      const fulfillment = withInvisible(input.fulfillment, noise) as typeof input.fulfillment;
      expect(planDelivery({ ...input, fulfillment })).toEqual(planDelivery(input));
    }),
    propertyRuns(1_000),
  );
});
