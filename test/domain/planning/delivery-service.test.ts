import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { chooseService } from '../../../app/domain/planning/delivery-service.ts';
import type { Fulfillment, Order } from '../../../app/domain/fulfillment/fulfillment.ts';
import { shopSettingsSchema } from '../../../app/domain/settings/shop-settings.ts';
import { aFulfillment, aMethod, LOCATION, TUESDAY_MORNING } from './inputs/plan-inputs.ts';

interface Case {
  readonly order?: Partial<Order>;
  readonly parts?: Partial<Omit<Fulfillment, 'order'>>;
  readonly district?: string | null;
  readonly now?: Date;
  readonly sendAnyway?: boolean;
}

function choose(
  rules: readonly object[],
  { order, parts, district = 'Ñuñoa', now = TUESDAY_MORNING, sendAnyway = false }: Case = {},
) {
  const localNow = DateTime.fromJSDate(now, { zone: 'America/Santiago' });
  const { service } = shopSettingsSchema.parse({ service: { default: 'Nextday', rules } });
  return chooseService(aFulfillment(parts, order), district, localNow, service, sendAnyway);
}

const express = (when: object) => [{ name: 'Rápido', when, use: 'Express' }];

test('without rules the default', () => {
  expect(choose([])).toEqual({
    kind: 'service',
    service: 'Nextday',
    decisions: [{ field: 'delivery_service', source: 'settings.service.default' }],
  });
});

describe('a rule fits when all its conditions hold', () => {
  const titled = (title: string, code: string | null) => ({ order: { shippingLine: { title, code } } });
  const total = (amount: string) => ({ order: { total: { amount, currency: 'CLP' } } });

  test.each<[string, object, Case]>([
    ['no condition', {}, {}],
    [
      'the title of the shipping method',
      { shippingMethods: ['hoy', 'entrega rapida'] },
      titled('Entrega Rápida', null),
    ],
    ['the code of the shipping method', { shippingMethods: ['EXP-1'] }, titled('Entrega', 'exp 1')],
    [
      'the name that the buyer saw',
      { shippingMethods: ['entrega hoy'] },
      { parts: { deliveryMethods: [aMethod({ presentedName: null }), aMethod({ presentedName: 'Entrega hoy' })] } },
    ],
    ['a tag', { orderTags: ['VIP', 'hoy'] }, { order: { tags: ['otra', 'Hoy'] } }],
    ['a tag of signs alone', { orderTags: ['★'] }, { order: { tags: ['★'] } }],
    ['the location', { locations: ['gid://shopify/Location/1', LOCATION] }, {}],
    ['the district', { districts: ['Maipú', 'Comuna de nunoa'] }, {}],
    ['the weekday in the operator’s zone', { weekdays: [1] }, { now: new Date('2026-05-05T03:59:59Z') }],
    ['a total at the bound', { totalAtLeast: '25000' }, total('25000.00')],
    ['a total below the bound', { totalBelow: '25000' }, total('24999.99')],
    ['a total between', { totalAtLeast: '10.10', totalBelow: '10.30' }, total('10.20')],
    ['several', { orderTags: ['hoy'], weekdays: [2], locations: [LOCATION] }, { order: { tags: ['hoy'] } }],
  ])('%s', (_, when, given) => {
    expect(choose(express(when), given)).toEqual({
      kind: 'service',
      service: 'Express',
      decisions: [{ field: 'delivery_service', source: 'settings.service.rules', rule: 'Rápido' }],
    });
  });

  test.each<[string, object, Case]>([
    ['another shipping method', { shippingMethods: ['Rápida'] }, titled('Entrega Rápida', 'rapid')],
    ['no shipping method', { shippingMethods: ['hoy'] }, { order: { shippingLine: null } }],
    ['no tag', { orderTags: ['hoy'] }, { order: { tags: ['hoyo', ''] } }],
    ['another tag of signs', { orderTags: ['★'] }, { order: { tags: ['!'] } }],
    ['another location', { locations: ['gid://shopify/Location/1'] }, {}],
    ['no location', { locations: [LOCATION] }, { parts: { location: null } }],
    ['another district', { districts: ['Maipú'] }, {}],
    ['another weekday', { weekdays: [1, 3, 4, 5, 6, 7] }, {}],
    ['a total below', { totalAtLeast: '25000' }, total('24999.99')],
    ['a total at the upper bound', { totalBelow: '25000' }, total('25000.0')],
    ['a total that cannot be read', { totalAtLeast: '0' }, total('?')],
    ['a total that cannot be read, from above', { totalBelow: '1' }, total('?')],
    ['one of several', { orderTags: ['hoy'], weekdays: [3] }, { order: { tags: ['hoy'] } }],
  ])('not with %s', (_, when, given) => {
    expect(choose(express(when), given)).toMatchObject({ kind: 'service', service: 'Nextday' });
  });
});

test('the first rule that fits decides', () => {
  const rules = [
    { name: 'a', when: { weekdays: [7] }, use: 'Express' },
    { name: 'b', when: {}, use: 'Sameday' },
    { name: 'c', when: {}, use: 'Express' },
  ];
  expect(choose(rules)).toMatchObject({ service: 'Sameday', decisions: [{ rule: 'b' }] });
});

