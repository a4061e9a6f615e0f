import { expect, it } from 'vitest';
import { planDelivery } from '../../app/domain/planning/plan-delivery.ts';
import { fulfillmentDryRuns } from '../../app/extension-api/plan-view.ts';
import { aPlanInput } from '../domain/planning/inputs/plan-inputs.ts';

it.each([
  ['en', 'May 6, 2026, 12:00 PM'],
  ['es', '6 may 2026, 12:00'],
  ['pt', '6 de mai. de 2026, 12:00'],
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
