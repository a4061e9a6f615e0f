import { describe, expect, test } from 'vitest';
import type { DeliveryPlan } from '../../../app/domain/planning/delivery-plan.ts';
import { planDelivery } from '../../../app/domain/planning/plan-delivery.ts';
import { shopSettingsSchema } from '../../../app/domain/settings/shop-settings.ts';
import { aFulfillment, aLine, aMethod, anAddress, aPlanInput, LOCATION, settingsWith } from './inputs/plan-inputs.ts';

function orderOf(plan: DeliveryPlan) {
  if (plan.kind !== 'hand-over') throw new Error(JSON.stringify(plan));
  return plan.order;
}

function problemsOf(plan: DeliveryPlan) {
  return plan.kind === 'problem' ? plan.problems.map(({ code, field }) => [code, field]) : plan;
}

test('a plain fulfillment of a fresh shop with a pickup', () => {
  expect(planDelivery(aPlanInput())).toMatchObject({
    kind: 'hand-over',
    order: {
      order_number: 'casa-del-te-1001.1',
      delivery_date: '2026-05-06 12:00:00',
      delivery_service: 'Nextday',
      pickup: { location: { id: 12 } },
      dropoff: {
        contact: { fullname: 'Ana Rojas', email: 'ana@example.com', phone: '+56987654321' },
        location: { address: 'Av. Providencia 1234, Depto 56', district: 'Providencia' },
      },
      packages: [{ code: 'TE-VERDE', name: 'Té verde - 100 g', price: '12500', qty: 1 }],
      tags: { brand: 'Casa del Té' },
      url_tracking: true,
    },
    promise: { service: 'Nextday', date: '2026-05-06', windowStart: null, windowEnd: null },
  });
});

test('what an order does not have is not in the body', () => {
  expect(Object.keys(orderOf(planDelivery(aPlanInput())))).toEqual([
    'order_number',
    'delivery_date',
    'delivery_service',
    'pickup',
    'dropoff',
    'packages',
    'tags',
    'url_tracking',
  ]);
});

test('everything that an order can have is', () => {
  const fulfillment = aFulfillment(
    { deliveryMethods: [aMethod({ instructions: 'Tocar el timbre' })], lines: [aLine(), aLine({ sku: 'B' })] },
    {
      note: 'Es un regalo',
      attributes: [
        { key: 'Receta', value: 'https://cdn.example.com/r.pdf' },
        { key: 'Fecha', value: '08/05/2026' },
        { key: 'Horario', value: '10:00 - 12:00' },
      ],
      shippingAddress: anAddress({ city: 'Providensia', latitude: -33.4, longitude: -70.6 }),
    },
  );
  const settings = settingsWith({
    pickup: {
      locations: { [LOCATION]: { point: { name: 'Bodega', address: 'Irarrázaval 1000', district: 'Ñuñoa' } } },
    },
    service: { rules: [{ name: 'Ventana', when: { districts: ['Providencia'] }, use: 'NextdayWithWindow' }] },
    mapping: {
      districtAliases: { providensia: 'Providencia' },
      tags: { origen: '{order}' },
      files: [{ from: 'note-attribute', name: 'Receta' }],
      windowAttributes: { date: 'Fecha', start: 'Horario' },
    },
    orderNumber: { prefix: 'TE' },
  });
  const operator = { timeZone: 'America/Lima', servedDistricts: ['Providencia'] };
  const plan = planDelivery(aPlanInput({ fulfillment, settings, operator }));
  expect(orderOf(plan)).toEqual({
    order_number: 'TE-1001.1',
    delivery_date: '2026-05-08 10:00:00',
    delivery_service: 'NextdayWithWindow',
    delivery_start_time: '10:00',
    delivery_end_time: '12:00',
    notes: 'Tocar el timbre | Es un regalo',
    pickup: { location: { name: 'Bodega', address: 'Irarrázaval 1000', district: 'Ñuñoa' } },
    dropoff: {
      contact: { fullname: 'Ana Rojas', email: 'ana@example.com', phone: '+56987654321' },
      location: {
        address: 'Av. Providencia 1234, Depto 56',
        district: 'Providencia',
        latitude: -33.4,
        longitude: -70.6,
      },
    },
    packages: [
      { code: 'TE-VERDE', name: 'Té verde - 100 g', price: '12500', qty: 1 },
      { code: 'B', name: 'Té verde - 100 g', price: '12500', qty: 1 },
    ],
    tags: { brand: 'Casa del Té', origen: '#1001' },
    files: [{ name: 'r.pdf', kind: 'recipe', url: 'https://cdn.example.com/r.pdf' }],
    url_tracking: true,
  });
  expect(plan).toMatchObject({ promise: { until: new Date('2026-05-08T17:00:00Z') } });
});

