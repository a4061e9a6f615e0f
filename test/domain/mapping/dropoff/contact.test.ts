import { describe, expect, test } from 'vitest';
import { mapContact } from '../../../../app/domain/mapping/dropoff/contact.ts';
import type { DeliveryMethod, Order } from '../../../../app/domain/fulfillment/fulfillment.ts';
import { aMethod, anAddress, anOrder } from '../../planning/inputs/plan-inputs.ts';

const NOBODY = { firstName: null, lastName: null, email: null, phone: null };
const NO_FALLBACK = { phoneFallback: null, emailFallback: null };

function map(
  order: Partial<Order>,
  settings: Partial<typeof NO_FALLBACK | { phoneFallback: string; emailFallback: string }> = {},
  deliveryMethods: DeliveryMethod[] = [],
) {
  return mapContact({ order: anOrder(order), deliveryMethods }, { ...NO_FALLBACK, ...settings });
}

/** The one decision about a field, as `source` or `source (rule)`. */
function decidedBy(result: ReturnType<typeof map>, field: string): string[] {
  return result.decisions
    .filter((decision) => decision.field === `dropoff.contact.${field}`)
    .map(({ source, rule }) => (rule ? `${source} (${rule})` : source));
}

test('the recipient of the shipping address', () => {
  expect(map({})).toEqual({
    ok: true,
    value: { fullname: 'Ana Rojas', email: 'ana@example.com', phone: '+56987654321' },
    decisions: [
      { field: 'dropoff.contact.fullname', source: 'order.shippingAddress.name' },
      { field: 'dropoff.contact.email', source: 'order.email' },
      { field: 'dropoff.contact.phone', source: 'order.shippingAddress.phone' },
    ],
  });
});

test('the company stands beside the name, and both places are named', () => {
  const result = map({ shippingAddress: anAddress({ company: 'Viveros Lima' }) });
  expect(result).toMatchObject({ value: { fullname: 'Ana Rojas (Viveros Lima)' } });
  expect(decidedBy(result, 'fullname')).toEqual(['order.shippingAddress.name + order.shippingAddress.company']);
});

describe('fullname', () => {
  const named = { firstName: null, lastName: null, company: null };
  test.each<[string, Partial<Order>, string, string]>([
    ['only a last name', { shippingAddress: anAddress({ firstName: ' ' }) }, 'Rojas', 'order.shippingAddress.name'],
    ['only a first name', { shippingAddress: anAddress({ lastName: null }) }, 'Ana', 'order.shippingAddress.name'],
    ['a sign for a last name', { shippingAddress: anAddress({ lastName: '.' }) }, 'Ana', 'order.shippingAddress.name'],
    [
      'nothing but signs',
      { shippingAddress: anAddress({ firstName: '.', lastName: '-', company: '🌸' }), billingAddress: anAddress() },
      'Ana Rojas',
      'order.billingAddress.name',
    ],
    [
      'invisible characters',
      { shippingAddress: anAddress({ firstName: 'Ana\u200B  María', lastName: '\u202ARojas\u00A0' }) },
      'Ana María Rojas',
      'order.shippingAddress.name',
    ],
    [
      'the company',
      { shippingAddress: anAddress({ ...named, company: 'Té SpA' }), customer: { ...NOBODY, firstName: 'Eva' } },
      'Té SpA',
      'order.shippingAddress.company',
    ],
    [
      'the customer',
      {
        shippingAddress: anAddress(named),
        customer: { ...NOBODY, firstName: 'Eva', lastName: 'Díaz' },
        billingAddress: anAddress(),
      },
      'Eva Díaz',
      'order.customer.name',
    ],
    [
      'the billing address',
      {
        shippingAddress: anAddress(named),
        customer: NOBODY,
        billingAddress: anAddress({ firstName: 'Iván', company: 'X' }),
      },
      'Iván Rojas',
      'order.billingAddress.name',
    ],
    [
      'the company that pays',
      { shippingAddress: null, billingAddress: anAddress({ ...named, company: 'Té SpA' }) },
      'Té SpA',
      'order.billingAddress.company',
    ],
  ])('%s', (_, order, fullname, source) => {
    const result = map(order, { phoneFallback: '+56987654321' });
    expect(result).toMatchObject({ ok: true, value: { fullname } });
    expect(decidedBy(result, 'fullname')).toEqual([source]);
  });

  test('a problem when there is none anywhere', () => {
    const result = map({ shippingAddress: anAddress(named) });
    expect(result.ok || result.problems).toEqual([
      { code: 'name-missing', field: 'dropoff.contact.fullname', details: {} },
    ]);
  });
});

