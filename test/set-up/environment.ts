import { readEnvironment, type Environment } from '../../app/environment.ts';

/** 32 zero bytes: a key for tests only. */
export const TEST_ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
export const TEST_API_KEY = 'test-api-key';
export const TEST_API_SECRET = 'test-api-secret';

/** What every process that a test starts is given, besides its own variables. */
export const PROCESS_VARIABLES = {
  NODE_ENV: 'test',
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
} as const;

/** The program's environment variables in a test, with short times so that tests do not wait. */
export function testVariables(variables: Readonly<Record<string, string>>): Record<string, string> {
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATABASE_CONNECTIONS: '4', // each new connection plans every statement anew
    SHOPIFY_API_KEY: TEST_API_KEY,
    SHOPIFY_API_SECRET: TEST_API_SECRET,
    SHOPIFY_APP_URL: 'http://localhost:3000',
    OPERATOR_NAME: 'Reparto Veloz',
    OPERATOR_BASE_URL: 'http://127.0.0.1:9',
    ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    TRACKING_INTERVAL_SECONDS: '0.1',
    LOOK_UP_DELAY_SECONDS: '0.1',
    LOOK_UP_HORIZON_MINUTES: '0.01',
    OPERATOR_TIMEOUT_SECONDS: '6',
    ...variables,
  };
}

export function testEnvironment(variables: Readonly<Record<string, string>> = {}): Environment {
  return readEnvironment(testVariables(variables));
}
