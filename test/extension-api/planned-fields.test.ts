import { expect, test } from 'vitest';
import { plannedFields } from '../../app/extension-api/plan-view.ts';
import { planDelivery } from '../../app/domain/planning/plan-delivery.ts';
import { aPlanInput } from '../domain/planning/inputs/plan-inputs.ts';

test('every field of the body with its value and where it came from, in the order of the body', () => {
  const plan = planDelivery(aPlanInput());
  if (plan.kind !== 'hand-over') throw new Error(plan.kind);
  expect(
    plannedFields(plan).map(({ field, value, decisions }) => [
      field,
      value,
      decisions.map(({ source, rule }) => (rule ? `${source}: ${rule}` : source)).join(', '),
    ]),
  ).toEqual([
    ['order_number', 'casa-del-te-1001.1', 'fulfillment.name: {prefix}-{fulfillment}'],
    ['delivery_date', '2026-05-06 12:00:00', 'now: next-working-day'],
    ['delivery_service', 'Nextday', 'settings.service.default'],
    ['pickup.location.id', 12, 'settings.pickup.default'],
    ['dropoff.contact.fullname', 'Ana Rojas', 'order.shippingAddress.name'],
    ['dropoff.contact.email', 'ana@example.com', 'order.email'],
    ['dropoff.contact.phone', '+56987654321', 'order.shippingAddress.phone'],
    ['dropoff.location.address', 'Av. Providencia 1234, Depto 56', 'order.shippingAddress.address1 + address2'],
    ['dropoff.location.district', 'Providencia', 'order.shippingAddress.city'],
    ['packages[0].code', 'TE-VERDE', 'fulfillment.lines[0].sku'],
    ['packages[0].name', 'Té verde - 100 g', 'fulfillment.lines[0].name'],
    ['packages[0].price', '12500', 'fulfillment.lines[0].discountedTotal: whole-units CLP'],
    ['packages[0].qty', 1, 'fulfillment.lines[0].quantity'],
    ['tags.brand', 'Casa del Té', 'shop.name'],
    ['url_tracking', true, 'always'],
  ]);
});

test('a field that was decided twice shows both decisions', () => {
  const input = aPlanInput();
  const service = { ...input.settings.service, default: 'Sameday' as const, cutoffs: { Sameday: '09:00' } };
  const plan = planDelivery({ ...input, settings: { ...input.settings, service } });
  if (plan.kind !== 'hand-over') throw new Error(plan.kind);
  expect(plannedFields(plan).find(({ field }) => field === 'delivery_service')).toEqual({
    field: 'delivery_service',
    value: 'Nextday',
    decisions: [
      { field: 'delivery_service', source: 'settings.service.default' },
      { field: 'delivery_service', source: 'settings.service.afterCutoff', rule: 'after-cutoff' },
    ],
  });
});

test('a field that is left out is not shown', () => {
  const plan = planDelivery(aPlanInput());
  if (plan.kind !== 'hand-over') throw new Error(plan.kind);
  const explained = plannedFields({ ...plan, order: { ...plan.order, notes: undefined } });
  expect(explained).toEqual(plannedFields(plan));
});
