import type { KnownState } from '../../domain/tracking/operator-state.ts';

/** The six states of the Order Delivery Service Interface §3. */
const INTERFACE_STATES: Readonly<Record<string, KnownState>> = {
  ingresado: { group: 'accepted', event: 'CONFIRMED' },
  'asignación aceptada': { group: 'courier-assigned', event: null },
  'en punto de retiro': { group: 'picking-up', event: null },
  'en despacho': { group: 'on-the-way', event: 'IN_TRANSIT' },
  'en camino entrega': { group: 'out-for-delivery', event: 'OUT_FOR_DELIVERY' },
  entregado: { group: 'delivered', event: 'DELIVERED' },
};

/** Names that operators of this kind use beyond the interface. */
const FURTHER_STATES: Readonly<Record<string, KnownState>> = {
  'pre recepción virtual': { group: 'accepted', event: null },
  aceptado: { group: 'accepted', event: 'CONFIRMED' },
  retirado: { group: 'on-the-way', event: 'CARRIER_PICKED_UP' },
  'recepción en bodega': { group: 'on-the-way', event: 'IN_TRANSIT' },
  almacenaje: { group: 'delayed', event: 'DELAYED' },
  'recepción log inversa': { group: 'delayed', event: 'DELAYED' },
  'sin moradores': { group: 'attempt-failed', event: 'ATTEMPTED_DELIVERY' },
  'error dirección': { group: 'needs-merchant', event: 'DELAYED' },
  'rechazado cliente': { group: 'ended-badly', event: 'FAILURE' },
  'devolución exitosa': { group: 'ended-badly', event: 'FAILURE' },
  'devolución al cliente': { group: 'ended-badly', event: 'FAILURE' },
  extraviado: { group: 'ended-badly', event: 'FAILURE' },
  'extraviado en bodega': { group: 'ended-badly', event: 'FAILURE' },
  'pedido anulado': { group: 'ended-badly', event: 'FAILURE' },
  'pedido anulado cliente': { group: 'ended-badly', event: 'FAILURE' },
  cancelado: { group: 'ended-badly', event: 'FAILURE' },
  'retiro cd cliente': { group: 'ended-badly', event: 'FAILURE' },
};

/** The names that every profile has. A profile's own names come on top of them. */
export const BUILT_IN_STATES: Readonly<Record<string, KnownState>> = { ...FURTHER_STATES, ...INTERFACE_STATES };