describe('the day that the buyer chose, with a service without a window', () => {
  const withDate = (value: string, name = 'Delivery-Date') =>
    aFulfillment(
      {},
      {
        attributes: [
          { key: name, value },
          { key: 'Delivery-Time', value: 'in the morning' },
        ],
      },
    );

  test('is kept', () => {
    const plan = planDelivery(aPlanInput({ fulfillment: withDate('2026-05-15') }));
    expect(orderOf(plan)).toMatchObject({ delivery_service: 'Nextday', delivery_date: '2026-05-15 12:00:00' });
    expect(orderOf(plan)).not.toHaveProperty('delivery_start_time');
    expect(plan).toMatchObject({ promise: { date: '2026-05-15', windowStart: null } });
    expect(plan.decisions).toContainEqual({
      field: 'delivery_date',
      source: 'order.attributes[Delivery-Date]',
      rule: 'buyers-date',
    });
  });

  test.each([
    ['has passed', '2026-05-04'],
    ['is too soon for the service', '2026-05-05'],
  ])('that %s is no reason to wait: the first possible day after it counts', (_, date) => {
    const plan = planDelivery(aPlanInput({ fulfillment: withDate(date) }));
    expect(orderOf(plan)).toMatchObject({ delivery_service: 'Nextday', delivery_date: '2026-05-06 12:00:00' });
    expect(plan.decisions).toContainEqual({
      field: 'delivery_date',
      source: 'order.attributes[Delivery-Date]',
      rule: 'buyers-date-missed',
    });
  });

  test('that a later day can no longer meet does not bring the courier today', () => {
    const settings = settingsWith({ service: { default: 'Sameday', cutoffs: { Nextday: '00:00' } } });
    const plan = planDelivery(aPlanInput({ fulfillment: withDate('2026-05-06'), settings }));
    expect(orderOf(plan)).toMatchObject({ delivery_service: 'Nextday', delivery_date: '2026-05-07 12:00:00' });
  });

  test('makes a same-day service the one of a later day', () => {
    const settings = settingsWith({ service: { default: 'Express' } });
    const plan = planDelivery(aPlanInput({ fulfillment: withDate('2026-05-15'), settings }));
    expect(orderOf(plan)).toMatchObject({ delivery_service: 'Nextday', delivery_date: '2026-05-15 12:00:00' });
  });

  test.each([
    ['2026-05-10', 'window-on-closed-day'],
    ['31/02/2027', 'window-unreadable'],
  ])('%s is a problem', (date, code) => {
    const plan = planDelivery(aPlanInput({ fulfillment: withDate(date) }));
    expect(problemsOf(plan)).toEqual([[code, 'delivery_start_time']]);
  });

  test('does not count in attributes that the merchant has not chosen', () => {
    const settings = settingsWith({ mapping: { knownDatePickers: false } });
    const plan = planDelivery(aPlanInput({ fulfillment: withDate('2026-05-15'), settings }));
    expect(orderOf(plan).delivery_date).toBe('2026-05-06 12:00:00');
  });
});

describe('the zone', () => {
  const now = new Date('2026-05-06T04:30:00Z'); // 6 May, 00:30 in Santiago; 5 May, 23:30 in Lima

  test('is the operator’s', () => {
    const operator = { timeZone: 'America/Lima', servedDistricts: null };
    expect(orderOf(planDelivery(aPlanInput({ now, operator }))).delivery_date).toBe('2026-05-06 12:00:00');
  });

  test('else the shop’s', () => {
    expect(orderOf(planDelivery(aPlanInput({ now }))).delivery_date).toBe('2026-05-07 12:00:00');
  });

  test('that is not known is a problem', () => {
    const operator = { timeZone: 'America/Atlantis', servedDistricts: null };
    expect(problemsOf(planDelivery(aPlanInput({ operator })))).toEqual([['time-zone-unknown', 'delivery_date']]);
  });
});

