import { z } from 'zod';
import type { FieldError } from '../orders/order-validation.ts';
import type { OrderRecord } from '../orders/order-record.ts';
import { STATES } from '../state-timeline.ts';

/**
 * How an operator departs from the interface, as real ones do. It takes and gives other forms on the wire, and what is
 * behind them stays as strict as without a dialect.
 */
const speech = {
  /** `required`: the paths end with a slash, or that of creation does; others are answered with a redirect. */
  slash: z.enum(['none', 'creation', 'required']).default('none'),
  urlTracking: z.enum(['either', 'text', 'boolean']).default('either'),
  /** `zero`: coordinates are required, and 0 and 0 mean that they are unknown. */
  unknownCoordinates: z.enum(['omit', 'zero']).default('omit'),
  times: z.enum(['HH:MM', 'HH:MM:SS']).default('HH:MM'),
  notes: z.enum(['optional', 'required']).default('optional'),
  files: z.enum(['optional', 'required']).default('optional'),
  pickup: z.enum(['either', 'branch']).default('either'),
  /** Codes by the names of the districts. Only codes are taken, where there are any. */
  districtCodes: z.record(z.string(), z.string()).default({}),
  /** Its own names of states. */
  states: z.partialRecord(z.enum(STATES), z.string()).default({}),
  /** How a read of an unknown number is answered; by default as the mode says. */
  unknownOrder: z.strictObject({ status: z.int(), body: z.unknown() }).nullable().default(null),
  /** How a repeated number is answered; by default with 409. */
  repeatedOrder: z.strictObject({ status: z.int(), body: z.unknown() }).nullable().default(null),
  /** Seconds in `Retry-After` beside a 429; null for none. */
  retryAfterSeconds: z.int().nullable().default(null),
};

export const speechSchema = z.strictObject(speech);
export type Speech = Readonly<z.infer<typeof speechSchema>>;
export const PLAIN_SPEECH: Speech = speechSchema.parse({});

const bodySchema = z.record(z.string(), z.unknown());
const loose = z.looseObject({});

/** Turns a body in the dialect into one of the interface, or names what the dialect does not take. */
export function understand(body: unknown, speech: Speech): { value: unknown } | { errors: readonly FieldError[] } {
  const order = bodySchema.safeParse(body).data;
  if (!order) return { value: body };
  const errors: FieldError[] = [];
  const wrong = (field: string, be: string) => errors.push({ field, message: `${field} ${be}` });
  const value: Record<string, unknown> = { ...order };

  if (speech.urlTracking !== 'either' && 'url_tracking' in order) {
    const isText = typeof order.url_tracking === 'string';
    if (isText !== (speech.urlTracking === 'text')) wrong('url_tracking', `must be a ${speech.urlTracking}`);
  }
  for (const name of ['delivery_start_time', 'delivery_end_time']) {
    const time = order[name];
    if (speech.times === 'HH:MM' || typeof time !== 'string') continue;
    if (/^\d\d:\d\d:\d\d$/.test(time)) value[name] = time.slice(0, 5);
    else wrong(name, 'must be HH:MM:SS');
  }
  for (const name of ['notes', 'files'] as const) {
    if (speech[name] === 'required' && !(name in order)) wrong(name, 'is required');
  }
  const pickup = loose.safeParse(order.pickup).data;
  const place = loose.safeParse(pickup?.location).data;
  if (speech.pickup === 'branch' && !(place && 'id' in place))
    wrong('pickup.location.id', 'is required: a registered branch');
  const dropoff = loose.safeParse(order.dropoff).data;
  const location = loose.safeParse(dropoff?.location).data;
  if (dropoff && location) value.dropoff = { ...dropoff, location: placeOf(location, speech, wrong) };
  return errors.length > 0 ? { errors } : { value };
}

function placeOf(
  location: Readonly<Record<string, unknown>>,
  { unknownCoordinates, districtCodes }: Speech,
  wrong: (field: string, be: string) => void,
): Record<string, unknown> {
  const place = { ...location };
  if (unknownCoordinates === 'zero') {
    const { latitude, longitude, ...rest } = place;
    for (const [name, number] of Object.entries({ latitude, longitude })) {
      if (typeof number !== 'number') wrong(`dropoff.location.${name}`, 'must be a number, 0 when unknown');
    }
    return latitude === 0 && longitude === 0 ? { ...rest, district: place.district } : place;
  }
  const names = new Map(Object.entries(districtCodes).map(([name, code]) => [code, name]));
  if (names.size === 0) return place;
  const name = names.get(String(place.district));
  if (name === undefined) wrong('dropoff.location.district', 'is not a code of a district');
  return { ...place, district: name ?? place.district };
}

/** A record with the dialect's names of states. */
export function inOwnWords(record: OrderRecord, { states }: Speech): OrderRecord {
  const own = new Map<string, string>(Object.entries(states));
  const nameOf = (name: string) => own.get(name) ?? name;
  const state = record.state.map(({ date, status }) => ({ date, status: nameOf(status) }));
  return { ...record, last_state: nameOf(record.last_state), state };
}
