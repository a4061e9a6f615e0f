import { describe, expect, it, test } from 'vitest';
import { blameWithholding, blankData } from '../../../../app/domain/mapping/dropoff/withheld-data.ts';
import type { MailingAddress } from '../../../../app/domain/fulfillment/fulfillment.ts';
import type { Problem, ProblemCode } from '../../../../app/domain/problems/problem.ts';
import { aFulfillment, anAddress, aMethod } from '../../planning/inputs/plan-inputs.ts';

const BLANK: Partial<MailingAddress> = { firstName: null, lastName: null, phone: null, address1: null, address2: ' ' };
const NOBODY = { firstName: null, lastName: null, email: null, phone: null };
const nothing = {
  shippingAddress: anAddress(BLANK),
  billingAddress: anAddress(BLANK),
  customer: NOBODY,
  email: null,
  phone: null,
};
const blank = (order: object = {}, deliveryMethods = [aMethod()]) =>
  blankData(aFulfillment({ deliveryMethods }, { ...nothing, ...order }));

describe('the kinds of customer data that an order does not show', () => {
  it('are all of them, when every place is blank or missing', () => {
    const all = ['name', 'address', 'phone', 'email'];
    expect(blank()).toEqual(all);
    expect(blank({ shippingAddress: null, billingAddress: null, customer: null })).toEqual(all);
  });

  test.each<[string, object]>([
    ['name', { shippingAddress: anAddress({ ...BLANK, firstName: 'Ana' }) }],
    ['name', { billingAddress: anAddress({ ...BLANK, lastName: 'Rojas' }) }],
    ['name', { customer: { ...NOBODY, firstName: 'Ana' } }],
    ['address', { shippingAddress: anAddress({ ...BLANK, address1: 'Av. Larco 345' }) }],
    ['address', { shippingAddress: anAddress({ ...BLANK, address2: 'Depto 5' }) }],
    ['phone', { shippingAddress: anAddress({ ...BLANK, phone: '987654321' }) }],
    ['phone', { billingAddress: anAddress({ ...BLANK, phone: '987654321' }) }],
    ['phone', { customer: { ...NOBODY, phone: '987654321' } }],
    ['phone', { phone: '987654321' }],
    ['email', { email: 'ana@example.com' }],
    ['email', { customer: { ...NOBODY, email: 'ana@example.com' } }],
  ])('are not the %s, when it is in one place: %j', (kind, order) => {
    expect(blank(order)).toEqual(['name', 'address', 'phone', 'email'].filter((each) => each !== kind));
  });

  it('are not the phone, when the delivery method has one', () => {
    expect(blank({}, [aMethod(), aMethod({ phone: '987654321' })])).not.toContain('phone');
  });
});

describe('what Shopify withholds', () => {
  const problems = (...codes: ProblemCode[]): Problem[] => codes.map((code) => ({ code, field: null, details: {} }));
  const codes = (given: readonly Problem[]) => given.map(({ code }) => code);

  it('is one problem in place of those that it causes, before the others', () => {
    const given = problems('phone-missing', 'district-missing', 'name-missing', 'email-unusable');
    const [first, ...others] = blameWithholding(given, ['phone', 'name']);
    expect(first).toMatchObject({ code: 'customer-data-withheld', details: { fields: ['name', 'phone'] } });
    expect(codes(others)).toEqual(['district-missing', 'email-unusable']);
  });

  it('is no problem of an order that lacks something else', () => {
    for (const code of ['address-missing', 'email-missing', 'district-missing'] as const) {
      expect(codes(blameWithholding(problems(code), ['phone']))).toEqual([code]);
    }
  });
});
