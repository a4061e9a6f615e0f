import { DateTime } from 'luxon';
import { z } from 'zod';

/**
 * Checks the body of `POST /order` as the Order Delivery Service Interface §2.1-2.5 defines it. It shares no code with
 * the app's own schema on purpose, so that a misreading on one side is not repeated on the other.
 *
 * Where the interface says nothing, the strict reading is used. `README.md` lists those choices.
 */

/** One error in a body. `field` is a path such as `packages[0].price`, empty for the body as a whole. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

const DELIVERY_SERVICES = ['Nextday', 'Express', 'Sameday', 'NextdayWithWindow', 'SamedayWithWindow'] as const;

/** The end of a sentence that starts with the name of the field. */
function must(be: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) => (input === undefined ? 'is required' : `must be ${be}`),
  };
}

/** An object with exactly these fields. */
function fields<Shape extends z.ZodRawShape>(shape: Shape, stranger = 'is not a field of the interface') {
  return z.strictObject(shape, {
    error: ({ code, input }) => {
      if (code === 'unrecognized_keys') return stranger;
      return input === undefined ? 'is required' : 'must be an object';
    },
  });
}

function text(be: string, pattern: RegExp) {
  return z.string(must(be)).regex(pattern, { ...must(be), abort: true });
}

const notBlank = text('a string that is not blank', /\S/);
const timeOfDay = text('a time of day as HH:MM', /^([01]\d|2[0-3]):[0-5]\d$/);
const DATE_TIME = 'a real date and time as YYYY-MM-DD HH:MM:SS';

const dateTime = text(DATE_TIME, /^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/).refine(
  // the pattern checks the form; this checks only the calendar, in UTC, where no hour is skipped
  (value) => DateTime.fromSQL(value, { zone: 'utc' }).isValid,
  must(DATE_TIME),
);

const TWO_SHAPES = 'does not go with the others: a pickup is a branch id alone, or name, address and district';
const branchId = z.int(must('an integer')).positive(must('a positive integer'));
const branchPickup = fields({ id: branchId }, TWO_SHAPES);
const addressPickup = fields({ name: notBlank, address: notBlank, district: notBlank });

const contact = fields({
  fullname: notBlank,
  email: text('an e-mail address', /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/),
  phone: text('an international phone number: + and 7 to 15 digits', /^\+[1-9]\d{6,14}$/),
});

const dropoffLocation = fields({
  address: notBlank,
  district: notBlank,
  latitude: z.number(must('a number')).min(-90, must('at least -90')).max(90, must('at most 90')).optional(),
  longitude: z.number(must('a number')).min(-180, must('at least -180')).max(180, must('at most 180')).optional(),
});

const packageItem = fields({
  code: notBlank,
  name: notBlank,
  price: text('a string of 1 to 15 digits', /^\d{1,15}$/),
  qty: z.int(must('an integer')).positive(must('a positive integer')),
});

const file = fields({
  name: notBlank,
  kind: notBlank,
  url: z.url({ protocol: /^https?$/, hostname: /./, ...must('an http or https URL') }),
});

function orderWith<Location extends z.ZodType>(location: Location) {
  return fields({
    order_number: notBlank,
    delivery_date: dateTime,
    delivery_service: z.enum(DELIVERY_SERVICES, must(`one of ${DELIVERY_SERVICES.join(', ')}`)),
    delivery_start_time: timeOfDay.optional(),
    delivery_end_time: timeOfDay.optional(),
    notes: z.string(must('a string')).optional(),
    pickup: fields({ location }),
    dropoff: fields({ contact, location: dropoffLocation }),
    packages: z.array(packageItem, must('an array')).min(1, 'must hold at least one package'),
    tags: z.record(z.string(), z.string(must('a string')), must('an object of strings')),
    files: z.array(file, must('an array')).optional(),
    url_tracking: z.literal([true, false, 'true', 'false'], must('true or false')).optional(),
  });
}

