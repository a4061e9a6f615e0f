import type { OrderDraft } from '../../../sandbox/shopify/orders/order-draft.ts';
import type { FulfillmentRecord } from '../../../sandbox/shopify/shop/fulfillment-records.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import type { OfflineWorld } from '../../set-up/world/offline-world.ts';
import { until } from '../../set-up/time/until.ts';

export type HandedOver = FulfillmentRecord & { readonly deliveryId: string };

const product = (title: string, sku: string, quantity = 1) => ({ title, sku, quantity, price: '20.00' });
const to = (firstName: string, lastName: string, address1: string, city: string) => {
  const { shippingAddress } = limaOrder();
  return { ...shippingAddress, firstName: `Marked-${firstName}`, lastName, address1: `Marked-${address1}`, city };
};

/** Three boxes; names that are long, of far away, and from right to left; and one that is cancelled too late. */
const ORDERS: readonly Partial<OrderDraft>[] = [
  { lineItems: [product('Té verde', 'TE-100', 2), product('Taza', 'TAZA'), product('Miel de los Andes', 'MIEL', 3)] },
  {
    lineItems: [product('Taza', 'TAZA')],
    shippingAddress: to(
      'Maximiliano Bartholomeo',
      'Wolfeschlegelsteinhausenbergerdorff de la Santísima Trinidad y Ñuñez',
      'Avenida Libertador General Don José de San Martín 12345, interior 1701-B, frente al parque',
      'San Juan de Lurigancho',
    ),
    note: 'marked-note: dejar con el portero si no hay nadie. '.repeat(12),
  },
  {
    lineItems: [product('Taza', 'TAZA')],
    shippingAddress: to('太郎', '山田', '千代田区丸の内一丁目九番一号', '千代田区'),
  },
  { lineItems: [product('Taza', 'TAZA')], shippingAddress: to('محمد', 'الأنصاري', 'شارع الملك فهد 123', 'العليا') },
  { lineItems: [product('Taza', 'TAZA')] },
];

/** Hands the orders over; the operator keeps them where they are. The last one is cancelled after that. */
export async function handOverOrders(world: OfflineWorld, shop: string = SHOP): Promise<HandedOver[]> {
  const deliveries: HandedOver[] = [];
  for (const change of ORDERS) {
    const fulfillment = world.shopify.fulfill(shop, world.shopify.enterOrder(shop, limaOrder(change)).id);
    const delivery = await until('the delivery handed over', () =>
      world.database.delivery.findFirst({ where: { fulfillmentId: fulfillment.id, phase: 'in-delivery' } }),
    );
    deliveries.push({ ...fulfillment, deliveryId: delivery.id });
  }
  await world.database.delivery.update({ where: { id: deliveries[0]?.deliveryId ?? '' }, data: { boxes: 3 } });
  const cancelled = deliveries.at(-1);
  world.shopify.cancelFulfillment(shop, cancelled?.id ?? '');
  await until('the cancellation noticed', () =>
    world.database.delivery.findFirst({ where: { id: cancelled?.deliveryId ?? '', cancelRequestedAt: { not: null } } }),
  );
  return deliveries;
}

export const numberOf = ({ name }: FulfillmentRecord, shop: string = SHOP) =>
  `${shop.split('.')[0] ?? ''}-${name.slice(1)}`;

/** A printed document of the shop, as the admin fetches it. */
export async function documentOf(
  world: OfflineWorld,
  program: { readonly url: string },
  path: string,
  shop: string = SHOP,
): Promise<string> {
  await world.database.actionBudget.deleteMany();
  const answer = await fetch(`${program.url}/print/${path}`, {
    headers: { Authorization: `Bearer ${world.shopify.idToken(shop)}`, 'User-Agent': 'Mozilla/5.0 Chrome/140.0' },
  });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
  return answer.text();
}
