import pino from 'pino';

export type Logger = pino.Logger;

/** Keys under which a secret or a buyer's data could reach a log line by mistake. */
const SECRET_KEYS = [
  ...['authorization', 'token', 'accessToken', 'refreshToken', 'id_token', 'password', 'secret', 'apiSecretKey'],
  ...['fullname', 'firstName', 'lastName', 'email', 'phone', 'address', 'address1', 'address2', 'zip', 'body', 'note'],
  ...['contact', 'dropoff', 'shippingAddress', 'billingAddress', 'customer'],
];

/**
 * Writes one JSON line for each event. Log ids, codes, counts and times; never a body, a token or anything that names a
 * buyer.
 */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
      serializers: { error: describeError },
    },
    destination,
  );
}

/** Name, message, code and stack only, because the other properties of an error can contain a whole request. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error };
  const code = 'code' in error ? error.code : undefined;
  return {
    name: error.name,
    message: error.message.slice(0, 500),
    ...(code === undefined ? {} : { code }),
    stack: error.stack?.split('\n').slice(1, 6).join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
