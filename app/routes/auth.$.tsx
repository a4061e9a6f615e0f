import type { LoaderFunctionArgs } from '@remix-run/node';

/**
 * Other addresses that the Shopify package serves below /auth, such as leaving the frame. It throws for an unknown one.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  try {
    await context.backend.authenticate(request);
  } catch (error) {
    throw error instanceof Response ? error : new Response('the address is invalid', { status: 400 });
  }
  return null;
}
