import { z } from 'zod';
import { BOUNDS } from '../../bounds.ts';
import { DELIVERY_SERVICES } from './delivery-services.ts';

/** Wall-clock time `HH:MM`. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM');

/**
 * An e-mail address that can exist: letters of any script on both sides of the @ (RFC 6531 and IDN), and a domain with
 * two labels or more. The interface only asks for a string.
 */
const EMAIL =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\u0060{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\u0060{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u;

/** The address as it is written; null when it is not an address. */
export function parseEmail(text: string): string | null {
  return EMAIL.test(text) ? text : null;
}

/**
 * The delivery order: the body of `POST /order`, with the fields of the Order Delivery Service Interface §2.1-2.5. The
 * mapping builds it, the operator's client checks it again before sending, and the dry run shows it.
 */

const text = z.string().trim().min(1).max(BOUNDS.sentText);

/**
 * §2.2: a registered branch by its id, or an address. The interface does not say which address fields are required, so
 * all are.
 */
export const pickupLocationSchema = z.union([
  z.strictObject({ id: z.int().positive() }),
  z.strictObject({ name: text, address: text, district: text }),
]);

/** §2.1. `url_tracking` is a boolean in the table and the text "true" in the example; we send the boolean. */
export const deliveryOrderSchema = z.strictObject({
  order_number: text,
  /** `Y-m-d H:i:s` in the operator's zone. */
  delivery_date: z.string().refine(isLocalTime, 'must be YYYY-MM-DD HH:MM:SS, and a day that exists'),
  delivery_service: z.enum(DELIVERY_SERVICES),
  delivery_start_time: timeOfDay.optional(),
  delivery_end_time: timeOfDay.optional(),
  notes: z.string().max(BOUNDS.sentNotes).optional(),
  pickup: z.strictObject({ location: pickupLocationSchema }),
  /** §2.3. Coordinates are decimal degrees, and left out when unknown. */
  dropoff: z.strictObject({
    contact: z.strictObject({
      fullname: text,
      email: z.email({ pattern: EMAIL }),
      phone: z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be E.164 with a leading +'),
    }),
    location: z.strictObject({
      address: text,
      district: text,
      latitude: z.number().min(-90).max(90).optional(),
      longitude: z.number().min(-180).max(180).optional(),
    }),
  }),
  /** §2.4. `price` is digits as text, `qty` a whole number. */
  packages: z
    .array(
      z.strictObject({
        code: text,
        name: text,
        price: z.string().regex(/^\d+$/, 'must be digits'),
        qty: z.int().positive(),
      }),
    )
    .min(1)
    .max(BOUNDS.fulfillmentLines * 2), // a line can make two packages, and there are fewer boxes
  tags: z
    .record(z.string().min(1).max(BOUNDS.sentText), z.string().max(BOUNDS.sentText))
    .refine((tags) => Object.keys(tags).length <= BOUNDS.sentTags, `must be ${BOUNDS.sentTags} at most`),
  /** §2.5. An array, as the examples send it. */
  files: z
    .array(z.strictObject({ name: text, kind: text, url: z.url({ protocol: /^https$/ }).max(BOUNDS.url) }))
    .max(BOUNDS.sentFiles)
    .optional(),
  url_tracking: z.boolean().optional(),
});

function isLocalTime(text: string): boolean {
  const isShaped = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text);
  return isShaped && isoLocalTime.safeParse(text.replace(' ', 'T')).success;
}

const isoLocalTime = z.iso.datetime({ local: true });

export type DeliveryOrder = z.infer<typeof deliveryOrderSchema>;
export type PickupPoint = z.infer<typeof pickupLocationSchema>;
