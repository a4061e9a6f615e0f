import { foldText } from '../domain/mapping/clean-text.ts';
import type { DeliveryOrder } from '../domain/mapping/delivery-order.ts';
import { BOUNDS } from '../bounds.ts';
import type { OperatorProfile } from './profile/operator-profile.ts';

/** Where the operator's profile changes what goes over the wire, and how an answer is read. */

/** The body of `POST /order`: the order in the forms that the operator takes. */
export function writeOrder(order: DeliveryOrder, profile: OperatorProfile): Readonly<Record<string, unknown>> {
  const { url_tracking: urlTracking, delivery_start_time: start, delivery_end_time: end, ...rest } = order;
  const { pickup, dropoff } = order;
  const time = (text: string) => (profile.times === 'HH:MM:SS' ? `${text}:00` : text);
  const zero = profile.coordinates.unknown === 'zero' ? { latitude: 0, longitude: 0 } : {};
  return {
    ...rest,
    ...(start !== undefined && { delivery_start_time: time(start) }),
    ...(end !== undefined && { delivery_end_time: time(end) }),
    ...(profile.emptyNotes === 'send' && { notes: order.notes ?? '' }),
    pickup: { location: 'id' in pickup.location ? pickup.location : withCode(pickup.location, profile) },
    dropoff: { ...dropoff, location: { ...zero, ...withCode(dropoff.location, profile) } },
    ...(profile.emptyFiles === 'send' && { files: order.files ?? [] }),
    ...(urlTracking !== undefined && {
      url_tracking: profile.urlTracking === 'text' ? String(urlTracking) : urlTracking,
    }),
  };
}

function withCode<Location extends { readonly district: string }>(
  location: Location,
  profile: OperatorProfile,
): Location {
  const { district } = location;
  return { ...location, district: profile.districtCodes.get(district) ?? district };
}

export function addressOfOrders(baseUrl: string, { paths }: OperatorProfile): string {
  return `${baseUrl}${paths.create}`;
}

export function addressOfOrder(baseUrl: string, orderNumber: string, { paths }: OperatorProfile): string {
  return `${baseUrl}${paths.read.replace('{order_number}', () => encodeURIComponent(orderNumber))}`;
}

/** The URL, if the operator's profile allows its host. */
export function allowedTracking(url: string | null, { trackingHost }: OperatorProfile): string | null {
  if (url === null || trackingHost === undefined) return url;
  return [trackingHost].flat().includes(URL.parse(url)?.hostname ?? '') ? url : null;
}

/** Statuses after which the operator was not asked about the order, although the answer may say so. */
const ABOUT_OTHER_THINGS: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429]);

/** An answer without a record, and the operator's own words in it. */
interface Said {
  readonly status: number;
  readonly content: unknown;
  readonly words: string;
}

/**
 * Tells by the profile's codes, statuses and words whether an answer means that the operator does not have the order;
 * null where the profile has none. What every operator may say is read elsewhere.
 */
export function absenceOf({ absence }: OperatorProfile): ((said: Said) => boolean) | null {
  const { codes, statuses, words: phrases } = absence;
  if (codes.length + statuses.length + phrases.length === 0) return null;
  const known = new Set(codes.map((code) => String(code).toLowerCase()));
  return ({ status, content, words }) => {
    if (status >= 500 || ABOUT_OTHER_THINGS.has(status)) return false;
    if (statuses.includes(status) || (known.size > 0 && hasCode(content, known))) return true;
    const said = ` ${foldText(words)} `;
    return phrases.some((phrase) => said.includes(` ${foldText(phrase)} `));
  };
}

/** The keys under which operators put a code. */
const KEY_OF_CODE = /cod(?:e|igo)?$|^(?:errors?|erros?|status|estado|type|id|reason|motivo)$/i;

function hasCode(content: unknown, codes: ReadonlySet<string>, key = '', depth = 0): boolean {
  if (typeof content === 'string' || typeof content === 'number') {
    return KEY_OF_CODE.test(key) && codes.has(String(content).trim().toLowerCase());
  }
  if (typeof content !== 'object' || content === null || depth >= BOUNDS.operatorAnswerDepth) return false;
  const entries = Object.entries(content).slice(0, BOUNDS.operatorRecords);
  return entries.some(([name, value]) => hasCode(value, codes, Array.isArray(content) ? key : name, depth + 1));
}
