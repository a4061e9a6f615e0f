import type { StateGroup } from '../../../app/domain/tracking/operator-state.ts';
import { isStateGroup } from '../../../app/extension-api/delivery-tone.ts';

/** The parts of a delivery that buyers see. What is missing or unreadable is null. */
export interface PublishedDelivery {
  /** Null until the operator has reported a state. */
  readonly stateGroup: StateGroup | null;
  /** Codes of what the store has been told to take care of. */
  readonly exceptions: readonly string[];
  readonly orderNumber: string | null;
  readonly trackingUrl: string | null;
  readonly promisedDate: string | null;
  /** The day that the operator plans, when it differs from the promised one. */
  readonly operatorDate: string | null;
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
  /**
   * Oldest first, as the app writes it; times in milliseconds since 1970. Of equal neighbours only the first is kept.
   */
  readonly history: readonly { readonly stateGroup: StateGroup; readonly at: number }[];
}

/**
 * Reads the delivery of one fulfillment from the order metafield `$app:deliveries`, which is JSON keyed by the
 * fulfillment's gid.
 *
 * @returns null when there is none
 */
export function readDelivery(metafield: unknown, fulfillmentId: string): PublishedDelivery | null {
  const delivery = fieldOf(parse(metafield), fulfillmentId);
  if (typeof delivery !== 'object' || delivery === null) return null;
  const text = (name: string) => textOf(fieldOf(delivery, name));
  const trackingUrl = text('trackingUrl');
  return {
    stateGroup: text('state') === null ? null : groupOf(text('stateGroup')),
    exceptions: codesOf(fieldOf(delivery, 'exceptions')),
    orderNumber: text('orderNumber'),
    trackingUrl: trackingUrl && /^https?:\/\//.test(trackingUrl) ? trackingUrl : null,
    promisedDate: dayOf(text('promisedDate')),
    operatorDate: dayOf(text('operatorDate')),
    windowStart: text('windowStart'),
    windowEnd: text('windowEnd'),
    history: historyOf(fieldOf(delivery, 'history')),
  };
}

function codesOf(exceptions: unknown): string[] {
  return Array.isArray(exceptions) ? exceptions.flatMap((each: unknown) => textOf(fieldOf(each, 'code')) ?? []) : [];
}

function dayOf(text: string | null): string | null {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;
}

function parse(metafield: unknown): unknown {
  try {
    return typeof metafield === 'string' ? JSON.parse(metafield) : null;
  } catch {
    return null;
  }
}

function historyOf(entries: unknown): PublishedDelivery['history'] {
  if (!Array.isArray(entries)) return [];
  const read = entries.flatMap((entry: unknown) => {
    const at = Date.parse(textOf(fieldOf(entry, 'at')) ?? '');
    if (textOf(fieldOf(entry, 'status')) === null || Number.isNaN(at)) return [];
    return { stateGroup: groupOf(textOf(fieldOf(entry, 'stateGroup'))), at };
  });
  return read.filter(({ stateGroup }, index) => stateGroup !== read[index - 1]?.stateGroup);
}

/** A group that this version does not know is shown as unknown. */
function groupOf(text: string | null): StateGroup {
  return text !== null && isStateGroup(text) ? text : 'unknown';
}

function fieldOf(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null && Object.hasOwn(object, name)
    ? Reflect.get(object, name)
    : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
