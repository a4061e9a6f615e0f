import { z } from 'zod';
import { STATE_GROUPS, type StateGroup } from '../../domain/tracking/operator-state.ts';

/**
 * The operator's profile: everything in which operators of this interface may differ. All of it is optional, and the
 * defaults are the interface as written. docs/operator-profile.md and docs/operator-profile.schema.json are generated
 * from this schema.
 *
 * A profile holds names and plain words only, no expressions, and no path can leave the base address.
 */

const must = (be: string) => ({ error: `must be ${be}` });
const object = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape, must('an object'));
const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, must(`one of ${names.map((name) => JSON.stringify(name)).join(', ')}`));
const wholeNumber = (least: number, limit: number) => {
  const message = must(`a whole number from ${least} to ${limit}`);
  return z.int(message).min(least, message).max(limit, message);
};

const TEXT_LIMIT = 200;
const text = z
  .string(must('a text'))
  .trim()
  .min(1, must('a text that is not blank'))
  .max(TEXT_LIMIT, must(`a text of ${TEXT_LIMIT} characters at most`));
const LIST_LIMIT = 200;
const list = <Item extends z.ZodType>(item: Item, limit = LIST_LIMIT) =>
  z.array(item, must('a list')).max(limit, must(`a list of ${limit} at most`));

const ADDRESS = 'an http or https address without user name, query and fragment';
const address = z
  .url({ protocol: /^https?$/, ...must(ADDRESS) })
  .refine((url) => isPlainAddress(url), must(ADDRESS))
  .transform((url) => url.replace(/\/{1,20}$/, ''));

/** A path may not lead to another host, nor out of the base address: the token would go there. */
const PATH = 'a path such as /order, of letters, digits and - _ . ~ /, without //, a dot segment, a query or a host';
const PLAIN_PATH = /^(?:\/[\w~-][\w.~-]{0,99}){1,10}\/?$/;
const path = z.string(must(PATH)).max(TEXT_LIMIT, must(PATH)).regex(PLAIN_PATH, must(PATH));
const NUMBER = '{order_number}';
const readPath = z
  .string(must(`${PATH}, with ${NUMBER} as one of its segments`))
  .max(TEXT_LIMIT, must(PATH))
  .refine(
    (written) => written.split('/').filter((segment) => segment === NUMBER).length === 1,
    must(`a path with ${NUMBER} as one of its segments, once`),
  )
  .refine((written) => PLAIN_PATH.test(written.replace(NUMBER, 'N')), must(PATH));

const HOST = 'a host name such as tracking.example.com, without scheme, port, path or wildcard';
const host = z
  .string(must(HOST))
  .max(253, must(HOST))
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, must(HOST));

const limitOf = (beyond: z.ZodType<'problem' | 'cut'>, limit = 10_000) =>
  object({ limit: wholeNumber(1, limit), beyond });
const eitherEnd = oneOf(['problem', 'cut']).default('problem');
/** Half a number, address of mail or code is another one. */
const neverCut = oneOf(['problem']).default('problem');

const group = oneOf(STATE_GROUPS.filter((name): name is Exclude<StateGroup, 'unknown'> => name !== 'unknown'));

/** What may mean that there is no such order. A success, a refused token, a pause or a failure never does. */
const ABSENCE_STATUS = 'an HTTP status from 400 to 499 that is about the order: not 401, 403, 407, 408, 425 or 429';
const NOT_ABSENCE: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429]);
const absenceStatus = z
  .int(must(ABSENCE_STATUS))
  .min(400, must(ABSENCE_STATUS))
  .max(499, must(ABSENCE_STATUS))
  .refine((status) => !NOT_ABSENCE.has(status), must(ABSENCE_STATUS));
const CODE =
  'a code such as "ORDER_NOT_FOUND" or 1404: not the name of a success or failure as a whole, nor a status of HTTP';
/** Codes that an answer about anything can have. */
const GENERAL_CODE =
  /^(?:[0-5]?\d{0,2}|ok|ko|true|false|success|error|fail|failed|failure|null|undefined|unauthorized|forbidden|bad_?request|internal_?(?:server_?)?error|timeout|too_?many_?requests)$/i;
const absenceCode = z
  .union([z.string().trim().max(60), z.int()], must(CODE))
  .refine((code) => !GENERAL_CODE.test(String(code)), must(CODE));
const WORDS = 'words of 6 to 60 letters, digits and spaces, such as "pedido desconocido": plain words, no expression';
const absenceWords = z
  .string(must(WORDS))
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ]{4,58}[\p{L}\p{N}]$/u, must(WORDS))
  .refine((words) => /\p{L}{3}/u.test(words), must(WORDS));

const DISTRICT = 'the name of a district, or { "name", "code", "aliases" }';
const district = z.union(
  [text, z.strictObject({ name: text, code: text.optional(), aliases: list(text, 50).default([]) })],
  must(DISTRICT),
);

const branch = object({
  id: wholeNumber(1, Number.MAX_SAFE_INTEGER).describe('The id that the operator registered'),
  name: text.describe('What the merchant reads and chooses'),
  address: text.optional().describe('Shown beside the name'),
  district: text.optional().describe('Shown beside the name'),
});

const timeZone = text.refine(isTimeZone, must('an IANA time zone such as America/Lima'));
const template = text.refine(
  (pattern) =>
    /^[\w.-]*$/.test(pattern.replace('{prefix}', '').replace('{fulfillment}', '')) && pattern.includes('{fulfillment}'),
  must('a pattern of letters, digits, - _ . and {prefix}, with {fulfillment} once'),
);

