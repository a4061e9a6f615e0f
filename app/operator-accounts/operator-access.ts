import type { OperatorAccount } from '@prisma/client';
import type { Environment } from '../environment.ts';
import { checkToken, type OperatorAccess } from '../operator/client.ts';
import type { Pace } from '../pace.ts';
import { placeOfToken } from '../persistence/secrets/encryption.ts';
import type { AppContext } from '../app-context.ts';
import { OperatorError } from '../operator/operator-error.ts';

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
function limitsOf({ environment, pace }: Pick<AppContext, 'environment' | 'pace'>) {
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

/** The operator's answer about a token. Messages can be shown to a merchant. */
export type TokenVerdict =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly message: string }
  /** The operator could not be asked. */
  | { readonly kind: 'not-checked'; readonly message: string };

/** Asks the operator whether it accepts the token, in one of the environments that the deployer has configured. */
export async function checkOperatorToken(
  app: Pick<AppContext, 'environment' | 'pace'>,
  { environment, token }: { environment: OperatorEnvironment; token: string },
): Promise<TokenVerdict> {
  const baseUrl = operatorEnvironments(app.environment)[environment];
  if (!baseUrl) throw new Error(`the operator has no ${environment} environment`);
  try {
    return await checkToken({ baseUrl, token, ...limitsOf(app) });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { kind: 'not-checked', message: error.message };
  }
}
