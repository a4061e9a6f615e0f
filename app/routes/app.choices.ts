import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ChoicesAnswer } from '../pages/settings/service-fields.tsx';

/** The shipping methods and tags of recent orders, for a merchant to choose from. It names no buyer. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const shopApi = await context.backend.authenticate(request, 'dry-run');
  return Response.json({ recent: await shopApi.recentChoices() } satisfies ChoicesAnswer);
}
