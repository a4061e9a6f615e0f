import type { LoaderFunctionArgs } from '@remix-run/node';

/** What else the Shopify package serves below /auth, such as leaving the frame. It throws at an address that makes no sense. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  try {
    await context.door.authenticate(request);
  } catch (error) {
    throw error instanceof Response ? error : new Response('the address makes no sense', { status: 400 });
  }
  return null;
}
