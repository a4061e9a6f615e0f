import { z } from 'zod';
import {
  INTERFACE_AS_WRITTEN,
  ProfileError,
  readProfile,
  type OperatorProfile,
} from './operator/profile/operator-profile.ts';
import { isTimeZone } from './operator/profile/profile-schema.ts';

/** The only reader of `process.env`. */

// Libraries read NODE_ENV by themselves, and show the stacks of errors unless it is production.
const { NODE_ENV: given }: NodeJS.Dict<string> = process.env;
if (!given) process.env.NODE_ENV = 'production';

const httpAddress = (whatItIs: string) =>
  z
    .url({ protocol: /^https?$/, error: whatItIs })
    .refine((url) => !URL.canParse(url) || !new URL(url).username, 'must not hold a user name')
    .transform(withoutTrailingSlash);
const httpUrl = httpAddress('must be an http or https address');
const encryptionKey = z
  .string()
  .transform((text) => Buffer.from(text.trim(), 'base64'))
  .refine((key) => key.length === 32, 'must be 32 bytes in base64 (openssl rand -base64 32)');
const timeZone = z.string().refine(isTimeZone, 'must be an IANA time zone, e.g. America/Lima');
const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
const USUAL_HORIZON = 15;
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' });
const CONNECTIONS = 'must be a number of connections from 2 to 100';
const connections = z.coerce.number(CONNECTIONS).int(CONNECTIONS).min(2, CONNECTIONS).max(100, CONNECTIONS);
const days = (least: number) =>
  z.coerce.number('must be a number of days').min(least, `must be ${least} days at least`).max(36_500);
const required = (hint: string) => z.string({ error: `is missing: ${hint}` }).min(1, `is empty: ${hint}`);

const environmentSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .default('production'),
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  /** How many processes one start runs; `auto` runs as many as there are cores. */
  PROCESSES: z
    .literal('auto')
    .or(z.coerce.number().int().min(1).max(64))
    .catch(Number.NaN)
    .refine((count) => !Number.isNaN(count), 'must be auto, or a number of processes from 1 to 64')
    .default(1),
  /** Set by the program for the processes that it starts: their name, and whether they answer requests. */
  PROCESS_NAME: z.string().min(1).optional(),
  PROCESS_ANSWERS: z.enum(['yes', 'no']).default('yes'),
  PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65535, 'must be a port number')
    .default(3000),
  /** The port of `/metrics`, if it is not `PORT`. It should stay inside the deployer's network. */
  METRICS_PORT: z.coerce.number('must be a port number').int().min(0).max(65535).optional(),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    )
    .default('info'),

  /** The SQS queue into which EventBridge puts Shopify's webhooks. Without it they come by HTTP alone. */
  WEBHOOK_QUEUE_URL: z.url({ protocol: /^https?$/, error: 'must be the https address of an SQS queue' }).optional(),

  /** Where a collector takes traces (OTLP over HTTP). Without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress('must be the http or https address of a collector').optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('handoff'),
  /** The share of traces that is sent. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a share from 0 to 1')
    .min(0, 'must be a share from 0 to 1')
    .max(1, 'must be a share from 0 to 1')
    .default(1),

  SHOPIFY_API_KEY: required("the app's client id in the Partner dashboard"),
  SHOPIFY_API_SECRET: required("the app's client secret in the Partner dashboard"),
  SHOPIFY_APP_URL: httpAddress('must be the public address of this app, e.g. https://handoff.example.com'),
  /** Origins, besides the shop's own host, that may show the app in a frame. */
  SHOPIFY_ADMIN_ORIGINS: z.string().default('https://admin.shopify.com').transform(list).pipe(z.array(httpUrl)),
  APP_BRIDGE_URL: httpUrl.default('https://cdn.shopify.com/shopifycloud/app-bridge.js'),

  /** Where every "contact support" of the pages leads. */
  SUPPORT_URL: z.url({ protocol: /^(https?|mailto)$/, error: 'must be an https or mailto address' }).optional(),

  DATABASE_URL: postgresUrl.optional(),
  /**
   * PostgreSQL itself, where `DATABASE_URL` leads to a pooler in transaction mode. Migrations and the job queue need
   * connections of their own.
   */
  DIRECT_DATABASE_URL: postgresUrl.optional(),
  /** The largest number of connections of one process for its statements. Locks, budgets and the queue have others. */
  DATABASE_CONNECTIONS: connections.default(10),
  DATA_DIR: z.string().min(1).optional(),

  /** JSON file: how the operator speaks (docs/operator-profile.md). Without it, the interface as written. */
  OPERATOR_PROFILE: z.string().min(1).optional(),
  OPERATOR_NAME: required('the name of the delivery operator, as merchants and buyers should read it'),
  OPERATOR_BASE_URL: httpAddress("must be the base address of the operator's interface"),
  OPERATOR_TEST_BASE_URL: httpUrl.optional(),
  /** Whether the operator's host name may resolve to an address of a private network. */
  OUTGOING_PRIVATE_ADDRESSES: z.enum(['refuse', 'allow'], 'must be refuse or allow').default('refuse'),
  OPERATOR_TIME_ZONE: timeZone.optional(),
  /** The longest time that one call to the operator may take. */
  OPERATOR_TIMEOUT_SECONDS: z.coerce.number('must be a number of seconds').min(0.5).max(60).default(15),
  /**
   * The largest number of simultaneous calls of all processes for one operator account; fewer when the operator asks
   * for less.
   */
  OPERATOR_CONCURRENCY: z.coerce.number('must be a number of calls').int().min(1).max(200).default(20),
  /** JSON file: an array of district names as the operator writes them. */
  OPERATOR_DISTRICTS_FILE: z.string().min(1).optional(),

  ENCRYPTION_KEY: z.string({ error: 'is missing: 32 bytes in base64 (openssl rand -base64 32)' }).pipe(encryptionKey),
  ENCRYPTION_KEYS_OLD: z.string().default('').transform(list).pipe(z.array(encryptionKey)),

  /** Seconds between two reads of a delivery that is out for delivery; the other states are multiples of it. */
  TRACKING_INTERVAL_SECONDS: z.coerce.number('must be a number of seconds').min(0.05).max(3600).default(120),
  /** Seconds between a call that the operator may have accepted and the first look-up. */
  LOOK_UP_DELAY_SECONDS: z.coerce.number('must be a number of seconds').min(0.05).max(300).default(5),

  /** Minutes for which such an order is looked up before it is sent again, if it is not found. */
  LOOK_UP_HORIZON_MINUTES: z.coerce.number('must be a number of minutes').min(0).max(1440).default(USUAL_HORIZON),
  /** The deployer confirms that the operator refuses a repeated order number. Two look-ups are enough then. */
  OPERATOR_REFUSES_REPEATS: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((word) => word === 'true'),

  /**
   * A receipt must be kept for longer than Shopify's 48 hours of retries: without it, a repeated webhook would count as
   * new.
   */
  KEEP_RECEIPTS_DAYS: days(3).default(30),
  /** Days that the attempts, history and publications of a delivery are kept after its end. */
  KEEP_DETAILS_DAYS: days(7).default(180),
  KEEP_AUDIT_DAYS: days(30).default(400),
  /** Days that the daily counts are kept. */
  KEEP_COUNTS_DAYS: days(2).default(30),
});

