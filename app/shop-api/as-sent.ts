import type { DeliveryOrder } from '../domain/mapping/delivery-order.ts';
import { writeOrder } from '../operator/wire.ts';
import type { ShopContext } from './shop-context.ts';

/** Gives an order the forms in which the operator takes it, as the hand-over does. */
export function asSent({ app }: Pick<ShopContext, 'app'>): (order: DeliveryOrder) => unknown {
  return (order) => writeOrder(order, app.environment.profile);
}
