import { z } from 'zod';
import { pickupLocationSchema, timeOfDay } from '../mapping/delivery-order.ts';
import { DELIVERY_SERVICES } from '../mapping/delivery-services.ts';
import { parsePhone } from '../mapping/dropoff/phone.ts';

/**
 * What a merchant decides about hand-overs. Every field has a default, so `shopSettingsSchema.parse({})` gives the
 * settings of a new shop. Its set-up lacks only a pickup. Unknown keys are refused, because a misspelt setting must not
 * silently have no effect. Times of day are those of the operator's clock.
 */

const name = z.string().trim().min(1);
const names = z.array(name);
const deliveryService = z.enum(DELIVERY_SERVICES);
/** ISO weekday: 1 is Monday, 7 is Sunday. */
const weekday = z.int().min(1).max(7);
/** Decimal text in the shop's currency. */
const amount = z.string().regex(/^\d+(\.\d+)?$/, 'must be an amount such as 49.90');

const window = z
  .strictObject({ start: timeOfDay, end: timeOfDay })
  .refine(({ start, end }) => start < end, 'must end after it starts');

/** Only the given names may stand in braces. */
const template = (...placeholders: readonly string[]) =>
  z
    .string()
    .trim()
    .min(1)
    .refine(
      (text) => !/[{}]/.test(placeholders.reduce((rest, name) => rest.replaceAll(`{${name}}`, ' '), text)),
      `may use only ${placeholders.map((placeholder) => `{${placeholder}}`).join(', ')}`,
    );

/** The parts of the shipping address that may contain the district. The order's note attributes may too. */
const DISTRICT_FIELDS = ['city', 'province', 'address2', 'zip', 'company'] as const;
const districtSource = z.union([z.enum(DISTRICT_FIELDS), z.strictObject({ attribute: name })]);

const pickup = z.strictObject({
  /** Null until the merchant has chosen a pickup. Nothing can be handed over before that. */
  default: pickupLocationSchema.nullable().default(null),
  /** By the gid of the Shopify location. */
  locations: z
    .record(
      z.string().startsWith('gid://shopify/Location/'),
      z.strictObject({
        handOver: z.boolean().default(true),
        /** Null means the default pickup. */
        point: pickupLocationSchema.nullable().default(null),
      }),
    )
    .prefault({}),
});

/** All given conditions must match. For each condition, one matching value is enough. */
const serviceRule = z.strictObject({
  name,
  when: z
    .strictObject({
      /** Title or code of the order's shipping line, or the name under which the buyer chose it. */
      shippingMethods: names.min(1).optional(),
      orderTags: names.min(1).optional(),
      locations: z.array(z.string().startsWith('gid://shopify/Location/')).min(1).optional(),
      districts: names.min(1).optional(),
      /** The weekday of the hand-over, in the operator's zone. */
      weekdays: z.array(weekday).min(1).optional(),
      /** The order's total, in the shop's currency. */
      totalAtLeast: amount.optional(),
      totalBelow: amount.optional(),
    })
    .prefault({}),
  use: z.union([deliveryService, z.literal('do-not-hand-over')]),
});

/** What happens to the orders of one shipping method: a delivery service, the default one, or none. */
const methodService = z.union([deliveryService, z.literal('default'), z.literal('do-not-hand-over')]);

const service = z.strictObject({
  default: deliveryService.default('Nextday'),
  /** The first rule that fits decides. */
  rules: z.array(serviceRule).default([]),
  /**
   * By the title or code of the shipping method, for orders that no rule fits. Once one method has an entry, an order
   * whose method has none is pointed out.
   */
  methods: z.record(name, methodService).prefault({}),
  /** From this time on it is too late for a delivery today. A service without a cutoff is never too late. */
  cutoffs: z.partialRecord(deliveryService, timeOfDay).prefault({}),
  /** What happens to a same-day service that cannot be delivered today. */
  afterCutoff: z.enum(['next-day', 'ask']).default('next-day'),
  workingDays: z.array(weekday).min(1).default([1, 2, 3, 4, 5, 6]),
  /** `YYYY-MM-DD`. */
  holidays: z.array(z.iso.date()).default([]),
  /** The window of an order that has none of its own. */
  windows: z
    .strictObject({
      SamedayWithWindow: window.nullable().default(null),
      NextdayWithWindow: window.nullable().default(null),
    })
    .prefault({}),
});

/** Where links to files (such as prescriptions) are found. */
const fileSource = z.strictObject({
  from: z.enum(['line-property', 'note-attribute', 'order-metafield']),
  /** Name of the property or attribute; `namespace.key` of the metafield. */
  name,
  kind: name.default('recipe'),
});

