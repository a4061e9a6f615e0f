import type { LoaderFunctionArgs } from '@remix-run/node';

/** An address of the app that no page has: the merchant is led out of it within the app. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  await context.door.authenticate(request);
  throw new Response(null, { status: 404 });
}

export default function Nowhere() {
  return null;
}
