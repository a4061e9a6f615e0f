import type { ActionFunctionArgs } from '@remix-run/node';
import type { Corrected, DeskOrders } from '../pages/review/review-result.ts';

/**
 * The customers of the orders at the desk, or the correction of one order. It is posted, because no address may contain
 * what a customer is called by.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const shopApi = await context.backend.authenticate(request);
  const body: unknown = await request.json().catch(() => null);
  if (typeof body === 'object' && body !== null && 'field' in body) {
    return Response.json((await shopApi.correctOrder(body)) satisfies Corrected);
  }
  return Response.json((await shopApi.deskOrders(body)) satisfies DeskOrders);
}
