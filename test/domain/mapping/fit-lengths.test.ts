import { expect, test } from 'vitest';
import { fitLengths, type Lengths } from '../../../app/domain/mapping/fit-lengths.ts';
import { planDelivery } from '../../../app/domain/planning/plan-delivery.ts';
import { aPlanInput } from '../planning/inputs/plan-inputs.ts';

const plan = planDelivery(aPlanInput());
if (plan.kind !== 'hand-over') throw new Error('not planned');
const { dropoff, packages, ...rest } = plan.order;
const [one] = packages;
if (!one) throw new Error('no package');
const order = {
  ...rest,
  order_number: 'A-123',
  notes: 'Ring 🔔 twice',
  dropoff: {
    contact: { ...dropoff.contact, fullname: 'Ana Rojas', email: 'ana@example.com' },
    location: { ...dropoff.location, address: 'Av. Larco 345' },
  },
  packages: [one, { ...one, code: 'TE-1', name: 'Té verde' }],
};

const fit = (lengths: Lengths) => fitLengths(order, lengths);
const problem = (limit: number) => ({ limit, beyond: 'problem' }) as const;
const cut = (limit: number) => ({ limit, beyond: 'cut' }) as const;

test('without limits, and with a text of exactly the limit, nothing changes', () => {
  expect(fit({})).toEqual({ order, problems: [] });
  expect(fit({ notes: cut(12), fullname: problem(9), packageCode: cut(100) })).toEqual({ order, problems: [] });
});

test('a text is cut behind its last whole character, without a space before the mark', () => {
  expect(fit({ notes: cut(11) }).order.notes).toBe('Ring 🔔 twi…');
  expect(fit({ notes: cut(7) }).order.notes).toBe('Ring 🔔…');
  expect(fit({ notes: cut(8) }).order.notes).toBe('Ring 🔔…');
  expect(fit({ notes: cut(6) }).order.notes).toBe('Ring…');
});

test('an order without notes gets none', () => {
  const { notes: _, ...without } = order;
  expect(fitLengths(without, { notes: cut(1) })).toEqual({ order: without, problems: [] });
});

test('a text that may not be cut is a problem that names its field, its length and the limit', () => {
  const all = problem(1);
  const { order: same, problems } = fit({
    orderNumber: all,
    notes: all,
    fullname: all,
    email: all,
    address: all,
    packageCode: problem(3),
    packageName: problem(7),
  });
  expect(same).toEqual(order);
  const found = problems.map(({ code, field, details }) => [code, field, details]);
  expect(found).toEqual([
    ['order-number-too-long', 'order_number', { length: 5, limit: 1 }],
    ['text-too-long', 'notes', { length: 12, limit: 1 }],
    ['text-too-long', 'dropoff.contact.fullname', { length: 9, limit: 1 }],
    ['text-too-long', 'dropoff.contact.email', { length: 15, limit: 1 }],
    ['text-too-long', 'dropoff.location.address', { length: 13, limit: 1 }],
    ['text-too-long', 'packages[0].code', { length: one.code.length, limit: 3 }],
    ['text-too-long', 'packages[0].name', { length: one.name.length, limit: 7 }],
    ['text-too-long', 'packages[1].code', { length: 4, limit: 3 }],
    ['text-too-long', 'packages[1].name', { length: 8, limit: 7 }],
  ]);
});
