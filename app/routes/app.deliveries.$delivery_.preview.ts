import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import type { FulfillmentDryRun } from '../extension-api/extension-answers.ts';

const address = z.object({ delivery: z.uuid() });

/** What would be sent for a delivery. It names the buyer: show it, never store it. */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const shopApi = await context.backend.authenticate(request, 'dry-run');
  const { data: given } = address.safeParse(params);
  const dryRun = given && (await shopApi.dryRunDelivery(given.delivery));
  if (!dryRun) throw new Response(null, { status: 404 });
  return Response.json(dryRun satisfies FulfillmentDryRun);
}
