import type { ActionWords } from './words.ts';

const LABELS = {
  order_number: 'order_number',
  delivery_date: 'delivery_date',
  delivery_service: 'delivery_service',
  delivery_start_time: 'delivery_start_time',
  delivery_end_time: 'delivery_end_time',
  notes: 'notes',
  'pickup.location.id': 'pickup_id',
  'pickup.location.name': 'pickup_name',
  'pickup.location.address': 'pickup_address',
  'pickup.location.district': 'pickup_district',
  'dropoff.contact.fullname': 'fullname',
  'dropoff.contact.email': 'email',
  'dropoff.contact.phone': 'phone',
  'dropoff.location.address': 'address',
  'dropoff.location.district': 'district',
  'dropoff.location.latitude': 'latitude',
  'dropoff.location.longitude': 'longitude',
  url_tracking: 'url_tracking',
} as const;
const PACKAGE_LABELS = { code: 'code', name: 'packageName', price: 'price', qty: 'qty' } as const;

/** A field of the delivery order in the merchant's words; what has none, such as a tag, by its path. */
export function fieldLabel(field: string, words: ActionWords): string {
  if (isIn(LABELS, field)) return words.t(`fields.${LABELS[field]}`);
  const [, index, part = ''] = /^packages\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
  if (!isIn(PACKAGE_LABELS, part)) return field;
  return words.t('package', { number: Number(index) + 1, part: words.t(`fields.${PACKAGE_LABELS[part]}`) });
}

function isIn<Labels extends object>(labels: Labels, name: PropertyKey): name is keyof Labels {
  return Object.hasOwn(labels, name);
}
