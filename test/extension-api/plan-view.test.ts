import { expect, it } from 'vitest';
import { planDelivery } from '../../app/domain/planning/plan-delivery.ts';
import { fulfillmentDryRuns } from '../../app/extension-api/plan-view.ts';
import { aFulfillment, anAddress, aPlanInput } from '../domain/planning/inputs/plan-inputs.ts';

it.each([
  ['en', 'Wed, May 6'],
  ['es', 'mié, 6 may'],
  ['pt', 'qua., 6 de mai.'],
] as const)(
  'the dry run has the delivery date as readers of %s write it, and the request as it is sent',
  (locale, printed) => {
    const plan = planDelivery(aPlanInput());
    const fulfillment = {
      fulfillmentId: 'gid://shopify/Fulfillment/1',
      name: '#1001.1',
      delivery: null,
      dryRun: { plan, anyway: null },
    };
    const [dryRun] = fulfillmentDryRuns(
      [fulfillment],
      'gid://shopify/Order/1',
      { locale, supportUrl: null },
      (order) => order,
    );
    const shown = dryRun?.fields.find(({ field }) => field === 'delivery_date')?.value;
    expect(shown?.replace(/\s/g, ' ')).toBe(printed);
    expect(dryRun?.request).toContain('"delivery_date": "2026-05-06 12:00:00"');
  },
);

it('a text whose encoding cannot be repaired with certainty is pointed out, and only such a text', () => {
  const shippingAddress = anAddress({ address1: 'Av. Ã‘uÃ±oa 100', company: 'Caf\uFFFD Sur' });
  const plan = planDelivery(aPlanInput({ fulfillment: aFulfillment({}, { shippingAddress }) }));
  const fulfillment = {
    fulfillmentId: 'gid://shopify/Fulfillment/1',
    name: '#1001.1',
    delivery: null,
    dryRun: { plan, anyway: null },
  };
  const asker = { locale: 'en', supportUrl: null } as const;
  const [dryRun] = fulfillmentDryRuns([fulfillment], 'gid://shopify/Order/1', asker, (order) => order);
  const pointedOut = dryRun?.fields.filter(({ sources }) => sources.some((source) => source.includes('may be wrong')));
  expect(pointedOut?.map(({ field }) => field)).toEqual(['dropoff.contact.fullname']);
  expect(dryRun?.fields.find(({ field }) => field === 'dropoff.location.address')?.value).toContain('Av. Ñuñoa 100');
});
