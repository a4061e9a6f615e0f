import type { LoaderFunctionArgs } from '@remix-run/node';
import { authenticateMerchant } from '../http/merchant-request.ts';

/** What else the Shopify package serves below /auth, such as leaving the frame. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await authenticateMerchant({ request, context });
  return null;
}
