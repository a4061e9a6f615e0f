import { describe, expect, test } from 'vitest';
import { hasPickup, shopSettingsSchema } from '../../../app/domain/settings/shop-settings.ts';

const LOCATION = 'gid://shopify/Location/1';

test('a fresh shop', () => {
  expect(shopSettingsSchema.parse({})).toEqual({
    pickup: { default: null, locations: {} },
    service: {
      default: 'Nextday',
      rules: [],
      methods: {},
      cutoffs: {},
      afterCutoff: 'next-day',
      workingDays: [1, 2, 3, 4, 5, 6],
      holidays: [],
      windows: { SamedayWithWindow: null, NextdayWithWindow: null },
    },
    mapping: {
      districtSources: ['city'],
      districtAliases: {},
      phoneFallback: null,
      emailFallback: null,
      priceForm: 'whole-units',
      onePackage: false,
      itemsPerBox: null,
      tags: {},
      files: [],
      windowAttributes: { date: null, start: null, end: null },
      knownDatePickers: true,
    },
    orderNumber: { prefix: null, template: '{prefix}-{fulfillment}' },
    eligibility: {
      deliveryMethods: ['SHIPPING'],
      countries: [],
      testOrders: 'skip',
      highRisk: 'hand-over',
      otherTracking: 'skip',
      includeTags: [],
      excludeTags: [],
    },
    gracePeriodMinutes: 0,
    earlyWarning: 'warn',
    publish: {
      notifyCustomer: false,
      stateTags: false,
      tagNamespace: 'handoff',
    },
  });
});

test('a configured location hands over, from the default pickup', () => {
  expect(shopSettingsSchema.parse({ pickup: { locations: { [LOCATION]: {} } } }).pickup.locations).toEqual({
    [LOCATION]: { handOver: true, point: null },
  });
});

