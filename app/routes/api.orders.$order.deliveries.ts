import type { LoaderFunctionArgs } from '@remix-run/node';
import { answerExtension, gidOf } from '../http/extension-request.ts';
import { answerDeliveries } from '../http/order-answer.ts';

/**
 * The deliveries of an order, and what would become of its fulfillments without one. With `?known` Shopify is not asked,
 * for an extension that has asked before and wants to see what has changed.
 */
export function loader(args: LoaderFunctionArgs) {
  return answerExtension(args, (asked) => answerDeliveries(asked, gidOf('Order', args.params.order)));
}
