import { describe, expect, test } from 'vitest';
import type { PlanInput } from '../../../app/domain/planning/delivery-plan.ts';
import { judgeEligibility } from '../../../app/domain/planning/eligibility.ts';
import type { Fulfillment, Order } from '../../../app/domain/fulfillment/fulfillment.ts';
import { aFulfillment, aLine, aMethod, anAddress, aPlanInput, LOCATION, settingsWith } from './inputs/plan-inputs.ts';

type Settings = NonNullable<Parameters<typeof settingsWith>[0]>;
const ORDER_NUMBER = 'casa-del-te-1001.1';

function input(
  parts: Partial<Omit<Fulfillment, 'order'>>,
  order: Partial<Order> = {},
  settings: Settings = {},
  sendAnyway?: boolean,
): PlanInput {
  return aPlanInput({ fulfillment: aFulfillment(parts, order), settings: settingsWith(settings), sendAnyway });
}

/** The reason as `code` or `code: detail`; `eligible` when there is none. */
function judge(...args: Parameters<typeof input>): string {
  const verdict = judgeEligibility(input(...args), ORDER_NUMBER);
  if (verdict.eligible) return 'eligible';
  return verdict.reason.detail === undefined ? verdict.reason.code : `${verdict.reason.code}: ${verdict.reason.detail}`;
}

test('an ordinary fulfillment is eligible', () => {
  expect(judgeEligibility(aPlanInput(), ORDER_NUMBER)).toEqual({
    eligible: true,
    decisions: [{ field: 'eligibility', source: 'settings.eligibility', rule: 'eligible' }],
  });
});

describe('what can never be delivered', () => {
  test.each<[string, Partial<Omit<Fulfillment, 'order'>>, Partial<Order>]>([
    ['fulfillment-cancelled', { status: 'CANCELLED' }, {}],
    ...['ERROR', 'FAILURE', 'OPEN', 'PENDING', 'A_NEW_ONE'].map(
      (status): [string, Partial<Omit<Fulfillment, 'order'>>, Partial<Order>] => [
        `fulfillment-not-successful: ${status}`,
        { status },
        {},
      ],
    ),
    ['order-cancelled', {}, { cancelledAt: '2026-05-05T10:00:00Z' }],
    ['nothing-to-ship', { lines: [] }, {}],
    ['nothing-to-ship', { lines: [aLine({ isGiftCard: true }), aLine({ requiresShipping: false })] }, {}],
  ])('%s', (reason, parts, order) => {
    expect(judge(parts, order)).toBe(reason);
    expect(judge(parts, order, {}, true)).toBe(reason);
  });

  test('is reported before any rule', () => {
    expect(judge({ status: 'CANCELLED' }, { test: true })).toBe('fulfillment-cancelled');
  });
});

