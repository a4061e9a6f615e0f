import { describe, expect, test } from 'vitest';
import { districtRefused } from '../../../../app/domain/mapping/district/district-refused.ts';
import { planDelivery } from '../../../../app/domain/planning/plan-delivery.ts';
import { aFulfillment, anAddress, aPlanInput, settingsWith } from '../../planning/inputs/plan-inputs.ts';

const WORDS = 'dropoff.location.district is not served';

function refusal(message: string, mapping: object = {}, city = 'Providencia Norte') {
  const input = aPlanInput({
    settings: settingsWith({ mapping, pickup: { default: { id: 1 } } }),
    fulfillment: aFulfillment({}, { shippingAddress: anAddress({ city, company: 'Casa Azul' }) }),
  });
  const plan = planDelivery(input);
  if (plan.kind !== 'hand-over') throw new Error(`not planned: ${JSON.stringify(plan)}`);
  return districtRefused(message, plan, input.settings.mapping);
}

describe('the refusal of a district', () => {
  test.each([
    WORDS,
    'El distrito no tiene cobertura',
    'A COMUNA não existe',
    'district: unknown',
    'O bairro não é atendido',
  ])('is recognised in: %s', (message) => {
    expect(refusal(message)).toEqual({
      code: 'district-not-served',
      field: 'dropoff.location.district',
      details: {
        sources: ['order.shippingAddress.city'],
        nearest: [],
        district: 'providencia norte',
        written: 'Providencia Norte',
      },
    });
  });

  test.each(['pickup.location.district is not served', 'distrito de retiro inválido', 'phone is missing', ''])(
    'is not recognised in: %s',
    (message) => expect(refusal(message)).toBeNull(),
  );

  test('names what the buyer wrote, not the name that was sent in its place', () => {
    const districtAliases = { 'Provi Norte': 'Providencia' };
    expect(refusal(WORDS, { districtAliases }, 'provi norte')?.details).toMatchObject({
      district: 'provi norte',
      written: 'Provi Norte',
    });
    const two = { 'Provi Norte': 'Providencia', Provi: 'Providencia' };
    expect(refusal(WORDS, { districtAliases: two }, 'provi norte')?.details).not.toHaveProperty('district');
  });

  test('names what the buyer wrote, whatever other names the merchant replaces', () => {
    const districtAliases = { Nunoa: 'Ñuñoa', 'Provi Norte': 'Providencia' };
    expect(refusal(WORDS, { districtAliases }, 'provi norte')?.details).toMatchObject({ written: 'Provi Norte' });
  });

  test('names a province too', () => {
    const details = refusal(WORDS, { districtSources: ['province'] })?.details;
    expect(details).toMatchObject({ sources: ['order.shippingAddress.province'], written: anAddress().province });
  });

  test('names no text that is longer than a district', () => {
    const longest = 'x'.repeat(60);
    expect(refusal(WORDS, {}, longest)?.details).toMatchObject({ district: longest });
    expect(refusal(WORDS, {}, `${longest}x`)?.details).not.toHaveProperty('district');
  });

  test('of an order whose district nobody chose is not known', () => {
    const plan = planDelivery(aPlanInput());
    if (plan.kind !== 'hand-over') throw new Error('not planned');
    expect(districtRefused(WORDS, { order: plan.order, decisions: [] }, { districtAliases: {} })).toBeNull();
  });

  test('reveals no other part of the address', () => {
    const problem = refusal(WORDS, { districtSources: ['company', 'city'] });
    expect(problem?.details).toEqual({ sources: ['order.shippingAddress.company'], nearest: [] });
  });
});
