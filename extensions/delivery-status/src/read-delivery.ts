/** What buyers are shown of a delivery. Whatever is missing or unreadable is null. */
export interface PublishedDelivery {
  /** The operator's own word. */
  readonly state: string | null;
  readonly stateGroup: string | null;
  readonly orderNumber: string | null;
  readonly trackingUrl: string | null;
  readonly promisedDate: string | null;
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
  /** Oldest first, as the app writes it; moments in milliseconds since 1970. */
  readonly history: readonly { readonly state: string; readonly at: number }[];
}

/**
 * The delivery of one fulfillment out of the order metafield `$app:deliveries`, which is JSON by the fulfillment's gid.
 *
 * @returns null when there is none
 */
export function readDelivery(metafield: unknown, fulfillmentId: string): PublishedDelivery | null {
  const delivery = fieldOf(parse(metafield), fulfillmentId);
  if (typeof delivery !== 'object' || delivery === null) return null;
  const text = (name: string) => textOf(fieldOf(delivery, name));
  const trackingUrl = text('trackingUrl');
  return {
    state: text('state'),
    stateGroup: text('stateGroup'),
    orderNumber: text('orderNumber'),
    trackingUrl: trackingUrl && /^https?:\/\//.test(trackingUrl) ? trackingUrl : null,
    promisedDate: /^\d{4}-\d{2}-\d{2}$/.test(text('promisedDate') ?? '') ? text('promisedDate') : null,
    windowStart: text('windowStart'),
    windowEnd: text('windowEnd'),
    history: historyOf(fieldOf(delivery, 'history')),
  };
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
  return entries.flatMap((entry: unknown) => {
    const state = textOf(fieldOf(entry, 'status'));
    const at = Date.parse(textOf(fieldOf(entry, 'at')) ?? '');
    return state && !Number.isNaN(at) ? { state, at } : [];
  });
}

function fieldOf(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null && Object.hasOwn(object, name)
    ? Reflect.get(object, name)
    : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
