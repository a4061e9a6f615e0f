import { checkToken } from '../operator/client.ts';
import { OperatorError } from '../operator/operator-error.ts';
import { limitsOf, operatorEnvironments, type OperatorEnvironment } from './operator-access.ts';
import type { AppContext } from '../app-context.ts';

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
