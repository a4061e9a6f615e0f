import type {
  DeliveryView,
  FulfillmentDryRun,
  HoldView,
  OrderDeliveries,
  OrderDryRun,
  UndeliveredFulfillment,
} from '../../../app/extension-api/extension-answers.ts';

/** Answers of the app for tests: a delivery that the operator has, with the changes that a test makes to it. */

const FULFILLMENT = 'gid://shopify/Fulfillment/11';
export const DELIVERY = '0b0d7385-19bd-48bf-908d-bd9960bf0b09';

export function aDelivery(change: Partial<DeliveryView> = {}): DeliveryView {
  return {
    id: DELIVERY,
    fulfillmentId: FULFILLMENT,
    fulfillmentName: '#1001.1',
    phase: 'in-delivery',
    seen: 'in-delivery',
    label: 'On the way',
    state: 'en despacho',
    stateGroup: 'on-the-way',
    stateAt: Date.now() - 60_000,
    alsoSaid: null,
    hold: null,
    checking: null,
    sendAt: null,
    promise: { service: 'Next day', date: '2026-11-23', windowStart: null, windowEnd: null },
    operatorDate: null,
    orderNumber: 'tienda-1001.1',
    trackingUrl: 'https://operator.example/t/1',
    checkedAt: Date.now() - 5_000,
    isRecovered: false,
    problems: [],
    flags: [],
    skipped: null,
    history: [],
    actions: ['refresh'],
    ...change,
  };
}

export const PROBLEM = { sentence: 'The operator refused it.', nextStep: 'Correct it.', remedies: [] };

/** Sending is turned off in the settings. */
export const HOLD: HoldView = {
  reason: 'switched-off',
  sentence: 'On hold until you turn on sending in settings.',
  remedies: [{ remedy: 'sending', label: 'Open settings', url: '/app/settings?part=sending' }],
};

export function needy(change: Partial<DeliveryView> = {}): DeliveryView {
  return aDelivery({
    phase: 'needs-attention',
    label: 'Needs attention',
    state: null,
    stateGroup: null,
    problems: [PROBLEM],
    trackingUrl: null,
    checkedAt: null,
    actions: ['retry', 'dismiss-problem'],
    ...change,
  });
}

export function waiting(change: Partial<DeliveryView> = {}): DeliveryView {
  return aDelivery({
    phase: 'waiting',
    label: 'Waiting',
    state: null,
    stateGroup: null,
    promise: null,
    orderNumber: null,
    trackingUrl: null,
    checkedAt: null,
    sendAt: Date.now() + 245_000,
    actions: ['send-now', 'stop'],
    ...change,
  });
}

export function skipped(change: Partial<DeliveryView> = {}): DeliveryView {
  return aDelivery({
    phase: 'skipped',
    label: 'Not sent',
    state: null,
    stateGroup: null,
    promise: null,
    orderNumber: null,
    trackingUrl: null,
    checkedAt: null,
    actions: ['retry'],
    skipped: { sentence: 'This is a test order.', nextStep: 'Send it anyway.', remedies: [] },
    ...change,
  });
}

export function undelivered(plan: UndeliveredFulfillment['plan']): UndeliveredFulfillment {
  return { fulfillmentId: FULFILLMENT, name: '#1001.1', plan };
}

export const WOULD_BE = {
  kind: 'hand-over',
  promise: { service: 'Next day', date: '2026-11-23', windowStart: '09:00', windowEnd: '13:00' },
} as const;

export function anOrder(change: Partial<OrderDeliveries> = {}): OrderDeliveries {
  return {
    operatorName: 'Reparto Veloz',
    timeZone: 'America/Lima',
    now: Date.now(),
    hold: null,
    deliveries: [],
    undelivered: [],
    ahead: [],
    ...change,
  };
}

export const FIELDS = [
  { field: 'order_number', label: 'Operator no.', value: 'tienda-1001.1', sources: ['Fulfillment'] },
  { field: 'packages[0].price', label: 'Package 1: price', value: '20', sources: ['Order items', 'Settings'] },
  { field: 'tags.brand', label: 'Tag: brand', value: 'Tienda', sources: [] },
];

export function aDryRun(change: Partial<FulfillmentDryRun> = {}): FulfillmentDryRun {
  return { fulfillmentId: FULFILLMENT, plan: WOULD_BE, fields: FIELDS, request: null, anywayProblems: [], ...change };
}

export function aDryRunOrder(change: Partial<OrderDryRun> = {}): OrderDryRun {
  return { ...anOrder(), dryRuns: [], ...change };
}