describe('skips', () => {
  test('before anything is mapped, with the decision', () => {
    const fulfillment = aFulfillment({ status: 'CANCELLED' }, { shippingAddress: null, email: null });
    expect(planDelivery(aPlanInput({ fulfillment, settings: shopSettingsSchema.parse({}) }))).toEqual({
      kind: 'skip',
      reason: { code: 'fulfillment-cancelled' },
      decisions: [{ field: 'eligibility', source: 'fulfillment', rule: 'fulfillment-cancelled' }],
    });
  });

  const rules = [{ name: 'Sin domingo', when: { weekdays: [2] }, use: 'do-not-hand-over' as const }];

  test('by a rule of the merchant, whatever else is wrong', () => {
    const fulfillment = aFulfillment({}, { shippingAddress: null });
    expect(planDelivery(aPlanInput({ fulfillment, settings: settingsWith({ service: { rules } }) }))).toEqual({
      kind: 'skip',
      reason: { code: 'service-rule', detail: 'Sin domingo' },
      decisions: [
        { field: 'eligibility', source: 'settings.eligibility', rule: 'eligible' },
        { field: 'delivery_service', source: 'settings.service.rules', rule: 'Sin domingo' },
      ],
    });
  });

  test('not when it is sent anyway', () => {
    const settings = settingsWith({ service: { rules } });
    const fulfillment = aFulfillment({}, { test: true });
    const plan = planDelivery(aPlanInput({ fulfillment, settings, sendAnyway: true }));
    expect(plan).toMatchObject({ kind: 'hand-over' });
    expect(plan.decisions.filter(({ source }) => source === 'send-anyway')).toEqual([
      { field: 'eligibility', source: 'send-anyway', rule: 'test-order' },
      { field: 'eligibility', source: 'send-anyway', rule: 'Sin domingo' },
    ]);
  });

  test('our own tracking number is told from another’s', () => {
    const tracked = (number: string) =>
      planDelivery(aPlanInput({ fulfillment: aFulfillment({ tracking: [{ company: null, url: null, number }] }) }));
    expect(tracked('casa-del-te-1001.1')).toMatchObject({ kind: 'hand-over' });
    expect(tracked('1Z999')).toMatchObject({ kind: 'skip', reason: { code: 'other-tracking' } });
  });
});

describe('problems', () => {
  test('all of an order at once, each with its field', () => {
    const fulfillment = aFulfillment(
      {
        name: '#?',
        lines: [aLine({ discountedTotal: { amount: '?', currency: 'CLP' } })],
        deliveryMethods: [aMethod()],
      },
      {
        email: null,
        attributes: [
          { key: 'Fecha', value: 'luego' },
          { key: 'Receta', value: 'http://x.example' },
        ],
        shippingAddress: anAddress({
          firstName: null,
          lastName: null,
          phone: '123',
          address1: null,
          address2: null,
          city: 'Nunca',
        }),
      },
    );
    const settings = shopSettingsSchema.parse({
      service: { default: 'SamedayWithWindow' },
      mapping: { files: [{ from: 'note-attribute', name: 'Receta' }], windowAttributes: { date: 'Fecha' } },
    });
    const operator = { timeZone: null, servedDistricts: ['Ñuñoa'] };
    const plan = planDelivery(aPlanInput({ fulfillment, settings, operator }));
    expect(problemsOf(plan)).toEqual([
      ['order-number-unreadable', 'order_number'],
      ['window-unreadable', 'delivery_start_time'],
      ['pickup-missing', 'pickup.location'],
      ['name-missing', 'dropoff.contact.fullname'],
      ['email-missing', 'dropoff.contact.email'],
      ['phone-unusable', 'dropoff.contact.phone'],
      ['street-missing', 'dropoff.location.address'],
      ['district-not-served', 'dropoff.location.district'],
      ['price-unreadable', 'packages'],
      ['file-link-unusable', 'files'],
    ]);
    expect(plan.decisions).toContainEqual({ field: 'delivery_service', source: 'settings.service.default' });
  });

  test('a shop whose set-up is not complete', () => {
    expect(problemsOf(planDelivery(aPlanInput({ settings: shopSettingsSchema.parse({}) })))).toEqual([
      ['pickup-missing', 'pickup.location'],
    ]);
  });

  test('a service that depends on a district that is not served is not a separate problem', () => {
    const settings = settingsWith({
      service: { rules: [{ name: 'a', when: { districts: ['Ñuñoa'] }, use: 'Express' }] },
    });
    const operator = { timeZone: null, servedDistricts: ['Ñuñoa'] };
    const plan = planDelivery(aPlanInput({ settings, operator }));
    expect(problemsOf(plan)).toEqual([['district-not-served', 'dropoff.location.district']]);
    expect(plan.decisions.map(({ field }) => field)).not.toContain('delivery_date');
  });

  test('the same when Shopify withholds the customer’s data', () => {
    const settings = settingsWith({
      service: { rules: [{ name: 'a', when: { districts: ['Ñuñoa'] }, use: 'Express' }] },
    });
    const blank = { firstName: null, lastName: null, phone: null, address1: null, address2: null, city: null };
    const fulfillment = aFulfillment({}, { shippingAddress: anAddress(blank) });
    expect(problemsOf(planDelivery(aPlanInput({ settings, fulfillment })))).toEqual([
      ['customer-data-withheld', 'dropoff'],
    ]);
  });

  test('a date without digits is none of a service without a window', () => {
    const fulfillment = aFulfillment({}, { attributes: [{ key: 'Fecha', value: 'luego' }] });
    const settings = settingsWith({ mapping: { windowAttributes: { date: 'Fecha' } } });
    expect(orderOf(planDelivery(aPlanInput({ fulfillment, settings }))).delivery_service).toBe('Nextday');
  });

  test('a body that breaks the interface is never sent', () => {
    const settings = settingsWith();
    const broken = { ...settings, pickup: { ...settings.pickup, default: { id: -1 } } };
    expect(planDelivery(aPlanInput({ settings: broken }))).toMatchObject({
      kind: 'problem',
      problems: [{ code: 'order-invalid', field: 'pickup.location.id', details: {} }],
    });
  });
});

