import type { PlanInput } from '../../../../app/domain/planning/delivery-plan.ts';
import type {
  Attribute,
  DeliveryMethod,
  Fulfillment,
  FulfillmentLine,
  MailingAddress,
  Order,
  Person,
} from '../../../../app/domain/fulfillment/fulfillment.ts';
import { type ShopSettings, shopSettingsSchema } from '../../../../app/domain/settings/shop-settings.ts';
import { aFulfillment, aLine, aMethod, anAddress, anOrder, LOCATION } from './plan-inputs.ts';
import { anyCharacter, fc } from '../../../set-up/properties.ts';

/**
 * Any order, shop and settings: mostly plausible, now and then absurd. Everything that a buyer writes bears a mark, so
 * that a test can see where it goes.
 */

/** Stands in every text of a buyer but the town. */
export const BUYERS_MARK = 'zqxbuyer';
/** Stands in the city and the province, of which a problem may tell the key. */
export const TOWN_MARK = 'zqxtown';
/** Stands in every phone. */
export const PHONE_MARK = '97531';

const DECIMALS: Readonly<Record<string, number>> = { CLP: 0, PEN: 2, MXN: 2, BRL: 2, JPY: 0, KWD: 3 };

/** Any text: letters of many scripts, invisible characters, controls, lone surrogates, spaces, nothing. */
const anyText = fc.string({ unit: anyCharacter, maxLength: 20 });
const mostly = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 7, arbitrary: usual }, { weight: 1, arbitrary: rare });
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 7 });

const buyersText = orNull(
  mostly(
    fc
      .constantFrom('Ana', 'Av. Larco 345', 'Depto 5', 'Torre \u2060Norte', 'Ñ')
      .map((text) => `${text} ${BUYERS_MARK}`),
    anyText.map((text) => `${text}${BUYERS_MARK}${text}`),
  ),
);
const town = orNull(
  mostly(
    fc.constantFrom('Ñuñoa', 'Comuna de Ñuñoa', 'Miraflores', 'Miraflores, Lima', 'Bogotá'),
    anyText.map((text) => `${TOWN_MARK}${text}`),
  ),
);
const phone = orNull(
  mostly(
    fc.constantFrom(`+569${PHONE_MARK}864`, `9${PHONE_MARK}864`, `+51 9${PHONE_MARK} 864`),
    anyText.map((text) => `${PHONE_MARK}${text}`),
  ),
);
const email = orNull(
  mostly(
    fc.constant(`${BUYERS_MARK}@example.com`),
    anyText.map((text) => `${BUYERS_MARK}${text}`),
  ),
);
const coordinate = orNull(
  // JSON, in which coordinates come, has no -0
  fc.oneof(fc.constant(0), fc.double({ min: -200, max: 200 }), fc.double()).map((degrees) => degrees + 0),
);
const country = orNull(mostly(fc.constantFrom('CL', 'PE', 'CO'), fc.string({ maxLength: 3 })));

const address: fc.Arbitrary<MailingAddress> = fc
  .record<Partial<MailingAddress>>({
    firstName: buyersText,
    lastName: buyersText,
    company: buyersText,
    phone,
    address1: buyersText,
    address2: buyersText,
    city: town,
    province: town,
    zip: buyersText,
    countryCode: country,
    latitude: coordinate,
    longitude: coordinate,
  })
  .map(anAddress);

const person: fc.Arbitrary<Person> = fc.record({ firstName: buyersText, lastName: buyersText, email, phone });

const attribute: fc.Arbitrary<Attribute> = fc.oneof(
  fc.record({
    key: fc.constantFrom('Receta', 'Otra'),
    value: orNull(
      mostly(
        fc.constantFrom('1', '2').map((name) => `https://cdn.example.com/${BUYERS_MARK}-${name}.pdf`),
        anyText.map((text) => `${BUYERS_MARK}${text}`),
      ),
    ),
  }),
  fc.record({ key: fc.constant('Comuna'), value: buyersText }),
  fc.record({ key: fc.constant('Fecha'), value: orNull(mostly(fc.constantFrom('2026-05-08', '06/05/2026'), anyText)) }),
  fc.record({
    key: fc.constant('Horario'),
    value: orNull(mostly(fc.constantFrom('9:00 - 13:00', '15h a 19h'), anyText)),
  }),
);

