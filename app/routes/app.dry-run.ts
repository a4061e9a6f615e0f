import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { DryRunResult, DryRunOrders } from '../pages/dry-run/dry-run-form.tsx';

/** The orders that a dry run can use. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const shopApi = await context.backend.authenticate(request, 'dry-run');
  return Response.json((await shopApi.ordersForDryRun()) satisfies DryRunOrders);
}

/** What would be sent for an order, with the saved or the typed settings. It names the buyer. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const shopApi = await context.backend.authenticate(request, 'dry-run');
  return Response.json((await shopApi.submitDryRun(await request.json().catch(() => null))) satisfies DryRunResult);
}
