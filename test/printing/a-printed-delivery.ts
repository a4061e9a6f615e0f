import type { PickedLine, PrintedDelivery } from '../../app/printing/printed-delivery.ts';

/** A plausible delivery on paper. A test states only what it is about. */
export function aPrintedDelivery(parts: Partial<PrintedDelivery> = {}): PrintedDelivery {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    orderNumber: 'tienda-prueba-1001.1',
    name: '#1001.1',
    isCancelled: false,
    recipient: 'María-José Ñahui Quispe',
    address: ['Calle Los Ñandúes 345', 'dpto 402, timbre 4', '15074 Lima'],
    district: 'Miraflores',
    phone: '+51987654321',
    notes: 'Tocar el timbre dos veces',
    service: 'Sameday',
    promisedDate: '2026-11-23',
    windowStart: '14:00',
    windowEnd: '18:00',
    pickup: { identity: '118', name: 'Almacén Surquillo' },
    boxes: 1,
    lines: [aPickedLine()],
    ...parts,
  };
}

export function aPickedLine(parts: Partial<PickedLine> = {}): PickedLine {
  return {
    sku: 'TE-100',
    name: 'Té verde',
    product: 'Té verde',
    variant: null,
    image: null,
    quantity: 2,
    location: 'Almacén Surquillo',
    ...parts,
  };
}
