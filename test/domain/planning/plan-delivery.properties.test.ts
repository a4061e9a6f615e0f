import { DateTime } from 'luxon';
import { expect, test } from 'vitest';
import { deliveryOrderSchema } from '../../../app/domain/mapping/delivery-order.ts';
import type { DeliveryPlan, PlanInput } from '../../../app/domain/planning/delivery-plan.ts';
import { describeProblem, describeSkip } from '../../../app/texts/describe-problem.ts';
import { plannedFields } from '../../../app/extension-api/plan-view.ts';
import type { Problem } from '../../../app/domain/problems/problem.ts';
import { shippableLines } from '../../../app/domain/mapping/package-lines.ts';
import { takesWindow } from '../../../app/domain/planning/schedule/delivery-schedule.ts';
import { planDelivery } from '../../../app/domain/planning/plan-delivery.ts';
import { anyPlanInput, BUYERS_MARK, coinsOf, PHONE_MARK, TOWN_MARK } from './inputs/any-plan-input.ts';
import { fc, propertyRuns } from '../../set-up/properties.ts';

const LOCALES = ['en', 'es', 'pt'] as const;

/** Any input that comes to a hand-over, and its plan. */
const anyHandOver = anyPlanInput
  .map((input) => ({ input, plan: planDelivery(input) }))
  .filter(
    (planned): planned is { input: PlanInput; plan: Extract<DeliveryPlan, { kind: 'hand-over' }> } =>
      planned.plan.kind === 'hand-over',
  );

test('every plan is one of three, and each of the three comes up', () => {
  const kinds = new Map<string, number>();
  fc.assert(
    fc.property(anyPlanInput, (input) => {
      const plan = planDelivery(input);
      kinds.set(plan.kind, (kinds.get(plan.kind) ?? 0) + 1);
      if (plan.kind === 'problem') {
        expect(plan.problems).not.toEqual([]);
        // what can go wrong with a body is a problem of its own, told before the body is made
        expect(plan.problems.map(({ code }) => code)).not.toContain('order-invalid');
      }
    }),
    propertyRuns(3000),
  );
  for (const kind of ['hand-over', 'skip', 'problem'])
    expect([kind, kinds.get(kind)]).toEqual([kind, expect.any(Number)]);
});

test('what is handed over has the form of the interface, and every field of it a source', () => {
  fc.assert(
    fc.property(anyHandOver, ({ plan }) => {
      expect(deliveryOrderSchema.parse(plan.order)).toEqual(plan.order);
      expect(plannedFields(plan).filter(({ decisions }) => decisions.length === 0)).toEqual([]);
      expect(JSON.parse(JSON.stringify(plan.order))).toEqual(plan.order);
    }),
    propertyRuns(2000),
  );
});

/** A day as apps and people write it. */
const dayForm = fc.constantFrom<(day: DateTime) => string>(
  (day) => day.toFormat('yyyy-MM-dd'),
  (day) => day.toFormat('dd/MM/yyyy'),
  (day) => day.toFormat('d.M.yyyy'),
  (day) => day.toISO() ?? '',
  (day) => day.toUTC().toISO() ?? '',
  (day) => day.setLocale('es').toFormat("cccc d 'de' MMMM 'de' yyyy"),
  (day) => day.setLocale('pt').toFormat("d 'de' MMMM 'de' yyyy"),
  (day) => day.setLocale('en').toFormat('cccc, MMMM d, yyyy'),
  (day) => day.setLocale('es').toFormat('cccc dd/MM/yyyy'),
  (day) => day.toJSDate().toString(),
);

