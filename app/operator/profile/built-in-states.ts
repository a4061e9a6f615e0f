import { EVENTS } from '../../domain/tracking/fulfillment-events.ts';
import type { KnownState } from '../../domain/tracking/operator-state.ts';

/** States that mean the same. The names are separated by commas. */
type Names = KnownState & { readonly names: string };

/** The six states of the Order Delivery Service Interface §3. */
const INTERFACE_STATES: readonly Names[] = [
  { group: 'accepted', event: EVENTS.accepted, problem: null, names: 'ingresado' },
  { group: 'courier-assigned', event: null, problem: null, names: 'asignación aceptada' },
  { group: 'picking-up', event: null, problem: null, names: 'en punto de retiro' },
  { group: 'on-the-way', event: EVENTS['on-the-way'], problem: null, names: 'en despacho' },
  { group: 'out-for-delivery', event: EVENTS['out-for-delivery'], problem: null, names: 'en camino entrega' },
  { group: 'delivered', event: EVENTS.delivered, problem: null, names: 'entregado' },
];

/**
 * Names that operators of this kind use beyond the interface, and the common ones of the trade in Spanish, Portuguese and
 * English. A name that can mean two of these groups is not among them.
 */
const FURTHER_STATES: readonly Names[] = [
  {
    group: 'accepted',
    event: EVENTS.accepted,
    problem: null,
    names: 'aceptado, creado, registrado, confirmado, criado, aceito, created, accepted, confirmed, registered',
  },
  {
    group: 'accepted',
    event: null,
    problem: null,
    names: `pre recepción virtual, por retirar, pendiente de retiro, pendiente de recolección, aguardando coleta,
      pendente de coleta, pending pickup, awaiting pickup`,
  },
  {
    group: 'courier-assigned',
    event: null,
    problem: null,
    names: `asignado, conductor asignado, repartidor asignado, mensajero asignado, motorista atribuído,
      entregador atribuído, courier assigned, driver assigned`,
  },
  {
    group: 'picking-up',
    event: null,
    problem: null,
    names: `en retiro, en recolección, en camino a retiro, en camino al retiro, em coleta, a caminho da coleta,
      picking up, en route to pickup`,
  },
  {
    group: 'on-the-way',
    event: EVENTS.collected,
    problem: null,
    names: 'retirado, recolectado, recogido, coletado, picked up, collected',
  },
  {
    group: 'on-the-way',
    event: EVENTS['on-the-way'],
    problem: null,
    names: `recepción en bodega, recibido en bodega, en bodega, en tránsito, en centro de distribución,
      no centro de distribuição, em trânsito, in transit, at hub, arrived at hub`,
  },
  {
    group: 'out-for-delivery',
    event: EVENTS['out-for-delivery'],
    problem: null,
    names: `en reparto, en ruta, en ruta de entrega, en camino a entrega, salió a reparto, em rota,
      em rota de entrega, saiu para entrega, out for delivery`,
  },
  {
    group: 'delivered',
    event: EVENTS.delivered,
    problem: null,
    names: `entregada, entrega exitosa, entrega realizada, entregado al cliente, entregado en conserjería,
      entregue, delivered`,
  },
  {
    group: 'delayed',
    event: EVENTS.delayed,
    problem: null,
    names: `demorado, retrasado, con retraso, atrasado, reprogramado, reagendado, pospuesto, adiado, delayed,
      rescheduled, postponed`,
  },
  {
    group: 'delayed',
    event: EVENTS.delayed,
    problem: 'stored',
    names: `almacenaje, almacenado, en custodia, en depósito, armazenado, em armazenamento, stored, in storage,
      held at depot`,
  },
  {
    group: 'delayed',
    event: EVENTS.returning,
    problem: 'returning',
    names: `recepción log inversa, logística inversa, en devolución, en proceso de devolución, en retorno,
      logística reversa, em devolução, em processo de devolução, retornando, returning, in return, return in progress`,
  },
  {
    group: 'attempt-failed',
    event: EVENTS['attempt-failed'],
    problem: 'attempt-failed',
    names: `sin moradores, ausente, cliente ausente, destinatario ausente, nadie en casa, no hay nadie, no contesta,
      cliente no contesta, intento fallido, intento de entrega, intento de entrega fallido, visita fallida,
      entrega fallida, no entregado, tentativa de entrega, tentativa sem sucesso, insucesso na entrega,
      ninguém em casa, não entregue, failed attempt, attempt failed, delivery attempted, delivery failed,
      customer not available, nobody home`,
  },
  {
    group: 'needs-merchant',
    event: EVENTS['address-wrong'],
    problem: 'address-wrong',
    names: `error dirección, dirección errónea, dirección incorrecta, dirección incompleta, dirección inexistente,
      dirección inválida, mala dirección, fuera de cobertura, sin cobertura, endereço incorreto, endereço errado,
      endereço incompleto, endereço inexistente, endereço não encontrado, fora da área de entrega, wrong address,
      incorrect address, incomplete address, address not found, bad address, out of coverage`,
  },
  {
    group: 'needs-merchant',
    event: EVENTS['needs-merchant'],
    problem: 'operator-asks',
    names: `incidencia, con incidencia, falta información, teléfono incorrecto, ocorrência, telefone incorreto,
      incident, exception`,
  },
  {
    group: 'ended-badly',
    event: EVENTS['ended-badly'],
    problem: 'refused-by-customer',
    names: `rechazado cliente, rechazado, rechazado por cliente, rechazado por el cliente, rechazado por destinatario,
      recusado, recusado pelo cliente, recusado pelo destinatário, rejected, refused, refused by customer,
      refused by recipient`,
  },
  {
    group: 'ended-badly',
    event: EVENTS['ended-badly'],
    problem: 'returned',
    names: `devolución exitosa, devolución al cliente, devuelto, devuelta, devuelto a origen, devuelto al remitente,
      devuelto a tienda, retornado, devolvido, devolvido ao remetente, retornado ao remetente, returned,
      returned to sender, returned to origin, returned to store`,
  },
  {
    group: 'ended-badly',
    event: EVENTS['ended-badly'],
    problem: 'lost',
    names: `extraviado, extraviado en bodega, perdido, robado, siniestrado, dañado, roubado, avariado, danificado,
      lost, stolen, damaged, destroyed`,
  },
  {
    group: 'ended-badly',
    event: EVENTS['ended-badly'],
    problem: 'cancelled-by-operator',
    names: 'pedido anulado, pedido anulado cliente, anulado, anulada, cancelado, cancelada, cancelled, canceled',
  },
  {
    group: 'ended-badly',
    event: EVENTS['ended-badly'],
    problem: 'not-delivered',
    names: 'retiro cd cliente, entrega imposible, undeliverable',
  },
];

/** The names that every profile has. A profile's own names come on top of them. */
export const BUILT_IN_STATES: readonly (readonly [name: string, state: KnownState])[] = [
  ...FURTHER_STATES,
  ...INTERFACE_STATES,
].flatMap(({ names, ...state }) => names.split(',').map((name) => [name.trim(), state] as const));
