import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { ORDER_LIMIT } from '../extension-api/extension-answers.ts';
import { gidOf } from '../extension-api/gid-of.ts';

const orders = z.strictObject({
  orderIds: z
    .array(z.string().regex(/^gid:\/\/shopify\/Order\/\d{1,20}$/, 'must be the gid of an order'))
    .min(1)
    .max(ORDER_LIMIT),
});

/** The present deliveries of the orders. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
  context.backend.answerExtension(request, async (shopApi) => {
    const numbers = new URL(request.url).searchParams.get('orders')?.split(',') ?? [];
    const { orderIds } = orders.parse({ orderIds: numbers.map((number) => gidOf('Order', number)) });
    return shopApi.ordersAsTheyStand(orderIds);
  });

/** Hands over every fulfillment of the orders that the operator does not have. What a rule skips stays skipped. */
export const action = ({ request, context }: ActionFunctionArgs) =>
  context.backend.answerExtension(request, async (shopApi) => {
    const { orderIds } = orders.parse(await request.json());
    return shopApi.handOverOrders(orderIds);
  });
