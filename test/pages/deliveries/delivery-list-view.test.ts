import { describe, expect, it } from 'vitest';
import { deliveryList, type ListedDelivery } from '../../../app/pages/deliveries/delivery-list-view.ts';
import { pagePosition } from '../../../app/pages/deliveries/read-delivery-query.ts';

const NOW = new Date('2026-11-21T15:00:00Z');

const DELIVERY: ListedDelivery = {
  id: '6f0d8f0e-6a0f-4c7e-9f4e-000000000001',
  fulfillmentId: 'gid://shopify/Fulfillment/7001',
  orderId: 'gid://shopify/Order/5001',
  orderName: '#1001',
  fulfillmentName: '#1001-F1',
  phase: 'in-delivery',
  sendAt: null,
  heldFor: null,
  heldSince: null,
  state: 'en camino entrega',
  stateGroup: 'out-for-delivery',
  stateAt: new Date('2026-11-21T14:30:00Z'),
  service: 'NextdayWithWindow',
  pickup: '101',
  promisedDate: '2026-11-23',
  windowStart: '09:00',
  windowEnd: '13:00',
  orderNumber: 'tienda-1001-F1',
  trackingUrl: 'https://track.example/1',
  lastReadAt: new Date('2026-11-21T14:58:00Z'),
  handedOverAt: new Date('2026-11-20T12:00:00Z'),
  possiblySentAt: null,
  endedAt: null,
  problems: [],
  flags: [],
  skipReason: null,
  attentionSince: null,
  createdAt: new Date('2026-11-20T11:00:00Z'),
};

const listOf = (...deliveries: ListedDelivery[]) => ({ deliveries, hasNext: false, hasPrevious: false });
const reader = {
  locale: 'es',
  country: null,
  supportUrl: null,
  horizonMs: 900_000,
  timeZone: 'America/Lima',
  now: NOW,
} as const;

function rowOf(change: Partial<ListedDelivery>, locale: 'en' | 'es' | 'pt' = 'es') {
  const [row] = deliveryList(listOf({ ...DELIVERY, ...change }), { ...reader, locale }).rows;
  if (!row) throw new Error('no row');
  return row;
}

it('shows a delivery in the language and the zone of the shop', () => {
  const row = rowOf({});
  expect(row).toMatchObject({
    orderName: '#1001',
    url: '/app/deliveries/6f0d8f0e-6a0f-4c7e-9f4e-000000000001',
    state: 'en camino entrega',
    stateGroup: 'out-for-delivery',
    orderNumber: 'tienda-1001-F1',
    checkedAt: Date.parse('2026-11-21T14:58:00Z'),
    problem: null,
    again: null,
  });
  expect(row.promise).toMatch(/^lun\S* 23 nov\S*, 09:00–13:00$/);
  expect(row.stateAt).toMatch(/9:30/);
});

it('shows the flags, and fails for flags that it cannot read', () => {
  const since = '2026-11-21T13:00:00.000Z';
  expect(rowOf({ flags: [{ code: 'late', since }] }).flags).toEqual(['late']);
  expect(() =>
    rowOf({
      flags: [
        { code: 'late', since },
        { code: 'of-another-version', since },
      ],
    }),
  ).toThrow(/the column "flags" of delivery 6f0d8f0e\S* cannot be read/);
});

it('says until when it is checked that the operator does not have it', () => {
  const possiblySentAt = new Date('2026-11-21T14:57:00Z');
  const row = { phase: 'handing-over', handedOverAt: null, possiblySentAt } as const;
  expect(rowOf(row).checkedUntil).toMatch(/10:12/);
  const before = new Date('2026-11-21T14:45:00Z');
  expect(rowOf({ ...row, possiblySentAt: before }).checkedUntil).toBeNull();
  expect(
    rowOf({ phase: 'handing-over', handedOverAt: null, possiblySentAt, heldFor: 'switched-off' }).checkedUntil,
  ).toBeNull();
  expect(rowOf({ phase: 'waiting', handedOverAt: null }).checkedUntil).toBeNull();
});

it('shows a promised day as that day in every zone', () => {
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const [row] = deliveryList(listOf(DELIVERY), { ...reader, timeZone }).rows;
    expect(row?.promise).toContain('23 nov');
  }
});

describe('a problem', () => {
  const phone = { code: 'phone-missing', field: 'dropoff.contact.phone', details: {} };

  it('is shown with its next step, and can be retried', () => {
    const row = rowOf({ phase: 'needs-attention', handedOverAt: null, problems: [phone, phone] });
    expect(row.problem).toMatchObject({ sentence: 'El pedido no tiene teléfono.', others: 1 });
    expect(row.problem?.nextStep).not.toBe('');
    expect(row.again).toBe('retry');
  });

  it('of a delivery that the operator has cannot be retried', () => {
    const called = { code: 'cancelled-after-hand-over', field: null, details: {} };
    expect(rowOf({ phase: 'in-delivery', problems: [called] })).toMatchObject({ again: null });
  });

  it('with an unknown code is shown all the same', () => {
    const row = rowOf({ phase: 'needs-attention', handedOverAt: null, problems: [{ code: 'of-an-older-version' }] });
    expect(row.problem?.sentence).toBe('Esta entrega requiere atención.');
  });
});

