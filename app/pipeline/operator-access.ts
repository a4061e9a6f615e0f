import type { OperatorAccount } from '@prisma/client';
import type { Environment } from '../environment.ts';
import type { OperatorAccess } from '../operator/client.ts';
import type { World } from './world.ts';

export const ENVIRONMENTS = ['production', 'test'] as const;
export type OperatorEnvironment = (typeof ENVIRONMENTS)[number];

/** The named environments that the deployer has configured: no request goes anywhere else. */
export function operatorEnvironments(environment: Environment): Partial<Record<OperatorEnvironment, string>> {
  const { OPERATOR_BASE_URL: production, OPERATOR_TEST_BASE_URL: test } = environment;
  return test ? { production, test } : { production };
}

/** Time around one call to the operator, to read from Shopify before it and to record its outcome after it. */
const MARGIN_MS = 10_000;

/** How long a step with one call to the operator may take; a claim or lease of that length ends by itself after it. */
export function longestStepMs(environment: Environment): number {
  return environment.OPERATOR_TIMEOUT_SECONDS * 1000 + MARGIN_MS;
}

/** What holds for every call to the operator, whoever's it is. */
export function limitsOf({ OPERATOR_TIMEOUT_SECONDS, OUTGOING_PRIVATE_ADDRESSES }: Environment) {
  return { timeoutMs: OPERATOR_TIMEOUT_SECONDS * 1000, privateAddresses: OUTGOING_PRIVATE_ADDRESSES };
}

/** Decrypts the token for the length of a call. */
export function accessOf(
  world: Pick<World, 'environment' | 'encryption'>,
  account: Pick<OperatorAccount, 'environment' | 'tokenEncrypted'>,
): OperatorAccess {
  const baseUrls: Readonly<Record<string, string>> = operatorEnvironments(world.environment);
  const baseUrl = baseUrls[account.environment];
  if (!baseUrl) {
    throw new Error(
      `no base address for the operator's ${account.environment} environment: set OPERATOR_TEST_BASE_URL`,
    );
  }
  return {
    baseUrl,
    token: world.encryption.decrypt(account.tokenEncrypted),
    ...limitsOf(world.environment),
  };
}
