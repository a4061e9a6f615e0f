import { z } from 'zod';
import { fileDraft } from '../shop/files.ts';

const text = z.string().nullable().default(null);
const money = z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal number');
const time = z.iso.datetime({ offset: true });
const attributes = z.array(z.object({ key: z.string(), value: z.string().nullable() })).default([]);

const addressText = z.string().nullable().optional();
/** An address, or a change of one. A field that is left out stays empty, or unchanged. */
export const addressDraft = z.strictObject({
  firstName: addressText,
  lastName: addressText,
  company: addressText,
  phone: addressText,
  address1: addressText,
  address2: addressText,
  city: addressText,
  province: addressText,
  provinceCode: addressText,
  zip: addressText,
  country: addressText,
  countryCode: addressText,
  latitude: z.number().nullable().optional(),
  longitude: z.number().nullable().optional(),
  /** Whether Shopify confirmed that the coordinates match the address. By default it did if there are coordinates. */
  coordinatesValidated: z.boolean().optional(),
});
export type AddressDraft = z.output<typeof addressDraft>;

const deliveryDraft = z.strictObject({
  method: z.enum(['LOCAL', 'NONE', 'PICKUP_POINT', 'PICK_UP', 'RETAIL', 'SHIPPING']),
  minDeliveryDateTime: time.nullable().default(null),
  maxDeliveryDateTime: time.nullable().default(null),
  presentedName: text,
  serviceCode: text,
  instructions: text,
  phone: text,
});

const lineDraft = z.strictObject({
  title: z.string(),
  variantTitle: text,
  sku: text,
  vendor: text,
  quantity: z.number().int().min(1).default(1),
  price: money,
  /** An amount taken off the whole line. */
  discount: money.default('0'),
  requiresShipping: z.boolean().default(true),
  isGiftCard: z.boolean().default(false),
  grams: z.number().min(0).nullable().default(null),
  customAttributes: attributes,
  /** How many copies of the line to add, numbered in title and SKU. */
  copies: z.number().int().min(1).default(1),
  /** Name or gid of the location the line leaves from; by default that of the order. */
  location: z.string().optional(),
  /**
   * The delivery method of this line when it differs from the order's. Lines of other methods get their own fulfillment
   * order.
   */
  delivery: deliveryDraft.optional(),
});

/**
 * A metafield has a value, or files that its value refers to: one for `file_reference`, several for
 * `list.file_reference`.
 */
const metafieldDraft = z.union([
  z.strictObject({ namespace: z.string(), key: z.string(), type: z.string(), value: z.string() }),
  z.strictObject({
    namespace: z.string(),
    key: z.string(),
    type: z.enum(['file_reference', 'list.file_reference']),
    files: z.array(fileDraft).min(1),
  }),
]);

/** An order as a test or the seed writes it. Everything that is left out gets a realistic value. */
export const orderDraft = z.strictObject({
  number: z.number().int().optional(),
  name: z.string().optional(),
  createdAt: time.optional(),
  test: z.boolean().default(false),
  note: text,
  tags: z.array(z.string()).default([]),
  customAttributes: attributes,
  email: text,
  phone: text,
  customer: z.strictObject({ firstName: text, lastName: text, email: text, phone: text }).nullable().default(null),
  shippingAddress: addressDraft.nullable().default(null),
  /** By default the same as the shipping address. */
  billingAddress: addressDraft.nullable().optional(),
  lineItems: z.array(lineDraft).min(1),
  shippingLine: z
    .strictObject({
      title: z.string(),
      code: text,
      source: text,
      price: money.default('0'),
      discount: money.default('0'),
      phone: text,
    })
    .nullable()
    .default(null),
  /** An amount taken off the whole order and distributed over its lines, given by a code or by hand. */
  discount: z.strictObject({ amount: money, code: text, title: text }).nullable().default(null),
  delivery: deliveryDraft.optional(),
  /** Name or gid of the location the lines leave from; by default the shop's first. */
  location: z.string().optional(),
  onHold: z.boolean().default(false),
  risk: z.enum(['HIGH', 'LOW', 'MEDIUM', 'NONE', 'PENDING']).default('LOW'),
  localizedFields: z.array(z.strictObject({ key: z.string(), value: z.string() })).default([]),
  metafields: z.array(metafieldDraft).default([]),
  financialStatus: z.enum(['AUTHORIZED', 'PAID', 'PENDING', 'REFUNDED', 'VOIDED']).default('PAID'),
  customerLocale: z.string().nullable().default('es'),
});
export type OrderDraft = z.input<typeof orderDraft>;
export type ParsedOrder = z.output<typeof orderDraft>;
export type ParsedLine = z.output<typeof lineDraft>;
export type ParsedDelivery = z.output<typeof deliveryDraft>;
