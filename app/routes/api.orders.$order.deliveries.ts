import type { LoaderFunctionArgs } from '@remix-run/node';
import { gidOf } from '../extension-api/gid-of.ts';

/**
 * The deliveries of an order, and what would be sent for its fulfillments without one. With `?known` Shopify is not
 * asked: an extension that has loaded the order before uses it to look for changes.
 */
export const loader = ({ request, context, params }: LoaderFunctionArgs) =>
  context.backend.answerExtension(request, async (shopApi) => {
    const known = new URL(request.url).searchParams.has('known');
    return shopApi.orderDeliveries(gidOf('Order', params.order), { known });
  });