describe('do not hand over', () => {
  const rules = [
    { name: 'Lejos', when: { districts: ['Maipú'] }, use: 'do-not-hand-over' },
    { name: 'Cerca', when: { districts: ['Maipú'] }, use: 'Sameday' },
  ];

  test('names the rule', () => {
    expect(choose(rules, { district: 'Maipú' })).toEqual({
      kind: 'do-not-hand-over',
      rule: 'Lejos',
      decisions: [{ field: 'delivery_service', source: 'settings.service.rules', rule: 'Lejos' }],
    });
  });

  test('is passed over when it is sent anyway, and the next rule decides', () => {
    expect(choose(rules, { district: 'Maipú', sendAnyway: true })).toEqual({
      kind: 'service',
      service: 'Sameday',
      decisions: [
        { field: 'eligibility', source: 'send-anyway', rule: 'Lejos' },
        { field: 'delivery_service', source: 'settings.service.rules', rule: 'Cerca' },
      ],
    });
  });

  test('a rule that does not fit is not passed over', () => {
    expect(choose(rules, { sendAnyway: true })).toEqual({
      kind: 'service',
      service: 'Nextday',
      decisions: [{ field: 'delivery_service', source: 'settings.service.default' }],
    });
  });
});

describe('without a district', () => {
  test('a rule that depends on it leaves the service undecided', () => {
    const rules = [...express({ districts: ['Ñuñoa'] }), { name: 'Nada', when: {}, use: 'do-not-hand-over' }];
    expect(choose(rules, { district: null })).toEqual({ kind: 'undecided', decisions: [] });
  });

  test('a rule whose other conditions fail does not', () => {
    expect(choose(express({ districts: ['Ñuñoa'], weekdays: [7] }), { district: null })).toMatchObject({
      service: 'Nextday',
    });
  });
});

describe('the service of a shipping method', () => {
  const ofMethods = (methods: object, given: Case = {}, rules: readonly object[] = []) => {
    const { service } = shopSettingsSchema.parse({ service: { default: 'Nextday', rules, methods } });
    const localNow = DateTime.fromJSDate(TUESDAY_MORNING, { zone: 'America/Santiago' });
    return chooseService(aFulfillment(given.parts, given.order), 'Ñuñoa', localNow, service, given.sendAnyway ?? false);
  };
  const titled = (title: string, code: string | null = null) => ({ order: { shippingLine: { title, code } } });
  const methods = { 'Entrega rápida': 'Express', 'EXP-1': 'Sameday', Retiro: 'do-not-hand-over', Normal: 'default' };

  test.each([
    ['its title', titled('ENTREGA RAPIDA'), 'Entrega rápida', 'Express'],
    ['its code', titled('Otra', 'exp-1'), 'EXP-1', 'Sameday'],
    ['its title before its code', titled('Entrega rápida', 'EXP-1'), 'Entrega rápida', 'Express'],
    [
      'the name that the buyer chose for this fulfillment before the title of the order',
      { ...titled('Entrega rápida'), parts: { deliveryMethods: [aMethod({ presentedName: 'EXP-1' })] } },
      'EXP-1',
      'Sameday',
    ],
  ])('is found by %s', (_, given, rule, service) => {
    expect(ofMethods(methods, given)).toEqual({
      kind: 'service',
      service,
      decisions: [{ field: 'delivery_service', source: 'settings.service.methods', rule }],
    });
  });

  test('comes after the rules', () => {
    const rules = [{ name: 'Todo', when: {}, use: 'Sameday' }];
    expect(ofMethods(methods, titled('Entrega rápida'), rules)).toMatchObject({
      service: 'Sameday',
      decisions: [{ source: 'settings.service.rules' }],
    });
  });

  test('can be the default, or none, in which case sending anyway uses the default', () => {
    const byDefault = [{ field: 'delivery_service', source: 'settings.service.default' }];
    expect(ofMethods(methods, titled('normal'))).toEqual({ kind: 'service', service: 'Nextday', decisions: byDefault });
    expect(ofMethods(methods, titled('Retiro'))).toEqual({
      kind: 'do-not-hand-over',
      rule: 'Retiro',
      decisions: [{ field: 'delivery_service', source: 'settings.service.methods', rule: 'Retiro' }],
    });
    expect(ofMethods(methods, { ...titled('Retiro'), sendAnyway: true })).toEqual({
      kind: 'service',
      service: 'Nextday',
      decisions: [{ field: 'eligibility', source: 'send-anyway', rule: 'Retiro' }, ...byDefault],
    });
  });

  test.each([
    ['of a method without one', methods, titled('Nueva'), true],
    ['of an order without a method', methods, { order: { shippingLine: null }, parts: { deliveryMethods: [] } }, false],
    ['as long as no method has one', {}, titled('Nueva'), false],
  ])('points out the default %s: %#', (_, given, order, isPointedOut) => {
    expect(ofMethods(given, order).decisions).toEqual([
      {
        field: 'delivery_service',
        source: 'settings.service.default',
        ...(isPointedOut ? { rule: 'shipping-method-without-service' } : {}),
      },
    ]);
  });
});
