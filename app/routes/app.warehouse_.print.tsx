import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Page } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { useTexts } from '../pages/shell/use-texts.ts';
import { PrintView } from '../pages/warehouse/print-view.tsx';
import { readPrintPage } from '../pages/warehouse/read-print-query.ts';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, ({ warehouse }) => warehouse.printLabels);

/** The page shows nothing of the selection itself: it fetches the document, which says whether it is the shop's. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await context.backend.authenticate(request);
  const asked = readPrintPage(new URL(request.url).searchParams);
  if (!asked) throw new Response(null, { status: 404 });
  return asked;
}

export default function Print() {
  const { document, selection } = useLoaderData<typeof loader>();
  const { warehouse: texts, deliveries } = useTexts();
  const [only, ...others] = selection.kind === 'deliveries' ? selection.ids : [];
  const toDelivery = only !== undefined && others.length === 0 ? `/${only}` : '';
  const back =
    selection.kind === 'waiting' || selection.kind === 'handover'
      ? { content: texts.title, url: '/app/warehouse' }
      : { content: deliveries.title, url: `/app/deliveries${toDelivery}` };
  return (
    <Page title={texts.print[document]} backAction={back}>
      <PrintView selection={selection} document={document} />
    </Page>
  );
}
