import { expect, it } from 'vitest';
import { SETTING_NAMES } from '../../../app/domain/settings/settings-groups.ts';
import { shopSettingsSchema } from '../../../app/domain/settings/shop-settings.ts';

/** Every setting that a version has ever saved, none with its default. What a shop has saved stays readable. */
const SAVED = {
  pickup: {
    default: { id: 101 },
    locations: {
      'gid://shopify/Location/1': { handOver: false, point: null },
      'gid://shopify/Location/2': {
        handOver: true,
        point: { name: 'Almacén', address: 'Jr. Unión 1', district: 'Lima' },
      },
    },
  },
  service: {
    default: 'Sameday',
    rules: [
      {
        name: 'Lejos',
        when: {
          shippingMethods: ['Despacho'],
          orderTags: ['vip'],
          locations: ['gid://shopify/Location/1'],
          districts: ['Ancón'],
          weekdays: [6, 7],
          totalAtLeast: '10',
          totalBelow: '99.90',
        },
        use: 'do-not-hand-over',
      },
    ],
    methods: { Retiro: 'do-not-hand-over', Normal: 'default', Rápido: 'Express' },
    cutoffs: { Express: '16:00' },
    afterCutoff: 'ask',
    workingDays: [1, 2, 3],
    holidays: ['2026-12-25'],
    windows: {
      SamedayWithWindow: { start: '10:00', end: '12:00' },
      NextdayWithWindow: { start: '09:00', end: '13:00' },
    },
  },
  mapping: {
    districtSources: ['address2', { attribute: 'Comuna' }],
    districtAliases: { SJL: 'San Juan de Lurigancho', Centro: '?' },
    phoneFallback: '+51987654321',
    emailFallback: 'hola@example.com',
    priceForm: 'minor-units',
    onePackage: true,
    itemsPerBox: 3,
    tags: { brand: '{vendor}' },
    files: [{ from: 'order-metafield', name: 'custom.receta', kind: 'recipe' }],
    windowAttributes: { date: 'Fecha', start: 'Desde', end: 'Hasta' },
    knownDatePickers: false,
  },
  orderNumber: { prefix: 'mi', template: '{prefix}/{fulfillment}' },
  eligibility: {
    deliveryMethods: ['LOCAL'],
    countries: ['PE'],
    testOrders: 'hand-over',
    highRisk: 'skip',
    otherTracking: 'hand-over',
    includeTags: ['sí'],
    excludeTags: ['no'],
  },
  gracePeriodMinutes: 15,
  publish: { notifyCustomer: true, stateTags: true, tagNamespace: 'Envío', events: false, tracking: false },
  earlyWarning: 'hold',
} as const;

/** Settings that no page shows any longer, and what became of them. */
const GONE = {
  'publish.events': 'always on',
  'publish.tracking': 'always on',
  'mapping.priceForm': "the operator's profile says it, and what a shop has saved counts where it does not",
  'orderNumber.template': 'counts where it was saved',
};

it('every setting that was ever saved is read as it was saved', () => {
  expect(shopSettingsSchema.parse(JSON.parse(JSON.stringify(SAVED)))).toEqual(SAVED);
});

it('none of them is a default, so that each is read', () => {
  const fresh = leavesOf(shopSettingsSchema.parse({}));
  const saved = leavesOf(SAVED);
  expect([...saved].filter(([name, value]) => JSON.stringify(fresh.get(name)) === JSON.stringify(value))).toEqual([]);
});

it('each is on a page, or is known to be on none', () => {
  const shown = [...SETTING_NAMES, 'pickup.default', 'service.default'];
  expect([...leavesOf(SAVED).keys()].toSorted()).toEqual([...shown, ...Object.keys(GONE)].toSorted());
});

/** The settings by their names. */
function leavesOf(settings: object): Map<string, unknown> {
  return new Map(
    Object.entries(settings).flatMap(([group, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([name, each]: [string, unknown]): [string, unknown] => [`${group}.${name}`, each])
        : [[group, value]],
    ),
  );
}
