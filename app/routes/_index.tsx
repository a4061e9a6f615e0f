import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { loadedTexts } from '../pages/shell/loaded-texts.ts';
import { chooseLocale } from '../texts/locale.ts';

/** Shopify opens the app here. A request without a shop comes from somebody who found the address. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  if (searchParams.has('shop')) throw redirect(`/app${search}`);
  const locale = chooseLocale(request.headers.get('accept-language') ?? '');
  return { text: loadedTexts({ locale, catalogue: context.backend.pageTexts(locale) }).landing.text };
}

export default function Index() {
  const { text } = useLoaderData<typeof loader>();
  return (
    <main>
      <h1>Handoff</h1>
      <p>{text}</p>
    </main>
  );
}