test('stored settings can be read again', () => {
  const settings = shopSettingsSchema.parse({});
  expect(shopSettingsSchema.parse(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
});

const rule = (when: object) => ({ service: { rules: [{ name: 'a', when, use: 'Express' }] } });
const ONE_OF_EACH = {
  shippingMethods: ['a'],
  orderTags: ['a'],
  locations: [LOCATION],
  districts: ['a'],
  weekdays: [1],
};

describe('values that a merchant may set', () => {
  test.each<[string, object]>([
    ['a branch', { pickup: { default: { id: 12 } } }],
    ['an address', { pickup: { default: { name: 'Bodega', address: 'Irarrázaval 1000', district: 'Ñuñoa' } } }],
    ['a location', { pickup: { locations: { [LOCATION]: { handOver: false, point: { id: 3 } } } } }],
    [
      'a rule',
      {
        service: { rules: [{ name: 'a', when: { weekdays: [1, 7], totalAtLeast: '10.50' }, use: 'do-not-hand-over' }] },
      },
    ],
    ['a rule without conditions', { service: { rules: [{ name: 'a', use: 'Express' }] } }],
    ['a cutoff', { service: { cutoffs: { Sameday: '00:00', Nextday: '23:59' } } }],
    ['a holiday on a leap day', { service: { holidays: ['2028-02-29'] } }],
    ['a window', { service: { windows: { SamedayWithWindow: { start: '09:00', end: '09:01' } } } }],
    ['a note attribute as the district', { mapping: { districtSources: ['zip', { attribute: 'Comuna' }] } }],
    ['a phone', { mapping: { phoneFallback: '+56987654321' } }],
    ['tags', { mapping: { tags: { a: '{shop}/{order}/{vendor}', b: 'plain' } } }],
    ['a template', { orderNumber: { template: 'X{fulfillment}{prefix}' } }],
    ['a rule for one of each', rule(ONE_OF_EACH)],
    ['a whole total', rule({ totalAtLeast: '10' })],
    ['no pickup for a location', { pickup: { default: null, locations: { [LOCATION]: { point: null } } } }],
    ['one working day', { service: { workingDays: [7] } }],
    ['no window', { service: { windows: { SamedayWithWindow: null, NextdayWithWindow: null } } }],
    [
      'every part of the address as the district',
      { mapping: { districtSources: ['city', 'province', 'address2', 'zip', 'company'] } },
    ],
    ['cents', { mapping: { priceForm: 'minor-units' } }],
    [
      'files from everywhere',
      {
        mapping: { files: ['line-property', 'note-attribute', 'order-metafield'].map((from) => ({ from, name: 'x' })) },
      },
    ],
    [
      'every delivery method',
      { eligibility: { deliveryMethods: ['SHIPPING', 'LOCAL', 'PICKUP_POINT', 'PICK_UP', 'RETAIL'] } },
    ],
    ['everything skipped', { eligibility: { testOrders: 'skip', highRisk: 'skip', otherTracking: 'skip' } }],
    [
      'everything handed over',
      { eligibility: { testOrders: 'hand-over', highRisk: 'hand-over', otherTracking: 'hand-over' } },
    ],
    ['countries', { eligibility: { countries: ['PE', 'CL'] } }],
    ['to be asked', { service: { afterCutoff: 'ask' } }],
    ['the longest grace period', { gracePeriodMinutes: 1440 }],
    ...(['off', 'warn', 'hold'] as const).map((earlyWarning): [string, object] => [earlyWarning, { earlyWarning }]),
    ...['a', '1', 'ab', 'Envíos 24-7_x', ' envío ', 'n'.repeat(20)].map((tagNamespace): [string, object] => [
      `the namespace ${tagNamespace}`,
      { publish: { tagNamespace } },
    ]),
  ])('%s', (_, settings) => expect(shopSettingsSchema.safeParse(settings).error).toBeUndefined());
});

describe('values that are refused, by field', () => {
  test.each<[string, object, string]>([
    ['an unknown setting', { grace: 1 }, ''],
    ['an unknown setting inside', { service: { cutoff: {} } }, 'service'],
    ['another early warning', { earlyWarning: '' }, 'earlyWarning'],
    ...['', 'n'.repeat(21), '-a', 'a-', 'a:b', 'a,b', '-', '!a', 'a!'].map((tagNamespace): [string, object, string] => [
      `the namespace ${tagNamespace}`,
      { publish: { tagNamespace } },
      'publish.tagNamespace',
    ]),
    ['a name in a name in braces', { mapping: { tags: { a: '{or{shop}der}' } } }, 'mapping.tags.a'],
    ['half a pickup', { pickup: { default: { name: 'Bodega' } } }, 'pickup.default'],
    ['a branch and an address', { pickup: { default: { id: 1, name: 'Bodega' } } }, 'pickup.default'],
    ['a location that is no gid', { pickup: { locations: { '1': {} } } }, 'pickup.locations.1'],
    ['an unknown service', { service: { default: 'Overnight' } }, 'service.default'],
    ['an unknown service in a rule', { service: { rules: [{ name: 'a', use: 'x' }] } }, 'service.rules.0.use'],
    ['a rule without a name', { service: { rules: [{ name: ' ', use: 'Express' }] } }, 'service.rules.0.name'],
    ['an unknown condition', rule({ tags: ['a'] }), 'service.rules.0.when'],
    ['a condition of nothing', rule({ orderTags: [] }), 'service.rules.0.when.orderTags'],
    ['no shipping method', rule({ shippingMethods: [] }), 'service.rules.0.when.shippingMethods'],
    ['no district', rule({ districts: [] }), 'service.rules.0.when.districts'],
    ['no weekday', rule({ weekdays: [] }), 'service.rules.0.when.weekdays'],
    ['no location', rule({ locations: [] }), 'service.rules.0.when.locations'],
    ['a location in a rule that is no gid', rule({ locations: ['1'] }), 'service.rules.0.when.locations.0'],
    ['a weekday 0', rule({ weekdays: [0] }), 'service.rules.0.when.weekdays.0'],
    ['a weekday 8', rule({ weekdays: [8] }), 'service.rules.0.when.weekdays.0'],
    ['a negative total', rule({ totalBelow: '-1' }), 'service.rules.0.when.totalBelow'],
    ['a total with a comma', rule({ totalAtLeast: '10,5' }), 'service.rules.0.when.totalAtLeast'],
    ['a cutoff at 24:00', { service: { cutoffs: { Sameday: '24:00' } } }, 'service.cutoffs.Sameday'],
    ['a cutoff without minutes', { service: { cutoffs: { Sameday: '9' } } }, 'service.cutoffs.Sameday'],
    ['a cutoff of an unknown service', { service: { cutoffs: { Overnight: '09:00' } } }, 'service.cutoffs'],
    ['no working day', { service: { workingDays: [] } }, 'service.workingDays'],
    ['a holiday that does not exist', { service: { holidays: ['2026-02-29'] } }, 'service.holidays.0'],
    [
      'a window without length',
      { service: { windows: { SamedayWithWindow: { start: '09:00', end: '09:00' } } } },
      'service.windows.SamedayWithWindow',
    ],
    ['no source of the district', { mapping: { districtSources: [] } }, 'mapping.districtSources'],
    ['an unknown source', { mapping: { districtSources: ['address1'] } }, 'mapping.districtSources.0'],
    ['a local phone', { mapping: { phoneFallback: '987654321' } }, 'mapping.phoneFallback'],
    ['a phone with spaces', { mapping: { phoneFallback: '+56 9 8765 4321' } }, 'mapping.phoneFallback'],
    ['a bad e-mail address', { mapping: { emailFallback: 'shop' } }, 'mapping.emailFallback'],
    ['an unknown placeholder', { mapping: { tags: { a: '{buyer}' } } }, 'mapping.tags.a'],
    ['a brace alone', { mapping: { tags: { a: '{shop' } } }, 'mapping.tags.a'],
    ['an empty tag', { mapping: { tags: { a: ' ' } } }, 'mapping.tags.a'],
    ['a file from elsewhere', { mapping: { files: [{ from: 'customer', name: 'x' }] } }, 'mapping.files.0.from'],
    ['one number for all', { orderNumber: { template: '{prefix}' } }, 'orderNumber.template'],
    ['an unknown part of the number', { orderNumber: { template: '{fulfillment}{order}' } }, 'orderNumber.template'],
    ['an empty prefix', { orderNumber: { prefix: '' } }, 'orderNumber.prefix'],
    ['no delivery method', { eligibility: { deliveryMethods: [] } }, 'eligibility.deliveryMethods'],
    ['a cutoff with seconds', { service: { cutoffs: { Sameday: '09:00:00' } } }, 'service.cutoffs.Sameday'],
    ['a cutoff with a date', { service: { cutoffs: { Sameday: '5 09:00' } } }, 'service.cutoffs.Sameday'],
    ['a currency with the total', rule({ totalBelow: 'S/10' }), 'service.rules.0.when.totalBelow'],
    ['a total with a remark', rule({ totalBelow: '10 soles' }), 'service.rules.0.when.totalBelow'],
    ['a country of three letters', { eligibility: { countries: ['CHL'] } }, 'eligibility.countries.0'],
    ['a country by its name', { eligibility: { countries: ['Chile'] } }, 'eligibility.countries.0'],
    ['too long a grace period', { gracePeriodMinutes: 1441 }, 'gracePeriodMinutes'],
    ['a negative grace period', { gracePeriodMinutes: -1 }, 'gracePeriodMinutes'],
    ['half a minute', { gracePeriodMinutes: 0.5 }, 'gracePeriodMinutes'],
  ])('%s', (_, settings, path) => {
    const issues = shopSettingsSchema.safeParse(settings).error?.issues ?? [];
    expect(issues.map((issue) => issue.path.join('.'))).toContain(path);
  });

  test('the message says what to write', () => {
    const messageOf = (settings: object) => shopSettingsSchema.safeParse(settings).error?.issues[0]?.message;
    expect(messageOf({ mapping: { tags: { a: '{x}' } } })).toBe('may use only {shop}, {order}, {vendor}');
    expect(messageOf({ orderNumber: { template: 'x' } })).toBe(
      'must use {fulfillment}: one number for each fulfillment',
    );
    expect(messageOf({ service: { windows: { NextdayWithWindow: { start: '10:00', end: '09:00' } } } })).toBe(
      'must end after it starts',
    );
    expect(messageOf({ mapping: { phoneFallback: '1' } })).toBe('must be an international number such as +56987654321');
    expect(messageOf({ service: { cutoffs: { Sameday: '9' } } })).toBe('must be HH:MM');
    expect(messageOf({ eligibility: { countries: ['x'] } })).toBe('must be a country code such as CL');
    expect(messageOf({ publish: { tagNamespace: 'a:b' } })).toBe('must be letters, digits, spaces and hyphens');
    expect(messageOf(rule({ totalBelow: 'x' }))).toBe('must be an amount such as 49.90');
  });
});

describe('a shop has a pickup', () => {
  const point = { id: 101 };
  const pickup = (value: object) => shopSettingsSchema.parse({ pickup: value });

  test('for all of its locations, or for one', () => {
    expect(hasPickup(pickup({ default: point }))).toBe(true);
    expect(hasPickup(pickup({ default: point, locations: { [LOCATION]: {} } }))).toBe(true);
    const other = 'gid://shopify/Location/2';
    expect(hasPickup(pickup({ locations: { [LOCATION]: {}, [other]: { point } } }))).toBe(true);
  });

  test('or none yet', () => {
    expect(hasPickup(pickup({}))).toBe(false);
    expect(hasPickup(pickup({ locations: { [LOCATION]: {} } }))).toBe(false);
  });
});