const line = (currency: string): fc.Arbitrary<FulfillmentLine> =>
  fc
    .record({
      quantity: mostly(fc.integer({ min: 1, max: 12 }), fc.constantFrom(0, 1000)),
      sku: orNull(mostly(fc.constantFrom('A-1', 'B-2'), anyText)),
      name: mostly(fc.constant('Té verde - 100 g'), anyText),
      vendor: orNull(anyText),
      requiresShipping: mostly(fc.constant(true), fc.constant(false)),
      isGiftCard: mostly(fc.constant(false), fc.constant(true)),
      coins: mostly(fc.bigInt({ min: 0n, max: 10_000_000n }), fc.bigInt({ min: 0n, max: 10n ** 25n })),
      attributes: fc.array(attribute, { maxLength: 2 }),
    })
    .map(({ coins, ...parts }) => aLine({ ...parts, discountedTotal: { amount: decimal(coins, currency), currency } }));

/** Coins as Shopify prints an amount: always with a decimal. */
function decimal(coins: bigint, currency: string): string {
  const decimals = DECIMALS[currency] ?? 2;
  const digits = String(coins).padStart(decimals + 1, '0');
  return decimals === 0 ? `${digits}.0` : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The inverse of `decimal`. */
export function coinsOf({ amount, currency }: { amount: string; currency: string }): bigint {
  const [units = '', fraction = ''] = amount.split('.');
  const decimals = DECIMALS[currency] ?? 2;
  return BigInt(units + fraction.slice(0, decimals));
}

const instant = mostly(
  fc.integer({ min: 0, max: 60 * 24 * 14 }).map((minutes) => new Date(Date.UTC(2026, 4, 1, 0, minutes))),
  fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
);

const method: fc.Arbitrary<DeliveryMethod> = fc
  .record<Partial<DeliveryMethod>>({
    type: mostly(fc.constant('SHIPPING'), fc.constantFrom('LOCAL', 'NONE', 'PICK_UP')),
    minDeliveryDateTime: orNull(instant.map((date) => date.toISOString())),
    maxDeliveryDateTime: orNull(instant.map((date) => date.toISOString())),
    instructions: buyersText,
    phone,
  })
  .map(aMethod);

const order = (currency: string): fc.Arbitrary<Order> =>
  fc
    .record<Partial<Order>>({
      test: mostly(fc.constant(false), fc.constant(true)),
      cancelledAt: mostly(fc.constant(null), fc.constant('2026-05-05T10:00:00Z')),
      tags: fc.uniqueArray(fc.constantFrom('vip', 'Hoy', 'retiro'), { maxLength: 2 }),
      note: buyersText,
      attributes: fc.array(attribute, { maxLength: 4 }),
      email,
      phone,
      total: fc.bigInt({ min: 0n, max: 1_000_000n }).map((coins) => ({ amount: decimal(coins, currency), currency })),
      riskLevel: fc.constantFrom('HIGH', 'LOW', null),
      shippingLine: orNull(fc.constantFrom({ title: 'Exprés', code: null }, { title: 'Normal', code: 'N' })),
      shippingAddress: mostly(address, fc.constant(null)),
      billingAddress: orNull(address),
      customer: orNull(person),
      metafields: fc.array(fc.record({ key: fc.constant('custom.receta'), value: buyersText }), { maxLength: 1 }),
    })
    .map(anOrder);

const fulfillment: fc.Arbitrary<Fulfillment> = fc.constantFrom(...Object.keys(DECIMALS)).chain((currency) =>
  fc
    .record<Partial<Omit<Fulfillment, 'order'>> & { order: Order }>({
      name: mostly(fc.constantFrom('#1001.1', '#EN 12/A.2'), anyText),
      status: mostly(fc.constant('SUCCESS'), fc.constantFrom('CANCELLED', 'PENDING')),
      location: mostly(fc.constant(aFulfillment().location), fc.constant(null)),
      deliveryMethods: fc.array(method, { maxLength: 2 }),
      lines: fc.array(line(currency), { minLength: 1, maxLength: 4 }),
      tracking: mostly<Fulfillment['tracking']>(
        fc.constant([]),
        fc.constant([{ company: 'X', number: '1Z', url: null }]),
      ),
      order: order(currency),
    })
    .map(({ order, ...parts }) => ({ ...aFulfillment(parts), order })),
);

const point = fc.constantFrom({ id: 12 }, { name: 'Bodega', address: 'Irarrázaval 1000', district: 'Ñuñoa' });
const service = fc.constantFrom('Nextday', 'Express', 'Sameday', 'NextdayWithWindow', 'SamedayWithWindow');
const time = fc.constantFrom('00:00', '13:30', '18:00', '23:59');

const anySettings: fc.Arbitrary<ShopSettings> = fc
  .record({
    pickup: fc.record({
      default: mostly(point, fc.constant(null)),
      locations: fc.dictionary(
        fc.constant(LOCATION),
        fc.record({ handOver: mostly(fc.constant(true), fc.constant(false)), point: orNull(point) }),
      ),
    }),
    service: fc.record({
      default: service,
      rules: fc.array(
        fc.record({
          name: fc.constantFrom('Regla A', 'Regla B'),
          when: fc.record(
            {
              shippingMethods: fc.constant(['exprés']),
              orderTags: fc.constant(['hoy']),
              locations: fc.constant([LOCATION]),
              districts: fc.constant(['Ñuñoa', 'Miraflores']),
              weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
              totalAtLeast: fc.constantFrom('0', '100.50'),
              totalBelow: fc.constantFrom('99.99', '5000'),
            },
            { requiredKeys: [] },
          ),
          use: mostly(service, fc.constant('do-not-hand-over')),
        }),
        { maxLength: 3 },
      ),
      cutoffs: fc.dictionary(service, time),
      afterCutoff: fc.constantFrom('next-day', 'ask'),
      workingDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      holidays: fc.uniqueArray(fc.constantFrom('2026-05-01', '2026-05-08', '2028-02-29')),
      windows: fc.record({
        SamedayWithWindow: orNull(fc.constant({ start: '16:00', end: '20:00' })),
        NextdayWithWindow: orNull(fc.constant({ start: '09:00', end: '13:00' })),
      }),
    }),
    mapping: fc.record({
      districtSources: fc.uniqueArray(
        fc.constantFrom('city', 'province', 'address2', 'zip', 'company', { attribute: 'Comuna' }),
        { minLength: 1 },
      ),
      districtAliases: fc.constantFrom({}, { 'Miraflores, Lima': 'Miraflores' }),
      phoneFallback: orNull(fc.constant('+56222345678')),
      emailFallback: orNull(fc.constant('shop@example.com')),
      priceForm: fc.constantFrom('whole-units', 'minor-units'),
      onePackage: mostly(fc.constant(false), fc.constant(true)),
      tags: fc.dictionary(
        fc.constantFrom('brand', 'origen', '__proto__'),
        fc.constantFrom('{vendor}', '{shop} {order}'),
      ),
      files: fc.constantFrom(
        [],
        [{ from: 'note-attribute', name: 'Receta' }],
        [{ from: 'line-property', name: 'receta' }],
        [{ from: 'order-metafield', name: 'custom.receta' }],
      ),
      windowAttributes: fc.constantFrom({}, { date: 'Fecha', start: 'Horario' }),
    }),
    orderNumber: fc.constantFrom({}, { prefix: 'TE' }, { template: '{fulfillment}' }),
    eligibility: fc.constantFrom(
      {},
      { testOrders: 'hand-over', highRisk: 'skip', excludeTags: ['retiro'], countries: ['CL', 'PE'] },
    ),
  })
  .map((settings) => shopSettingsSchema.parse(settings));

export const anyPlanInput: fc.Arbitrary<PlanInput> = fc.record({
  fulfillment,
  shop: fc.record({
    domain: fc.constantFrom('casa-del-te.myshopify.com', 'otra.example.com'),
    name: mostly(fc.constant('Casa del Té'), anyText),
    currency: fc.constant('CLP'),
    timeZone: fc.constantFrom('America/Santiago', 'America/Lima', 'Asia/Tokyo'),
  }),
  settings: anySettings,
  operator: fc.record({
    timeZone: fc.constantFrom(null, 'America/Santiago', 'America/Bogota'),
    servedDistricts: mostly<string[] | null>(
      fc.constantFrom(null, ['Ñuñoa', 'Miraflores', 'Lima', 'Bogotá']),
      fc.constant([]),
    ),
  }),
  now: instant,
  sendAnyway: fc.boolean(),
});
