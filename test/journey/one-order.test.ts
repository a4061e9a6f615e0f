import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FulfillmentRecord } from '../../sandbox/shopify/shop/fulfillment-records.ts';
import { readWholeDatabase } from '../set-up/database/database-text.ts';
import { limaOrder, MARKED, SHOP } from '../set-up/world/demo-order.ts';
import { BRANCH, startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { Program } from '../set-up/world/program.ts';
import { until } from '../set-up/time/until.ts';
import { inOrderOfTime } from '../set-up/built-in-states.ts';

const STATE_MS = 700;
const STATES = [
  ...['ingresado', 'asignación aceptada', 'en punto de retiro', 'en despacho', 'en camino entrega', 'entregado'],
];

let world: OfflineWorld;
let program: Program;
let fulfillment: FulfillmentRecord;

beforeAll(async () => {
  world = await startOfflineWorld({
    timeline: {
      ingresado: STATE_MS,
      'asignación aceptada': STATE_MS,
      'en punto de retiro': STATE_MS,
      'en despacho': STATE_MS,
      'en camino entrega': STATE_MS,
    },
  });
  program = await world.start();
  await world.setUpShop(program);
  const order = world.shopify.enterOrder(SHOP, limaOrder());
  fulfillment = world.shopify.fulfill(SHOP, order.id);
  await until('the delivery delivered, and the shop told', async () => {
    const delivery = await theDelivery();
    const open = await world.database.publication.count({ where: { settledAt: null } });
    return delivery?.phase === 'delivered' && open === 0;
  });
});

afterAll(async () => {
  await world.stop();
});

const theDelivery = () =>
  world.database.delivery.findUnique({
    where: { shopDomain_fulfillmentId: { shopDomain: SHOP, fulfillmentId: fulfillment.id } },
    include: { attempts: true, stateEntries: true, publications: { orderBy: { id: 'asc' } } },
  });

describe('one order from webhook to delivery', () => {
  it('hands over one delivery order, with every field mapped', () => {
    const [held, ...others] = world.operator.orders();
    expect(others).toEqual([]);
    const body: unknown = JSON.parse(held?.rawBody ?? '');
    expect(body).toEqual({
      order_number: `tienda-prueba-${fulfillment.name.slice(1)}`,
      delivery_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      delivery_service: 'Nextday',
      notes: expect.stringContaining('tocar el timbre'),
      pickup: { location: { id: BRANCH } },
      dropoff: {
        contact: {
          fullname: 'Marked-Íñigo Marked-Ñahui',
          email: 'marked-email@example.com',
          phone: '+51987654321',
        },
        location: {
          address: expect.stringMatching(/^Marked-Calle Los Ñandúes 345,? Marked-dpto 402$/),
          district: 'Miraflores',
        },
      },
      packages: [
        { code: 'TE-100', name: 'Té verde - 100 g', price: '20', qty: 2 },
        { code: 'TAZA', name: 'Taza', price: '30', qty: 1 },
      ],
      tags: { brand: 'Tienda Prueba' },
      url_tracking: true,
    });
  });

  it('keeps the history and how it came about', async () => {
    const delivery = await theDelivery();
    expect(delivery).toMatchObject({ phase: 'delivered', state: 'entregado', stateGroup: 'delivered', problems: [] });
    expect(inOrderOfTime(delivery?.stateEntries ?? []).map(({ status }) => status)).toEqual(STATES);
    expect(delivery?.attempts.map(({ verb, outcome }) => [verb, outcome])).toEqual([['create', 'accepted']]);
    expect(delivery?.decisions).toEqual(
      expect.arrayContaining([expect.objectContaining({ field: 'dropoff.contact.phone' })]),
    );
  });

  it('writes tracking, each event once and in order, and the order metafield to Shopify', async () => {
    const orderNumber = `tienda-prueba-${fulfillment.name.slice(1)}`;
    expect(fulfillment.trackingInfo).toEqual([
      { company: 'Reparto Veloz', number: orderNumber, url: expect.stringContaining(world.operator.url) },
    ]);
    expect(fulfillment.events.map(({ status }) => status)).toEqual([
      ...['CONFIRMED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED'],
    ]);
    const metafield = world.shopify.metafields(SHOP, fulfillment.orderId).find(({ key }) => key === 'deliveries');
    expect(JSON.parse(metafield?.value ?? '{}')).toMatchObject({
      [fulfillment.id]: { phase: 'delivered', state: 'entregado', orderNumber, history: { length: 6 } },
    });
    const delivery = await theDelivery();
    for (const { kind, outcome } of delivery?.publications ?? []) {
      expect(kind === 'order-metafield' ? ['published', 'overtaken'] : ['published']).toContain(outcome);
    }
  });

  it('ignores the echoes of what it wrote', async () => {
    const echoes = await until('the echoes handled', async () => {
      const receipts = await world.database.webhookReceipt.findMany({ where: { topic: 'fulfillments/update' } });
      return receipts.length > 0 && receipts.every(({ outcome }) => outcome !== null) ? receipts : null;
    });
    expect(new Set(echoes.map(({ outcome }) => outcome))).toEqual(new Set(['skipped']));
  });

  it('keeps nothing of the buyer, and no token, in the database and the log', async () => {
    const kept = await readWholeDatabase(world.database);
    const everything = [...kept, ...program.lines].join('\n');
    expect(everything).toContain(fulfillment.id);
    for (const mark of [...MARKED, /sandbox-operator-token/, /shpat_/, /test-api-secret/]) {
      expect(everything).not.toMatch(mark);
    }
  });
});