export interface Environment extends Readonly<z.infer<typeof environmentSchema>> {
  /** Of the file that `OPERATOR_PROFILE` names. Variables win over it. */
  readonly profile: OperatorProfile;
}

export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

/**
 * @param variables usually `process.env`; an empty value counts as absent
 * @throws EnvironmentError with one line for each variable, or setting of the profile, that is missing or wrong
 */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>> = process.env): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  // Shopify's CLI gives the address of its tunnel as HOST.
  if (given.HOST?.startsWith('https://')) given.SHOPIFY_APP_URL ??= given.HOST;
  const { profile, mistakes } = profileFrom(given);
  const ofProfile = Object.entries(variablesOf(profile)).filter(([, value]) => value !== undefined);
  const result = environmentSchema.safeParse({ ...Object.fromEntries(ofProfile), ...given });
  if (result.success && mistakes.length === 0) return { ...result.data, profile };
  const issues = result.error?.issues ?? [];
  const lines = [...mistakes, ...issues.map(({ path, message }) => `  ${path.map(String).join('.')} ${message}`)];
  throw new EnvironmentError(`Some environment variables are missing or invalid:\n${lines.join('\n')}`);
}

function profileFrom(given: Readonly<Record<string, string | undefined>>): {
  profile: OperatorProfile;
  mistakes: readonly string[];
} {
  const { OPERATOR_PROFILE: file, OUTGOING_PRIVATE_ADDRESSES: privateAddresses } = given;
  if (file === undefined) return { profile: INTERFACE_AS_WRITTEN, mistakes: [] };
  try {
    return { profile: readProfile(file, privateAddresses === 'allow' ? 'allow' : 'refuse'), mistakes: [] };
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    const mistakes = error.mistakes.map((mistake) => `  OPERATOR_PROFILE: ${mistake}`);
    return { profile: INTERFACE_AS_WRITTEN, mistakes };
  }
}

/** The token of `npm run operator:check`, which needs no other variable. */
export function tokenOfCheck(variables: Readonly<Record<string, string | undefined>> = process.env): string | null {
  return variables.OPERATOR_TOKEN ?? null;
}

/** The variables that a profile gives. */
function variablesOf(profile: OperatorProfile): Readonly<Record<string, string | undefined>> {
  const { name, baseUrl, testBaseUrl, timeZone, limits, repeats, registersWithinMinutes = 0 } = profile;
  const horizon = Math.max(USUAL_HORIZON, registersWithinMinutes);
  return {
    OPERATOR_NAME: name,
    OPERATOR_BASE_URL: baseUrl,
    OPERATOR_TEST_BASE_URL: testBaseUrl,
    OPERATOR_TIME_ZONE: timeZone,
    OPERATOR_CONCURRENCY: limits.callsAtOnce?.toString(),
    OPERATOR_REFUSES_REPEATS: repeats === 'refused' ? 'true' : undefined,
    LOOK_UP_HORIZON_MINUTES: String(horizon),
  };
}

function withoutTrailingSlash(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
