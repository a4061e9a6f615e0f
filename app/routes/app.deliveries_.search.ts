import type { ActionFunctionArgs } from '@remix-run/node';
import type { OrdersFound } from '../pages/deliveries/delivery-query.ts';

/** Finds orders by what a merchant types. It is posted, because no address may contain a customer's name. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const shopApi = await context.backend.authenticate(request);
  return Response.json((await shopApi.searchDeliveries(await request.json().catch(() => null))) satisfies OrdersFound);
}
