import { type Answer, envelope } from '../answer.ts';
import type { OrderRecord } from '../orders/order-record.ts';
import { STATES } from '../state-timeline.ts';

/** Records written differently from what the operator has. */

/** Changes the records of an answer. An answer without records stays as it is, and the status never changes. */
export function spoilDeliveries(answer: Answer, spoil: (deliveries: readonly OrderRecord[]) => Answer): Answer {
  return answer.deliveries.length > 0 ? { ...spoil(answer.deliveries), status: answer.status } : answer;
}

export function spoilRecords(answer: Answer, spoil: (record: OrderRecord) => OrderRecord): Answer {
  return spoilDeliveries(answer, (deliveries) => envelope(answer.status, deliveries.map(spoil)));
}

export function enterUnknownState(record: OrderRecord, status: string): OrderRecord {
  const date = record.state[0]?.date;
  return { ...record, last_state: status, state: date ? [{ date, status }, ...record.state] : [] };
}

/** As in the interface's example, where `last_state` is an earlier entry of the history. */
export function misstateLast(record: OrderRecord): OrderRecord {
  const example = 'asignación aceptada';
  return { ...record, last_state: record.last_state === example ? STATES[0] : example };
}

/** Only the oldest entry keeps its date. `last_state` is right. */
export function hideDates(record: OrderRecord): OrderRecord {
  const oldest = record.state.length - 1;
  return { ...record, state: record.state.map((entry, index) => (index < oldest ? { ...entry, date: '-' } : entry)) };
}
