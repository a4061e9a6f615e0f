import type { DeliveryOrder } from '../../app/domain/mapping/delivery-order.ts';

/** Every field of the Order Delivery Service Interface §2.1-2.5, the optional ones too. */
export const ORDER: DeliveryOrder = {
  order_number: 'norte-1001.1',
  delivery_date: '2026-11-22 18:00:00',
  delivery_service: 'NextdayWithWindow',
  delivery_start_time: '09:30',
  delivery_end_time: '18:00',
  notes: 'Tocar el timbre dos veces',
  pickup: { location: { id: 101 } },
  dropoff: {
    contact: { fullname: 'Íñigo Ñahui Soto', email: 'inigo.nahui@example.pe', phone: '+51987654321' },
    location: {
      address: 'Jr. Los Ñandúes 345, dpto. 402',
      district: 'Breña',
      latitude: -12.0566,
      longitude: -77.0517,
    },
  },
  packages: [
    { code: 'TE-100', name: 'Té verde - 100 g', price: '2990', qty: 2 },
    { code: 'TAZA', name: 'Taza', price: '0', qty: 1 },
  ],
  tags: { brand: 'Norte' },
  files: [{ name: 'receta.pdf', kind: 'recipe', url: 'https://files.example.pe/f/81/receta.pdf?v=1' }],
  url_tracking: true,
};

/**
 * The order with values put in place, by path such as `packages.0.qty`; undefined leaves a field out. The values may be
 * what the type forbids, so that a test sees it refused.
 */
export function orderWith(changes: Readonly<Record<string, unknown>>): DeliveryOrder {
  let order: unknown = ORDER;
  for (const [path, value] of Object.entries(changes)) order = put(order, path.split('.'), value);
  const asSent: DeliveryOrder = JSON.parse(JSON.stringify(order));
  return asSent;
}

function put(node: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(node)) return node.with(Number(step), put(node[Number(step)], rest, value));
  const fields = fieldsOf(node);
  return { ...fields, [step]: put(fields[step], rest, value) };
}

/** What stands at a path such as `packages.0.qty`; undefined when there is nothing. */
export function valueAt(node: unknown, path: string): unknown {
  return path.split('.').reduce((inner, step) => fieldsOf(inner)[step], node);
}

function fieldsOf(node: unknown): Readonly<Record<string, unknown>> {
  return typeof node === 'object' && node !== null ? { ...node } : {};
}