const orderFromBranch = orderWith(branchPickup);
const orderFromAddress = orderWith(addressPickup);

export type DeliveryOrder = z.infer<typeof orderFromBranch> | z.infer<typeof orderFromAddress>;

export type Validation =
  { readonly ok: true; readonly order: DeliveryOrder } | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * @param body parsed JSON
 * @param branches ids that are registered ("homologated") for the account
 */
export function validateOrder(body: unknown, branches: ReadonlySet<number>): Validation {
  const rough = roughOrderSchema.parse(body);
  const namesBranch = rough?.pickup?.location?.id !== undefined;
  const result = namesBranch ? orderFromBranch.safeParse(body) : orderFromAddress.safeParse(body);
  const errors = [
    ...(result.success ? [] : result.error.issues.flatMap(fieldErrors)),
    ...checkBranch(rough, branches),
    ...checkWindow(rough),
    ...checkCoordinates(rough),
  ];
  return result.success && errors.length === 0 ? { ok: true, order: result.data } : { ok: false, errors };
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
  return paths.map((path) => fieldError(fieldName(path), issue.message));
}

function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
}

function fieldError(field: string, message: string): FieldError {
  return { field, message: `${field || 'the body'} ${message}` };
}

/*
 * The rules that concern several fields. They parse the body loosely, so that they report errors whatever else is
 * wrong, and say nothing about a field that is invalid in itself.
 */

const anything = z.unknown().optional();

/** Parses an object, ignoring its other fields; undefined when it is not an object. */
function roughly<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).optional().catch(undefined);
}

const roughOrderSchema = roughly({
  delivery_service: anything,
  delivery_start_time: anything,
  delivery_end_time: anything,
  pickup: roughly({ location: roughly({ id: anything }) }),
  dropoff: roughly({ location: roughly({ latitude: anything, longitude: anything }) }),
});
type RoughOrder = z.infer<typeof roughOrderSchema>;

function checkBranch(rough: RoughOrder, branches: ReadonlySet<number>): FieldError[] {
  const { success, data: id } = branchId.safeParse(rough?.pickup?.location?.id);
  if (!success || branches.has(id)) return [];
  return [fieldError('pickup.location.id', `${id} is not a branch registered for this account`)];
}

const timesOfDay = z.tuple([timeOfDay, timeOfDay]);

function checkWindow(rough: RoughOrder): FieldError[] {
  if (rough === undefined) return [];
  const { delivery_service: service, delivery_start_time: start, delivery_end_time: end } = rough;
  const windowed = service === 'NextdayWithWindow' || service === 'SamedayWithWindow';
  const errors: FieldError[] = [];
  if (start === undefined && (windowed || end !== undefined)) {
    errors.push(fieldError('delivery_start_time', `is required with ${windowed ? service : 'delivery_end_time'}`));
  }
  if (end === undefined && (windowed || start !== undefined)) {
    errors.push(fieldError('delivery_end_time', `is required with ${windowed ? service : 'delivery_start_time'}`));
  }
  const times = timesOfDay.safeParse([start, end]).data;
  // an end before the start is on the next day
  if (times && times[1] === times[0]) errors.push(fieldError('delivery_end_time', 'must be after delivery_start_time'));
  return errors;
}

function checkCoordinates(rough: RoughOrder): FieldError[] {
  const { latitude, longitude } = rough?.dropoff?.location ?? {};
  const names = ['latitude', 'longitude'];
  if (latitude === 0 && longitude === 0) {
    return names.map((name) =>
      fieldError(`dropoff.location.${name}`, 'must be left out when unknown: 0,0 is no place'),
    );
  }
  if ((latitude === undefined) === (longitude === undefined)) return [];
  const [missing, given] = latitude === undefined ? names : names.toReversed();
  return [fieldError(`dropoff.location.${missing}`, `is required with ${given}`)];
}
