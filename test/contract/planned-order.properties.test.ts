import { expect, test } from 'vitest';
import { planDelivery } from '../../app/domain/planning/plan-delivery.ts';
import { validateOrder } from '../../sandbox/operator/orders/order-validation.ts';
import { anyPlanInput } from '../domain/planning/inputs/any-plan-input.ts';
import { fc, propertyRuns } from '../set-up/properties.ts';

/** The branches that the builders' settings name. */
const BRANCHES = [12];

test('a strict operator accepts every planned order', () => {
  const runs = propertyRuns(3_000);
  let count = 0;
  fc.assert(
    fc.property(anyPlanInput, (input) => {
      const plan = planDelivery(input);
      if (plan.kind !== 'hand-over') return;
      count += 1;
      const validation = validateOrder(JSON.parse(JSON.stringify(plan.order)), new Set(BRANCHES));
      const errors = validation.ok ? [] : validation.errors;
      // the interface bounds no price; this operator does, at 15 digits
      const astronomic = plan.order.packages.flatMap(({ price }, index) =>
        price.length > 15 ? `packages[${index}].price` : [],
      );
      expect(errors.map(({ field }) => field)).toEqual(astronomic);
    }),
    runs,
  );
  expect(count).toBeGreaterThan(runs.numRuns / 30);
});