test('the day that the buyer chose is kept, unless no service can meet it any more', () => {
  let kept = 0;
  fc.assert(
    fc.property(anyPlanInput, fc.integer({ min: 0, max: 60 }), dayForm, (input, ahead, write) => {
      const zone = input.operator.timeZone ?? input.shop.timeZone;
      const now = DateTime.fromJSDate(input.now, { zone });
      fc.pre(now.isValid);
      // noon, because the program's own zone writes `Date.toString()`
      const day = now.plus({ days: ahead }).set({ hour: 12, minute: 0, second: 0, millisecond: 0 });
      const attributes = [{ key: 'Delivery-Date', value: write(day) }];
      const { fulfillment, settings } = input;
      const plan = planDelivery({
        ...input,
        settings: {
          ...settings,
          mapping: { ...settings.mapping, windowAttributes: { date: null, start: null, end: null } },
        },
        fulfillment: { ...fulfillment, order: { ...fulfillment.order, attributes } },
      });
      if (plan.kind !== 'hand-over') return;
      const chosen = day.toFormat('yyyy-MM-dd');
      if (plan.decisions.some(({ rule }) => rule === 'buyers-date-missed')) {
        expect(takesWindow(plan.order.delivery_service)).toBe(false);
        expect(plan.promise.date > chosen).toBe(true);
        return;
      }
      expect(plan.promise.date).toBe(chosen);
      expect(plan.order.delivery_date.slice(0, 10) >= plan.promise.date).toBe(true);
      kept += 1;
    }),
    propertyRuns(3000),
  );
  expect(kept).toBeGreaterThan(0);
});

test('packages hold what this fulfillment ships, and in the mode that keeps cents no cent is lost', () => {
  fc.assert(
    fc.property(anyHandOver, ({ input, plan }) => {
      const { onePackage, priceForm } = input.settings.mapping;
      const lines = shippableLines(input.fulfillment);
      if (!onePackage) {
        expect(sum(plan.order.packages.map(({ qty }) => BigInt(qty)))).toBe(
          sum(lines.map(({ quantity }) => BigInt(quantity))),
        );
      }
      if (priceForm === 'minor-units') {
        expect(sum(plan.order.packages.map(({ price, qty }) => BigInt(price) * BigInt(qty)))).toBe(
          sum(lines.map(({ discountedTotal }) => coinsOf(discountedTotal))),
        );
      }
    }),
    propertyRuns(2000),
  );
});

test('the same input gives the same plan, and is left as it was', () => {
  fc.assert(
    fc.property(anyPlanInput, (input) => {
      const before = structuredClone(input);
      const plan = planDelivery(input);
      expect(planDelivery(before)).toEqual(plan);
      expect(input).toEqual(before);
    }),
    propertyRuns(2000),
  );
});

/** The town's key makes an alias, and the review shows the town as it was written. */
const withoutTown = ({ details }: Problem) => ({
  ...details,
  district: '',
  ...('written' in details && { written: '' }),
});

test('nothing of the buyer’s is in decisions, reasons, problems or their texts', () => {
  fc.assert(
    fc.property(anyPlanInput, (input) => {
      const plan = planDelivery(input);
      const problems = plan.kind === 'problem' ? plan.problems : [];
      const texts = LOCALES.flatMap((locale) => [
        ...problems.map((problem) => describeProblem({ ...problem, details: withoutTown(problem) }, locale)),
        ...(plan.kind === 'skip' ? [describeSkip(plan.reason, locale)] : []),
      ]);
      const told = JSON.stringify({
        decisions: plan.decisions,
        reason: plan.kind === 'skip' && plan.reason,
        promise: plan.kind === 'hand-over' && plan.promise,
        problems: problems.map((problem) => ({ ...problem, details: withoutTown(problem) })),
        texts,
      });
      for (const mark of [BUYERS_MARK, TOWN_MARK, PHONE_MARK]) expect(told).not.toContain(mark);
      for (const { details } of problems)
        expect(`${String(details.district)} ${String(details.written)}`).not.toMatch(
          new RegExp(`${BUYERS_MARK}|${PHONE_MARK}`),
        );
    }),
    propertyRuns(3000),
  );
});

function sum(numbers: readonly bigint[]): bigint {
  return numbers.reduce((total, number) => total + number, 0n);
}
