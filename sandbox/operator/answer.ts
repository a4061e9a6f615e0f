import type { FieldError } from './orders/order-validation.ts';
import type { OrderRecord } from './orders/order-record.ts';

/** An HTTP answer, ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** The answer is sent in pieces of this many bytes, with this many milliseconds between two. */
  readonly drip?: { readonly delayMs: number; readonly pieceBytes: number };
  /** The records in the body, for faults and modes that write them differently. */
  readonly deliveries: readonly OrderRecord[];
}

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

export function jsonAnswer(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(value), deliveries: [] };
}

/** The envelope of §4.2 on success. */
export function envelope(status: number, deliveries: readonly OrderRecord[]): Answer {
  return { ...jsonAnswer(status, { errors: null, success: true, data: { deliveries } }), deliveries };
}

/** The envelope of a failed call. The interface does not define the shape of an error. */
export function refusal(
  status: number,
  errors: string | readonly FieldError[],
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const list = typeof errors === 'string' ? [{ message: errors }] : errors;
  return jsonAnswer(status, { errors: list, success: false, data: null }, headers);
}
