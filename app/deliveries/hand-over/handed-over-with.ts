import { shippedQuantities, WATCHED_FIELDS, watchedFields, type WatchedField } from '../../domain/lifecycle/edits.ts';
import type { HandedOverWith } from '../../domain/lifecycle/stored-columns.ts';
import { dateAttributesOf } from '../../domain/mapping/dates/date-pickers.ts';
import type { Fulfillment } from '../../domain/fulfillment/fulfillment.ts';
import { settingsOf } from '../../shops/shop-store.ts';
import type { DeliveryWithShop } from '../delivery-store.ts';
import type { AppContext } from '../../app-context.ts';

/**
 * What a delivery is handed over with, to notice edits. Of a value, a hash with a key is stored, which is different for
 * each delivery.
 */
export function rememberHandedOver(
  { encryption }: Pick<AppContext, 'encryption'>,
  { id, shop }: Pick<DeliveryWithShop, 'id' | 'shop'>,
  fulfillment: Fulfillment,
): HandedOverWith {
  const dateAttributes = dateAttributesOf(settingsOf(shop).mapping);
  return {
    fields: fingerprintsOf(encryption, id, watchedFields(fulfillment.order, dateAttributes)),
    lines: shippedQuantities(fulfillment),
    dateAttributes,
  };
}

export function fingerprintsOf(
  encryption: AppContext['encryption'],
  deliveryId: string,
  values: Readonly<Record<WatchedField, string>>,
  fields: readonly WatchedField[] = WATCHED_FIELDS,
): HandedOverWith['fields'] {
  const fingerprint = (field: WatchedField) => encryption.fingerprints(secretOf(deliveryId, field, values[field]))[0];
  return Object.fromEntries(fields.map((field) => [field, fingerprint(field)]));
}

/** What is hashed of a field. */
export function secretOf(deliveryId: string, field: WatchedField, value: string): string {
  return `${deliveryId}\n${field}\n${value}`;
}