describe('the merchant’s decisions', () => {
  const ours = { number: ORDER_NUMBER, url: null, company: null };
  const rows: [string, Partial<Omit<Fulfillment, 'order'>>, Partial<Order>, Settings, string][] = [
    [
      'items that the order contains no more',
      { lines: [aLine({ currentQuantity: 0 }), aLine({ isGiftCard: true })] },
      {},
      {},
      'items-removed',
    ],
    ['one of two items', { lines: [aLine({ currentQuantity: 0 }), aLine()] }, {}, {}, 'eligible'],
    ['local delivery', { deliveryMethods: [aMethod({ type: 'LOCAL' })] }, {}, {}, 'delivery-method: LOCAL'],
    ['a method of later', { deliveryMethods: [aMethod({ type: 'A_NEW_ONE' })] }, {}, {}, 'delivery-method: A_NEW_ONE'],
    ['pickup in the shop', { deliveryMethods: [aMethod({ type: 'PICK_UP' })] }, {}, {}, 'delivery-method: PICK_UP'],
    [
      'several, none of them wanted',
      { deliveryMethods: [aMethod({ type: 'NONE' }), aMethod({ type: 'PICK_UP' }), aMethod({ type: 'RETAIL' })] },
      {},
      {},
      'delivery-method: PICK_UP, RETAIL',
    ],
    [
      'local delivery as set',
      { deliveryMethods: [aMethod({ type: 'LOCAL' })] },
      {},
      { eligibility: { deliveryMethods: ['LOCAL'] } },
      'eligible',
    ],
    ['shipping among others', { deliveryMethods: [aMethod({ type: 'LOCAL' }), aMethod()] }, {}, {}, 'eligible'],
    ['no method', { deliveryMethods: [] }, {}, {}, 'eligible'],
    ['the method NONE', { deliveryMethods: [aMethod({ type: 'NONE' })] }, {}, {}, 'eligible'],
    ['a test order', {}, { test: true }, {}, 'test-order'],
    ['a test order as set', {}, { test: true }, { eligibility: { testOrders: 'hand-over' } }, 'eligible'],
    [
      'a location that is switched off',
      {},
      {},
      { pickup: { locations: { [LOCATION]: { handOver: false } } } },
      'location-switched-off: Bodega Ñuñoa',
    ],
    ['a location that is not', {}, {}, { pickup: { locations: { [LOCATION]: {} } } }, 'eligible'],
    ['no location', { location: null }, {}, { pickup: { locations: { [LOCATION]: { handOver: false } } } }, 'eligible'],
    ['a country that is not listed', {}, {}, { eligibility: { countries: ['PE'] } }, 'country'],
    ['a country that is listed', {}, {}, { eligibility: { countries: ['PE', 'CL'] } }, 'eligible'],
    [
      'an unknown country',
      {},
      { shippingAddress: anAddress({ countryCode: null }) },
      { eligibility: { countries: ['PE'] } },
      'eligible',
    ],
    ['no address', {}, { shippingAddress: null }, { eligibility: { countries: ['PE'] } }, 'eligible'],
    ['high risk', {}, { riskLevel: 'HIGH' }, {}, 'eligible'],
    ['high risk as set', {}, { riskLevel: 'HIGH' }, { eligibility: { highRisk: 'skip' } }, 'high-risk'],
    ['medium risk', {}, { riskLevel: 'MEDIUM' }, { eligibility: { highRisk: 'skip' } }, 'eligible'],
    ['another carrier’s number', { tracking: [ours, { ...ours, number: '1Z9' }] }, {}, {}, 'other-tracking'],
    [
      'another carrier’s link',
      { tracking: [{ company: 'X', number: null, url: 'https://x.example/1' }] },
      {},
      {},
      'other-tracking',
    ],
    ['our own number', { tracking: [{ ...ours, url: 'https://x.example/1' }] }, {}, {}, 'eligible'],
    ['a carrier without a number', { tracking: [{ company: 'X', number: '', url: null }] }, {}, {}, 'eligible'],
    [
      'another carrier’s tracking as set',
      { tracking: [{ ...ours, number: '1Z9' }] },
      {},
      { eligibility: { otherTracking: 'hand-over' } },
      'eligible',
    ],
    [
      'an excluded tag',
      {},
      { tags: ['vip', 'Retiro en Tienda'] },
      { eligibility: { excludeTags: ['retiro en tienda'] } },
      'tag-excluded: retiro en tienda',
    ],
    ['another tag', {}, { tags: ['vip'] }, { eligibility: { excludeTags: ['vi', 'v.i.p'] } }, 'eligible'],
    ['a tag that is wanted', {}, { tags: ['Último'] }, { eligibility: { includeTags: ['x', 'ultimo'] } }, 'eligible'],
    ['no tag that is wanted', {}, { tags: ['y'] }, { eligibility: { includeTags: ['x', 'z'] } }, 'tag-missing: x, z'],
    [
      'a tag wanted and a tag excluded',
      {},
      { tags: ['x', 'y'] },
      { eligibility: { includeTags: ['x'], excludeTags: ['y'] } },
      'tag-excluded: y',
    ],
  ];

  test.each(rows)('%s', (_, parts, order, settings, expected) => expect(judge(parts, order, settings)).toBe(expected));

  test.each(rows)('%s: sent anyway', (_, parts, order, settings) => {
    expect(judge(parts, order, settings, true)).toBe('eligible');
  });

  test('a skip and a rule that was passed over are in the decisions', () => {
    expect(judgeEligibility(input({}, { test: true }), ORDER_NUMBER).decisions).toEqual([
      { field: 'eligibility', source: 'fulfillment', rule: 'test-order' },
    ]);
    expect(judgeEligibility(input({}, { test: true }, {}, true), ORDER_NUMBER).decisions).toEqual([
      { field: 'eligibility', source: 'send-anyway', rule: 'test-order' },
    ]);
  });

  test('without an order number every tracking number is another carrier’s', () => {
    expect(judgeEligibility(input({ tracking: [ours] }), null)).toMatchObject({ reason: { code: 'other-tracking' } });
  });
});
