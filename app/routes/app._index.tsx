import type { LoaderFunctionArgs } from '@remix-run/node';
import { redirect } from '@remix-run/node';
import { authenticateMerchant } from '../http/merchant-request.ts';

/** The app opens with its deliveries. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await authenticateMerchant({ request, context });
  return redirect(`/app/deliveries${new URL(request.url).search}`);
}
