import type { OperatorAccount } from '@prisma/client';
import type { Environment } from '../../environment.ts';
import type { OperatorAccess } from '../../operator/client.ts';
import type { Pace } from '../../pace.ts';
import { placeOfToken } from '../../persistence/encryption.ts';
import type { AppContext } from '../../app-context.ts';

export const ENVIRONMENTS = ['production', 'test'] as const;
export type OperatorEnvironment = (typeof ENVIRONMENTS)[number];

/** The named environments that the deployer has configured: no request goes anywhere else. */
export function operatorEnvironments(environment: Environment): Partial<Record<OperatorEnvironment, string>> {
  const { OPERATOR_BASE_URL: production, OPERATOR_TEST_BASE_URL: test } = environment;
  return test ? { production, test } : { production };
}

/** How long a step with one call to the operator may take; a claim or lease of that length ends by itself after it. */
export function longestStepMs({ operator, handOver }: Pace): number {
  return operator.timeoutMs + handOver.marginMs;
}

/** What holds for every call to the operator, whoever's it is. */
export function limitsOf({ environment, pace }: Pick<AppContext, 'environment' | 'pace'>) {
  return { pace: pace.operator, privateAddresses: environment.OUTGOING_PRIVATE_ADDRESSES };
}

/** Decrypts the token for the length of a call. */
export function accessOf(
  app: Pick<AppContext, 'environment' | 'encryption' | 'pace'>,
  account: Pick<OperatorAccount, 'id' | 'environment' | 'tokenEncrypted'>,
): OperatorAccess {
  const baseUrls: Readonly<Record<string, string>> = operatorEnvironments(app.environment);
  const baseUrl = baseUrls[account.environment];
  if (!baseUrl) {
    throw new Error(
      `no base address for the operator's ${account.environment} environment: set OPERATOR_TEST_BASE_URL`,
    );
  }
  return {
    baseUrl,
    token: app.encryption.decrypt(account.tokenEncrypted, placeOfToken(account.id)),
    ...limitsOf(app),
  };
}
