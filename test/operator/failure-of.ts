import { OperatorError } from '../../app/operator/operator-error.ts';

/** The failure that a call ends in. Anything else that it ends in fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<OperatorError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof OperatorError) return error;
    throw error;
  }
  throw new Error('the call did not fail');
}
