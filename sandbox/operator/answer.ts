import type { FieldError } from './orders/order-validation.ts';
import type { OrderRecord } from './orders/order-record.ts';

/** An HTTP answer, ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Sent in pieces of so many bytes, with so many milliseconds between two. */
  readonly drip?: { readonly delayMs: number; readonly pieceBytes: number };
  /** The records that the body holds, for who wants to say them differently. */
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

/** The envelope of a call that came to nothing. The interface leaves the shape of an error open. */
export function refusal(
  status: number,
  errors: string | readonly FieldError[],
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const list = typeof errors === 'string' ? [{ message: errors }] : errors;
  return jsonAnswer(status, { errors: list, success: false, data: null }, headers);
}