const mapping = z.strictObject({
  districtSources: z.array(districtSource).min(1).default(['city']),
  /** Maps what buyers write to the district's name as the operator writes it. */
  districtAliases: z.record(name, name).prefault({}),
  /** E.164; used when the order has no valid phone number. */
  phoneFallback: z
    .string()
    .refine((phone) => parsePhone(phone, null) === phone, 'must be an international number such as +56987654321')
    .nullable()
    .default(null),
  emailFallback: z.email().nullable().default(null),
  priceForm: z.enum(['whole-units', 'minor-units']).default('whole-units'),
  onePackage: z.boolean().default(false),
  /** How many items go in one box at most; null means one box for each delivery. */
  itemsPerBox: z.int().min(1).max(1_000).nullable().default(null),
  /** Besides `brand`, which is the shop's name unless it is set here. */
  tags: z.record(name, template('shop', 'order', 'vendor')).prefault({}),
  files: z.array(fileSource).default([]),
  /**
   * Names of the note attributes that contain the buyer's window. One attribute may contain both times: `09:00 -
   * 13:00`.
   */
  windowAttributes: z
    .strictObject({
      date: name.nullable().default(null),
      start: name.nullable().default(null),
      end: name.nullable().default(null),
    })
    .prefault({}),
  /** While no name is chosen, the attributes of known date pickers are read: app/domain/mapping/dates/date-pickers.ts. */
  knownDatePickers: z.boolean().default(true),
});

const orderNumber = z.strictObject({
  /** Null means the shop's handle. */
  prefix: name.nullable().default(null),
  template: template('prefix', 'fulfillment')
    .refine((text) => text.includes('{fulfillment}'), 'must use {fulfillment}: one number for each fulfillment')
    .default('{prefix}-{fulfillment}'),
});

const eligibility = z.strictObject({
  deliveryMethods: z
    .array(z.enum(['SHIPPING', 'LOCAL', 'PICKUP_POINT', 'PICK_UP', 'RETAIL']))
    .min(1)
    .default(['SHIPPING']),
  /** ISO 3166-1 alpha-2; empty means every country. */
  countries: z.array(z.string().regex(/^[A-Z]{2}$/, 'must be a country code such as CL')).default([]),
  testOrders: z.enum(['hand-over', 'skip']).default('skip'),
  highRisk: z.enum(['hand-over', 'skip']).default('hand-over'),
  /** A fulfillment that already has a tracking number or link which is not ours. */
  otherTracking: z.enum(['hand-over', 'skip']).default('skip'),
  /** If any are given, the order must have one of them. */
  includeTags: names.default([]),
  excludeTags: names.default([]),
});

/** Stands before the colon of our tags. Shopify's tags have 40 characters, and a comma divides them. */
const tagNamespace = z
  .string()
  .trim()
  .max(20)
  .regex(/^[\p{L}\p{N}]([\p{L}\p{N} _-]*[\p{L}\p{N}])?$/u, 'must be letters, digits, spaces and hyphens');

const publish = z.strictObject({
  notifyCustomer: z.boolean().default(false),
  /** One tag of ours on the order, which says where its delivery is: `handoff:out-for-delivery`. */
  stateTags: z.boolean().default(false),
  tagNamespace: tagNamespace.default('handoff'),
  /** Switches of former versions. Both are always on. */
  events: z.boolean().optional(),
  tracking: z.boolean().optional(),
});

export const shopSettingsSchema = z.strictObject({
  pickup: pickup.prefault({}),
  service: service.prefault({}),
  mapping: mapping.prefault({}),
  orderNumber: orderNumber.prefault({}),
  eligibility: eligibility.prefault({}),
  /** How long a new fulfillment waits before it is handed over, so that the merchant can stop it. */
  gracePeriodMinutes: z.int().min(0).max(1440).default(0),
  publish: publish.prefault({}),
  /** Whether orders are checked before they are fulfilled, and whether those that would not go out are held. */
  earlyWarning: z.enum(['off', 'warn', 'hold']).default('warn'),
});

export type ShopSettings = z.infer<typeof shopSettingsSchema>;
export type DistrictSource = z.infer<typeof districtSource>;
export type MethodService = z.infer<typeof methodService>;
export type ServiceRule = z.infer<typeof serviceRule>;
export type FileSource = z.infer<typeof fileSource>;

/** Whether the shop has chosen a pickup, for any of its locations. */
export function hasPickup({ pickup: { default: point, locations } }: Pick<ShopSettings, 'pickup'>): boolean {
  return point !== null || Object.values(locations).some((location) => location.point !== null);
}
