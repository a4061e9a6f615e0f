import { z } from 'zod';
import type { SandboxOperator } from '../operator/server.ts';
import type { SandboxShopify } from '../shopify/server.ts';

const STATES = [
  ...['ingresado', 'asignación aceptada', 'en punto de retiro', 'en despacho', 'en camino entrega', 'entregado'],
];
const EVENTS = ['CONFIRMED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED'];

const bodySchema = z.object({
  order_number: z.string(),
  delivery_date: z.string(),
  delivery_service: z.string(),
  pickup: z.object({ location: z.object({ id: z.number() }) }),
  dropoff: z.object({
    contact: z.object({ fullname: z.string(), email: z.string(), phone: z.string() }),
    location: z.object({ address: z.string(), district: z.string() }),
  }),
  packages: z.array(z.object({ code: z.string(), name: z.string(), price: z.string(), qty: z.number() })).min(1),
  tags: z.object({ brand: z.string() }),
  url_tracking: z.literal(true),
});
const metafieldSchema = z.record(z.string(), z.object({ state: z.string(), trackingUrl: z.string() }));

/**
 * Checks the result at the operator and in the shop after the delivery of one fulfillment.
 *
 * @returns what is not as it should be; empty when all is well
 */
export function checkOutcome(
  operator: SandboxOperator,
  shopify: SandboxShopify,
  { shop, fulfillmentId }: { shop: string; fulfillmentId: string },
): string[] {
  const wrong: string[] = [];
  const expect = (isGood: boolean | undefined, what: string) => {
    if (!isGood) wrong.push(what);
  };

  const orders = operator.orders();
  expect(orders.length === 1, `the operator holds ${orders.length} orders instead of one`);
  const body = bodySchema.safeParse(JSON.parse(orders[0]?.rawBody ?? 'null'));
  expect(
    body.success,
    `the delivery order lacks ${body.error?.issues.map(({ path }) => path.join('.')).join(', ') ?? ''}`,
  );
  const states = [...(orders[0]?.history ?? [])].sort((a, b) => a.at.getTime() - b.at.getTime());
  expect(states.map(({ status }) => status).join() === STATES.join(), 'the order did not pass all six states');

  const fulfillment = shopify.store.get(shop)?.fulfillment(fulfillmentId);
  const [tracking] = fulfillment?.trackingInfo ?? [];
  expect(tracking?.number === body.data?.order_number, 'the fulfillment has no tracking number');
  expect(tracking?.url?.startsWith('http'), 'the fulfillment has no tracking URL');
  const events = fulfillment?.events.map(({ status }) => status) ?? [];
  expect(events.join() === EVENTS.join(), `the fulfillment's events are ${events.join(', ') || 'none'}`);
  const metafield = shopify.metafields(shop, fulfillment?.orderId ?? '').find(({ key }) => key === 'deliveries');
  const deliveries = metafieldSchema.safeParse(JSON.parse(metafield?.value ?? 'null'));
  expect(deliveries.data?.[fulfillmentId]?.state === 'entregado', 'the order metafield does not say entregado');
  return wrong;
}
