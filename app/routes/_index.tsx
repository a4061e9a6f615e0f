import { redirect, type LoaderFunctionArgs } from '@remix-run/node';

/** Shopify opens the app here. Without a shop it is somebody who found the address. */
export function loader({ request }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  if (searchParams.has('shop')) throw redirect(`/app${search}`);
  return null;
}

export default function Index() {
  return (
    <main>
      <h1>Handoff</h1>
      <p>Open Handoff from the Shopify admin of your shop, under Apps.</p>
    </main>
  );
}
