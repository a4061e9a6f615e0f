import { describe, expect, it } from 'vitest';
import { EnvironmentError, readEnvironment } from '../app/environment.ts';
import { TEST_ENCRYPTION_KEY, testVariables } from './set-up/environment.ts';

function messageFor(change: Record<string, string | undefined>): string {
  try {
    readEnvironment({ ...testVariables({}), ...change });
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message;
  }
  return 'taken';
}

it('reads what is needed, with defaults for the rest', () => {
  const environment = readEnvironment({
    SHOPIFY_API_KEY: 'key',
    SHOPIFY_API_SECRET: 'secret',
    SHOPIFY_APP_URL: 'https://handoff.example.com/',
    OPERATOR_NAME: 'Reparto',
    OPERATOR_BASE_URL: 'https://operator.example/api/',
    ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    DATABASE_URL: '',
  });
  expect(environment).toMatchObject({
    PORT: 3000,
    ROLE: 'all',
    NODE_ENV: 'production',
    SHOPIFY_APP_URL: 'https://handoff.example.com',
    OPERATOR_BASE_URL: 'https://operator.example/api',
    SHOPIFY_ADMIN_ORIGINS: ['https://admin.shopify.com'],
    ENCRYPTION_KEYS_OLD: [],
  });
  expect(environment.ENCRYPTION_KEY).toHaveLength(32);
  expect(environment.DATABASE_URL).toBeUndefined();
});

describe('names the variable and what it should be', () => {
  it.each<[string, string | undefined, RegExp]>([
    ['SHOPIFY_API_KEY', undefined, /SHOPIFY_API_KEY is missing: the app's client id/],
    ['SHOPIFY_API_SECRET', '', /SHOPIFY_API_SECRET is missing/],
    ['SHOPIFY_APP_URL', 'handoff', /SHOPIFY_APP_URL must be the public address/],
    ['OPERATOR_BASE_URL', 'ftp://operator.example', /OPERATOR_BASE_URL must be the base address/],
    ['OPERATOR_BASE_URL', 'https://user:word@operator.example', /OPERATOR_BASE_URL must not hold a user name/],
    ['OPERATOR_TIME_ZONE', 'Peru/Lima', /OPERATOR_TIME_ZONE must be an IANA time zone/],
    ['ENCRYPTION_KEY', 'short', /ENCRYPTION_KEY must be 32 bytes in base64/],
    ['ENCRYPTION_KEY', undefined, /ENCRYPTION_KEY is missing: 32 bytes in base64/],
    ['ENCRYPTION_KEYS_OLD', 'short', /ENCRYPTION_KEYS_OLD\S* must be 32 bytes in base64/],
    ['DATABASE_URL', 'mysql://x/y', /DATABASE_URL must be a postgresql:\/\/ address/],
    ['DATABASE_CONNECTIONS', '1', /DATABASE_CONNECTIONS must be a number of connections from 2 to 100/],
    ['ROLE', 'both', /ROLE must be all, web or worker/],
    ['PROCESSES', 'many', /PROCESSES must be auto, or a number of processes from 1 to 64/],
    ['PROCESSES', '0', /PROCESSES must be auto, or a number of processes from 1 to 64/],
    ['PROCESSES', '2.5', /PROCESSES must be auto, or a number of processes from 1 to 64/],
    ['PORT', 'http', /PORT must be a port number/],
    ['PORT', '70000', /PORT must be a port number/],
    ['SUPPORT_URL', 'support@example.com', /SUPPORT_URL must be an https or mailto address/],
    ['LOG_LEVEL', 'loud', /LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent/],
    ['NODE_ENV', 'prod', /NODE_ENV must be development, production or test/],
  ])('%s = %j', (name, value, message) => {
    expect(messageFor({ [name]: value })).toMatch(message);
  });

  it('names all problems at once, and never a value', () => {
    const message = messageFor({ SHOPIFY_API_KEY: '', ENCRYPTION_KEY: 'c2VjcmV0', OPERATOR_NAME: '' });
    expect(message.split('\n')).toHaveLength(4);
    expect(message).not.toContain('c2VjcmV0');
  });
});

it('an empty NODE_ENV counts as production', () => {
  expect(readEnvironment(testVariables({ NODE_ENV: '' })).NODE_ENV).toBe('production');
});