export const profileSchema = object({
  $schema: z.string(must('the address of the JSON Schema')).optional().describe('For editors: the JSON Schema'),
  name: text.optional().describe('The name that merchants and buyers read (`OPERATOR_NAME`)'),
  timeZone: timeZone
    .optional()
    .describe("The zone of the operator's times (`OPERATOR_TIME_ZONE`); without it the shop's"),
  baseUrl: address.optional().describe('The base address (`OPERATOR_BASE_URL`)'),
  testBaseUrl: address.optional().describe('The base address for tests (`OPERATOR_TEST_BASE_URL`)'),
  paths: object({
    create: path.default('/order').describe('Where orders are sent, with or without a slash at the end'),
    read: readPath.default('/order/{order_number}').describe('Where one order is read'),
  })
    .prefault({})
    .describe('Paths below the base address'),
  urlTracking: oneOf(['boolean', 'text']).default('boolean').describe('`url_tracking` as `true` or as `"true"`'),
  coordinates: object({
    unknown: oneOf(['omit', 'zero']).default('omit').describe('Unknown coordinates are left out, or sent as 0 and 0'),
  })
    .prefault({})
    .describe('Coordinates of the address'),
  times: oneOf(['HH:MM', 'HH:MM:SS']).default('HH:MM').describe('The form of the start and end of a window'),
  prices: oneOf(['whole', 'cents'])
    .default('whole')
    .describe('Prices as whole units or as the smallest coins, unless a merchant has chosen otherwise'),
  emptyFiles: oneOf(['omit', 'send']).default('omit').describe('Without files, `files` is left out or sent as `[]`'),
  emptyNotes: oneOf(['omit', 'send']).default('omit').describe('Without notes, `notes` is left out or sent as `""`'),
  fileKind: text.default('recipe').describe('The kind of a file, unless a merchant has chosen another one'),
  orderNumber: template
    .default('{prefix}-{fulfillment}')
    .describe('The pattern of the order number, unless a merchant has chosen another one'),
  lengths: object({
    orderNumber: limitOf(neverCut, 100).optional().describe('`order_number`'),
    notes: limitOf(eitherEnd).optional().describe('`notes`'),
    fullname: limitOf(eitherEnd).optional().describe('`dropoff.contact.fullname`'),
    email: limitOf(neverCut).optional().describe('`dropoff.contact.email`'),
    address: limitOf(eitherEnd).optional().describe('`dropoff.location.address`'),
    packageCode: limitOf(neverCut).optional().describe('`packages[].code`'),
    packageName: limitOf(eitherEnd).optional().describe('`packages[].name`'),
  })
    .prefault({})
    .describe('The longest texts, in characters. Longer ones are a problem, or cut, with … as the mark'),
  packages: limitOf(eitherEnd, 1_000)
    .optional()
    .describe('The largest number of packages. More are a problem, or go as one package that names them all'),
  packagesAre: oneOf(['items', 'boxes'])
    .default('items')
    .describe('What the operator counts as packages: the items of an order, or the boxes that the courier takes'),
  states: z
    .record(text, group, must('an object of state names and groups'))
    .refine((states) => Object.keys(states).length <= LIST_LIMIT, must(`an object of ${LIST_LIMIT} states at most`))
    .default({})
    .describe("The operator's names of states, each with one of our groups, on top of the built-in ones"),
  absence: object({
    codes: list(absenceCode, 20).default([]).describe('Codes in an answer that is not a success'),
    statuses: list(absenceStatus, 10).default([]).describe('HTTP statuses, besides 404'),
    words: list(absenceWords, 20)
      .default([])
      .describe('Words in an answer that is not a success, besides the built-in ones'),
  })
    .prefault({})
    .describe('What an answer says for a number that the operator does not have'),
  repeats: oneOf(['refused', 'second-order', 'unknown'])
    .default('unknown')
    .describe('What a second order with one number becomes. `refused` counts as `OPERATOR_REFUSES_REPEATS=true`'),
  registersWithinMinutes: z
    .number(must('a number of minutes from 0 to 1440'))
    .min(0, must('a number of minutes from 0 to 1440'))
    .max(1440, must('a number of minutes from 0 to 1440'))
    .optional()
    .describe('Minutes until an order can be read. It can lengthen `LOOK_UP_HORIZON_MINUTES`, never shorten it'),
  limits: object({
    callsAtOnce: wholeNumber(1, 200).optional().describe('Calls at once for an account (`OPERATOR_CONCURRENCY`)'),
    callsPerMinute: wholeNumber(1, 60_000).optional().describe('Calls in a minute for an account'),
  })
    .prefault({})
    .describe('How many calls the operator takes'),
  branches: list(branch, 1_000)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, must('a list in which each id stands once'))
    .optional()
    .describe('The registered branches. The merchant chooses one by its name, and no other id is taken'),
  districts: list(district, 5_000)
    .min(1, must('a list of one district at least'))
    .optional()
    .describe('The served districts: a name, or a name with the code that is sent instead and other spellings'),
  support: object({
    address: z
      .url({ protocol: /^(?:https|mailto)$/, ...must('an https or mailto address') })
      .max(TEXT_LIMIT, must('an https or mailto address'))
      .optional()
      .describe('A page or mail address'),
    phone: z
      .string(must('an international phone number such as +51987654321'))
      .regex(/^\+[1-9]\d{6,14}$/, must('an international phone number such as +51987654321'))
      .optional()
      .describe('An international number'),
  })
    .prefault({})
    .describe('What "call the operator" shows'),
  cancelBy: oneOf(['phone', 'address']).optional().describe('Which of the two takes cancellations'),
  trackingHost: z
    .union([host, list(host, 20).min(1)], must(`${HOST}, or a list of such names`))
    .optional()
    .describe('The only hosts that a tracking URL may have'),
});

export type ProfileSettings = z.infer<typeof profileSchema>;

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isPlainAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}
