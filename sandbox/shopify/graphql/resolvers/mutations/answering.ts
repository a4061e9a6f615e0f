import { RuleBroken } from '../../../fulfillments/fulfilling.ts';
import { CodedRuleBroken } from '../../../fulfillments/fulfillment-holds.ts';

/** A payload with its record, or with the rule that was broken. Both are sent with HTTP 200. */
export function answering<T>(name: string, act: () => T) {
  try {
    return { [name]: act(), userErrors: [] };
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    const { field, message } = error;
    const code = error instanceof CodedRuleBroken ? { code: error.code } : {};
    return { [name]: null, userErrors: [{ __typename: 'UserError', field, message, ...code }] };
  }
}
