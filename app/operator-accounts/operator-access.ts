import type { OperatorAccount } from '@prisma/client';
import type { Environment } from '../environment.ts';
import type { OperatorAccess } from '../operator/client.ts';
import type { Pace } from '../pace.ts';
import { placeOfToken } from '../persistence/secrets/encryption.ts';
import type { AppContext } from '../app-context.ts';

export const ENVIRONMENTS = ['production', 'test'] as const;
export type OperatorEnvironment = (typeof ENVIRONMENTS)[number];

/** The environments that the deployer has configured. Requests go to no other address. */
export function operatorEnvironments(environment: Environment): Partial<Record<OperatorEnvironment, string>> {
  const { OPERATOR_BASE_URL: production, OPERATOR_TEST_BASE_URL: test } = environment;
  return test ? { production, test } : { production };
}

/** The longest time that a step with one call to the operator can take. Claims and leases expire after it. */
export function stepLimitMs({ operator, handOver }: Pace): number {
  return operator.timeoutMs + handOver.marginMs;
}

/** The limits of every call to the operator, whichever account makes it. */
export function limitsOf({ environment, pace }: Pick<AppContext, 'environment' | 'pace'>) {
  return {
    pace: pace.operator,
    privateAddresses: environment.OUTGOING_PRIVATE_ADDRESSES,
    profile: environment.profile,
  };
}

/** What a call needs to reach the operator. The token is decrypted only for the length of the call. */
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
