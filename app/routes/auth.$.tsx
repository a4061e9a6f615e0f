import type { LoaderFunctionArgs } from '@remix-run/node';

/** What else the Shopify package serves below /auth, such as leaving the frame. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await context.handoff.shopify.authenticate.admin(request);
  return null;
}
