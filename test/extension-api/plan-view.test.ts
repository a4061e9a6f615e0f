import { expect, it } from 'vitest';
import { planDelivery } from '../../app/domain/planning/plan-delivery.ts';
import { fulfillmentDryRuns } from '../../app/extension-api/plan-view.ts';
import { aFulfillment, anAddress, aPlanInput } from '../domain/planning/inputs/plan-inputs.ts';

it.each([
  ['en', 'Wed, May 6', 'CLP 12,500'],
  ['es', 'mié, 6 may', '12.500 CLP'],
  ['pt', 'qua., 6 de mai.', 'CLP 12.500'],
] as const)(
  'the dry run has the delivery date and prices as readers of %s write them, and the request as it is sent',
  (locale, printed, price) => {
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
      { locale, country: null, supportUrl: null },
      { write: (order) => order, promises: [] },
    );
    const shown = dryRun?.fields.find(({ field }) => field === 'delivery_date')?.value;
    expect(shown?.replace(/\s/g, ' ')).toBe(printed);
    const shownPrice = dryRun?.fields.find(({ field }) => field === 'packages[0].price')?.value;
    expect(shownPrice?.replace(/\s/g, ' ')).toBe(price);
    expect(dryRun?.request).toContain('"price": "12500"');
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
  const asker = { locale: 'en', country: null, supportUrl: null } as const;
  const asItIs = { write: (order: unknown) => order, promises: [] };
  const [dryRun] = fulfillmentDryRuns([fulfillment], 'gid://shopify/Order/1', asker, asItIs);
  const pointedOut = dryRun?.fields.filter(({ sources }) => sources.some((source) => source.includes('may be wrong')));
  expect(pointedOut?.map(({ field }) => field)).toEqual(['dropoff.contact.fullname']);
  expect(dryRun?.fields.find(({ field }) => field === 'dropoff.location.address')?.value).toContain('Av. Ñuñoa 100');
});

it('beside the date stands how often such a promise is kept, and only that of the district and the service', () => {
  const plan = planDelivery(aPlanInput());
  if (plan.kind !== 'hand-over') throw new Error('not planned');
  const { delivery_service: service, dropoff } = plan.order;
  const fulfillment = { fulfillmentId: '1', name: '#1001.1', delivery: null, dryRun: { plan, anyway: null } };
  const { district } = dropoff.location;
  const kept = { district, service, count: 100, promised: 1, kept: 0.71, safe: { day: 2, share: 0.96 } };
  const others = [
    { ...kept, district: 'Elsewhere', kept: 0.1 },
    { ...kept, service: 'Express' as const, kept: 0.2 },
  ];
  const sourcesOfDate = (promises: readonly (typeof kept)[]) =>
    fulfillmentDryRuns(
      [fulfillment],
      '1',
      { locale: 'en', country: null, supportUrl: null },
      { write: String, promises },
    )[0]
      ?.fields.find(({ field }) => field === 'delivery_date')
      ?.sources.at(-1);
  expect(sourcesOfDate([...others, kept])).toBe(
    `Next day in ${district}: 71% arrive by the promised day. 2 working days would be 96%.`,
  );
  expect(sourcesOfDate([{ ...kept, safe: { day: 1, share: 0.95 }, kept: 0.95 }])).toBe(
    `Next day in ${district}: 95% arrive by the promised day.`,
  );
  expect(sourcesOfDate(others)).not.toContain('promised day');
});

it.each([
  ['CL', 'Comuna'],
  [null, 'Distrito'],
] as const)('a reader in %s reads %s for the district', (country, label) => {
  const plan = planDelivery(aPlanInput());
  const fulfillment = { fulfillmentId: '1', name: '#1001.1', delivery: null, dryRun: { plan, anyway: null } };
  const asItIs = { write: (order: unknown) => order, promises: [] };
  const [dryRun] = fulfillmentDryRuns([fulfillment], '1', { locale: 'es', country, supportUrl: null }, asItIs);
  expect(dryRun?.fields.find(({ field }) => field === 'dropoff.location.district')?.label).toBe(label);
});
