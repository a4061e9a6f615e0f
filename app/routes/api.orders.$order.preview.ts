import type { LoaderFunctionArgs } from '@remix-run/node';
import { gidOf } from '../extension-api/gid-of.ts';

/** The deliveries of an order, with what would be sent for each fulfillment that can still be handed over. */
export const loader = ({ request, context, params }: LoaderFunctionArgs) =>
  context.backend.answerExtension(
    request,
    async (shopApi) => shopApi.orderDryRun(gidOf('Order', params.order)),
    'dry-run',
  );