describe('a skipped delivery', () => {
  const skipped = (code: string, detail?: string) =>
    rowOf({ phase: 'skipped', handedOverAt: null, state: null, skipReason: { code, ...(detail ? { detail } : {}) } });

  it('can be sent anyway when a rule of the merchant skips it', () => {
    expect(skipped('tag-excluded', 'retiro')).toMatchObject({
      problem: { sentence: 'El pedido tiene un tag que no se envía: retiro.' },
      again: 'send-anyway',
    });
  });

  it.each(['fulfillment-cancelled', 'nothing-to-ship', 'of-another-version'])(
    'cannot be sent when there is nothing to send: %s',
    (code) => {
      expect(skipped(code)).toMatchObject({ again: null });
      expect(skipped(code).problem?.sentence).not.toBe('');
    },
  );
});

it.each(['javascript:alert(1)', 'data:text/html,x', 'not an address', '//evil.example'])(
  'links to nothing but the web: %s',
  (trackingUrl) => {
    expect(rowOf({ trackingUrl }).trackingUrl).toBeNull();
  },
);

it('says when a delivery is sent, and what can be done before', () => {
  const waiting = { phase: 'waiting', state: null, handedOverAt: null, problems: [] };
  const sendAt = new Date('2026-11-21T15:10:00Z');
  expect(rowOf({ ...waiting, sendAt })).toMatchObject({
    sends: { at: sendAt.getTime(), printed: expect.stringMatching(/^10:10/) },
    actions: ['send-now', 'stop'],
  });
  expect(rowOf({ ...waiting, sendAt: new Date('2026-11-22T15:10:00Z') }).sends?.printed).toMatch(/22 nov/);
  expect(rowOf({ ...waiting, heldFor: 'release' })).toMatchObject({ sends: null, actions: ['send-now', 'stop'] });
  expect(rowOf({})).toMatchObject({ sends: null, actions: ['refresh'] });
});

it('does not say that a delivery is sent at its time while the shop is held', () => {
  const sendAt = new Date('2026-11-21T15:10:00Z');
  const waiting = { ...DELIVERY, phase: 'waiting', state: null, handedOverAt: null, sendAt };
  const [row] = deliveryList(listOf(waiting), { ...reader, locale: 'en', shopHold: 'switched-off' }).rows;
  expect(row).toMatchObject({
    sends: null,
    hold: { sentence: 'On hold until you turn on sending in settings.' },
    actions: ['stop'],
  });
});

it('says why a waiting delivery waits', () => {
  const held = { phase: 'waiting', heldFor: 'switched-off', heldSince: NOW, state: null };
  expect(rowOf(held, 'en').hold).toMatchObject({
    sentence: expect.stringMatching(/^On hold since Nov 21, 2026, 10:00\sAM until you turn on sending in settings\.$/),
    remedies: [{ url: '/app/settings?part=sending' }],
  });
  expect(rowOf({ phase: 'delivered', heldFor: 'switched-off' }).hold).toBeNull();
});

describe('pages', () => {
  it('are found again by the addresses that the list gives', () => {
    const first = { ...DELIVERY, id: '6f0d8f0e-6a0f-4c7e-9f4e-000000000002', createdAt: NOW };
    const { next, previous } = deliveryList(
      { deliveries: [first, DELIVERY], hasNext: true, hasPrevious: true },
      reader,
    );
    expect(pagePosition(new URLSearchParams(next ?? ''))).toEqual({
      after: { createdAt: DELIVERY.createdAt, id: DELIVERY.id },
      before: null,
      skip: 0,
    });
    expect(pagePosition(new URLSearchParams(previous ?? ''))).toEqual({
      after: null,
      skip: 0,
      before: { createdAt: NOW, id: first.id },
    });
  });

  it.each(['', 'x', '1_2', "1'; DROP TABLE--", '999999999999999_6f0d8f0e-6a0f-4c7e-9f4e-000000000002'])(
    'that cannot be read are the first: %j',
    (after) => {
      const position = pagePosition(new URLSearchParams({ after }));
      expect(position).toEqual({ after: null, before: null, skip: 0 });
    },
  );

  it('refresh themselves while anything is under way', () => {
    expect(deliveryList(listOf(DELIVERY), reader).isUnderWay).toBe(true);
    expect(deliveryList(listOf({ ...DELIVERY, phase: 'delivered' }), reader).isUnderWay).toBe(false);
    expect(deliveryList(listOf(), reader).isUnderWay).toBe(true);
  });
});