describe('email', () => {
  const customer = { ...NOBODY, email: 'eva@example.com' };
  test.each<[string, Partial<Order>, string, string]>([
    ['the order’s, cleaned', { email: ' ana@example.com\u200B', customer }, 'ana@example.com', 'order.email'],
    ['the customer’s', { email: null, customer }, 'eva@example.com', 'order.customer.email'],
    [
      'a bad one is passed over',
      { email: 'ana@', customer },
      'eva@example.com',
      'order.customer.email (earlier-unusable)',
    ],
    ['the merchant’s', { email: null }, 'shop@example.com', 'settings.mapping.emailFallback'],
  ])('%s', (_, order, email, source) => {
    const result = map(order, { emailFallback: 'shop@example.com' });
    expect(result).toMatchObject({ ok: true, value: { email } });
    expect(decidedBy(result, 'email')).toEqual([source]);
  });

  test('a problem when there is none anywhere', () => {
    const result = map({ email: null, customer: NOBODY });
    expect(result.ok || result.problems).toEqual([
      { code: 'email-missing', field: 'dropoff.contact.email', details: {} },
    ]);
  });

  test('a problem when none is valid', () => {
    expect(map({ email: 'ana at example', customer: { ...NOBODY, email: 'ana@' } })).toMatchObject({
      problems: [
        {
          code: 'email-unusable',
          field: 'dropoff.contact.email',
          details: { sources: ['order.email', 'order.customer.email'] },
        },
      ],
    });
  });
});

describe('phone', () => {
  const silent = anAddress({ phone: null });
  const fallback = { phoneFallback: '+56222345678' };
  test.each<[string, Partial<Order>, DeliveryMethod[], string, string]>([
    [
      'the shipping address before all',
      { billingAddress: anAddress({ phone: '911111111' }) },
      [aMethod({ phone: '922222222' })],
      '+56987654321',
      'order.shippingAddress.phone',
    ],
    [
      'the one left for the delivery',
      { shippingAddress: silent, billingAddress: anAddress({ phone: '9 3333 3333' }) },
      [aMethod(), aMethod({ phone: '9 4444 4444' })],
      '+56944444444',
      'fulfillment.deliveryMethods[1].phone',
    ],
    [
      'the billing address, by its own country',
      { shippingAddress: silent, billingAddress: anAddress({ phone: '987 654 321', countryCode: 'PE' }) },
      [],
      '+51987654321',
      'order.billingAddress.phone',
    ],
    [
      'the billing address, by the country of the shipping address when it has none',
      { shippingAddress: silent, billingAddress: anAddress({ phone: '9 3333 3333', countryCode: null }) },
      [],
      '+56933333333',
      'order.billingAddress.phone',
    ],
    [
      'the customer',
      { shippingAddress: silent, customer: { ...NOBODY, phone: '9 5555 5555' }, phone: '9 6666 6666' },
      [],
      '+56955555555',
      'order.customer.phone',
    ],
    ['the order', { shippingAddress: silent, phone: '9 6666 6666' }, [], '+56966666666', 'order.phone'],
    [
      'by the country of the billing address when there is no other',
      { shippingAddress: null, billingAddress: anAddress({ phone: null, countryCode: 'PE' }), phone: '987654321' },
      [],
      '+51987654321',
      'order.phone',
    ],
    ['the merchant', { shippingAddress: silent }, [], '+56222345678', 'settings.mapping.phoneFallback'],
    [
      'a bad one is passed over',
      { shippingAddress: anAddress({ phone: '123' }), phone: '9 6666 6666' },
      [],
      '+56966666666',
      'order.phone (earlier-unusable)',
    ],
    [
      'the merchant when all are bad',
      { shippingAddress: anAddress({ phone: 'no tengo' }) },
      [],
      '+56222345678',
      'settings.mapping.phoneFallback (earlier-unusable)',
    ],
  ])('%s', (_, order, methods, phone, source) => {
    const result = map(order, fallback, methods);
    expect(result).toMatchObject({ ok: true, value: { phone } });
    expect(decidedBy(result, 'phone')).toEqual([source]);
  });

  test('a problem when there is none anywhere', () => {
    const result = map({ shippingAddress: silent });
    expect(result.ok || result.problems).toEqual([
      { code: 'phone-missing', field: 'dropoff.contact.phone', details: {} },
    ]);
  });

  test('a problem when none can be dialled', () => {
    expect(map({ shippingAddress: anAddress({ phone: '123' }), phone: '456' })).toMatchObject({
      problems: [
        {
          code: 'phone-unusable',
          field: 'dropoff.contact.phone',
          details: { sources: ['order.shippingAddress.phone', 'order.phone'] },
        },
      ],
    });
  });

  test('without a country only an international number can be read', () => {
    expect(map({ shippingAddress: anAddress({ countryCode: null }) })).toMatchObject({
      value: { phone: '+56987654321' },
    });
    const local = map({ shippingAddress: anAddress({ countryCode: null, phone: '987654321' }) });
    expect(local).toMatchObject({ problems: [{ code: 'phone-unusable' }] });
  });
});

test('everything that is missing is reported at once, and what was found is explained', () => {
  const result = map({ email: null, shippingAddress: anAddress({ phone: null }) });
  expect(result.ok ? [] : result.problems.map(({ code }) => code)).toEqual(['email-missing', 'phone-missing']);
  expect(result.decisions).toEqual([{ field: 'dropoff.contact.fullname', source: 'order.shippingAddress.name' }]);
});
