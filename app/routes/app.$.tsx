import type { LoaderFunctionArgs } from '@remix-run/node';

/** Answers an address that no page has. The merchant sees a page within the app that leads back. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  await context.backend.authenticate(request);
  throw new Response(null, { status: 404 });
}

export default function Nowhere() {
  return null;
}
