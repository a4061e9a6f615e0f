import { type Answer, refusal } from './answer.ts';
import { wallClock } from './orders/order-record.ts';
import type { HeldOrder } from './orders/order-store.ts';

/** The page behind a tracking URL, so that links of the demo work. It names no recipient. */
export function showTracking(held: HeldOrder | null, timeZone: string): Answer {
  if (!held) return refusal(404, 'there is no such delivery');
  const entries = held.history.map(({ at, status }) => `${wallClock(at, timeZone)}  ${status}`);
  return {
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: [`${held.orderNumber}: ${held.state}`, '', ...entries, ''].join('\n'),
    deliveries: [],
  };
}