describe('the limits of the operator', () => {
  const long = { firstName: 'Ana María', lastName: 'Rojas de la Fuente', address1: 'Av. Providencia 1234' };
  const input = aPlanInput({
    fulfillment: aFulfillment(
      { lines: [aLine(), aLine({ sku: 'B' }), aLine({ sku: 'C' })] },
      { shippingAddress: anAddress(long) },
    ),
  });
  const planWith = (limits: object) => planDelivery({ ...input, operator: { ...input.operator, ...limits } });

  test('cut a text with a mark, or report it', () => {
    const cut = orderOf(planWith({ lengths: { fullname: { limit: 10, beyond: 'cut' } } }));
    expect(cut.dropoff.contact.fullname).toBe('Ana María…');
    expect(
      planWith({
        lengths: { fullname: { limit: 10, beyond: 'problem' }, orderNumber: { limit: 5, beyond: 'problem' } },
      }),
    ).toMatchObject({
      problems: [
        { code: 'order-number-too-long', field: 'order_number', details: { limit: 5 } },
        { code: 'text-too-long', field: 'dropoff.contact.fullname', details: { length: 28, limit: 10 } },
      ],
    });
  });

  test('make a package of each box where it counts boxes, and no fewer', () => {
    const plan = planWith({ packagesAre: 'boxes' });
    expect(orderOf(plan).packages).toHaveLength(1);
    expect(plan).toMatchObject({ boxes: 1 });
    const said = planDelivery({
      ...aPlanInput(),
      operator: { ...aPlanInput().operator, packagesAre: 'boxes', packages: { limit: 2, beyond: 'cut' } },
      boxes: 3,
    });
    expect(said).toMatchObject({ problems: [{ code: 'packages-too-many', details: { count: 3, limit: 2 } }] });
  });

  test('make one package of too many that names them all, or report them', () => {
    const { packages } = orderOf(planWith({ packages: { limit: 2, beyond: 'cut' } }));
    expect(packages).toMatchObject([{ qty: 1, price: '37500' }]);
    expect(planWith({ packages: { limit: 2, beyond: 'problem' } })).toMatchObject({
      problems: [{ code: 'packages-too-many', field: 'packages', details: { count: 3, limit: 2 } }],
    });
    expect(orderOf(planWith({ packages: { limit: 3, beyond: 'problem' } })).packages).toHaveLength(3);
  });
});
