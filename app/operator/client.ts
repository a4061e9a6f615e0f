import { z } from 'zod';
import { deliveryOrderSchema, type DeliveryOrder } from '../domain/delivery-order.ts';
import { callOperator, type OperatorAnswer } from './http.ts';
import { OperatorError } from './operator-error.ts';
import { operatorMessage } from './operator-message.ts';
import { recordOf, recordsIn, type OrderRecord } from './order-record.ts';

/** Environment and token of one operator account, ready for use. */
export interface OperatorAccess {
  readonly baseUrl: string;
  readonly token: string;
  /** Longest time that one call may take. */
  readonly timeoutMs: number;
}

export interface AcceptedOrder {
  readonly httpStatus: number;
  /** Null when the answer holds none: it comes with the first read then. */
  readonly trackingUrl: string | null;
}

export type FoundOrder =
  | { readonly kind: 'found'; readonly httpStatus: number; readonly record: OrderRecord }
  | { readonly kind: 'not-found'; readonly httpStatus: number };

/**
 * Hands a delivery order over: `POST /order` (Order Delivery Service Interface §4.1). Never repeated by itself: the
 * order number is the only key, and a second call may send a second courier.
 *
 * The shape of the answer is not described. Accepted is any 2xx answer that is JSON and does not say `success: false`,
 * or has no content, or is plain text; markup and cut-off JSON are unreadable, which leaves the outcome unknown.
 *
 * @throws OperatorError
 */
export async function createOrder(access: OperatorAccess, order: DeliveryOrder): Promise<AcceptedOrder> {
  const body = deliveryOrderSchema.parse(order);
  const secrets = buyersData(body);
  const { baseUrl, token, timeoutMs } = access;
  const answer = await callOperator({ method: 'POST', url: `${baseUrl}/order`, token, body, secrets, timeoutMs });
  if (saysNo(answer)) {
    throw new OperatorError('refused', operatorMessage(answer.content, [access.token, ...secrets]), answer.httpStatus);
  }
  if (typeof answer.content === 'string' && /^\s*[<{[]/.test(answer.content)) {
    throw new OperatorError('unreadable', 'the answer is markup or cut-off JSON', answer.httpStatus);
  }
  const records = recordsIn(answer.content);
  return { httpStatus: answer.httpStatus, trackingUrl: recordOf(order.order_number, records)?.trackingUrl ?? null };
}

/**
 * Reads one order: `GET /order/{order_number}` (§4.2).
 *
 * How an unknown number is answered is not described. It counts as not found when the answer is 404, or a 2xx whose list
 * of deliveries is there and empty, or a 2xx that says `success: false` and names the absence.
 *
 * @throws OperatorError
 */
export async function findOrder(access: OperatorAccess, orderNumber: string): Promise<FoundOrder> {
  const { baseUrl, token, timeoutMs } = access;
  const url = `${baseUrl}/order/${encodeURIComponent(orderNumber)}`;
  const answer = await callOperator({ method: 'GET', url, token, secrets: [], timeoutMs });
  const { httpStatus, content } = answer;
  if (httpStatus === 404) return { kind: 'not-found', httpStatus };
  if (saysNo(answer)) {
    const words = operatorMessage(content, [access.token]);
    if (NAMES_ABSENCE.test(words)) return { kind: 'not-found', httpStatus };
    throw new OperatorError('refused', words, httpStatus);
  }
  if (emptyDeliveries.safeParse(content).success) return { kind: 'not-found', httpStatus };
  const record = recordOf(orderNumber, recordsIn(content));
  if (!record) throw new OperatorError('unreadable', 'the answer holds no record of this order', httpStatus);
  return { kind: 'found', httpStatus, record };
}

export type TokenCheck = { readonly kind: 'accepted' } | { readonly kind: 'refused'; readonly message: string };

/**
 * Whether the operator takes the token: reads an order number that cannot exist, so that nothing comes of it.
 *
 * @throws OperatorError when the operator cannot be asked
 */
export async function checkToken(access: OperatorAccess): Promise<TokenCheck> {
  try {
    await findOrder(access, 'handoff-connection-test');
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    if (error.failure === 'account-refused') return { kind: 'refused', message: error.message };
    if (error.failure !== 'refused') throw error;
  }
  return { kind: 'accepted' };
}

const NAMES_ABSENCE =
  /not[ _-]?found|(does|do)(n't| not) exist|no existe|no encontrad|não encontrad|unknown order|sin resultados/i;

const refusal = z.looseObject({ success: z.literal(false) });
const noDeliveries = z.array(z.unknown()).length(0);
const emptyDeliveries = z.union([
  noDeliveries,
  z.looseObject({ data: z.union([noDeliveries, z.looseObject({ deliveries: noDeliveries })]) }),
]);

function saysNo(answer: OperatorAnswer): boolean {
  return refusal.safeParse(answer.content).success;
}

/** What of the order no message may repeat. */
function buyersData({ dropoff, notes }: DeliveryOrder): string[] {
  const { contact, location } = dropoff;
  return [contact.fullname, contact.email, contact.phone, location.address, ...(notes ? [notes] : [])];
}
