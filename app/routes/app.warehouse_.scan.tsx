import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Banner, BlockStack, Page } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { usePickupName } from '../pages/deliveries/pickup-name.ts';
import { printPromise } from '../extension-api/printed-times.ts';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { useLocale, useTexts } from '../pages/shell/use-texts.ts';
import { DEFAULT_FORMAT, NO_PICKUP, printSearch } from '../pages/warehouse/print-query.ts';
import { readPrintPage } from '../pages/warehouse/read-print-query.ts';
import { ScanView } from '../pages/warehouse/scan/scan-view.tsx';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, ({ warehouse }) => warehouse.scanning.title);

/** The deliveries of one pickup and day that are expected at the door. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopApi = await context.backend.authenticate(request);
  const asked = readPrintPage(new URL(request.url).searchParams);
  const list = asked && (await shopApi.scanList(asked.selection));
  if (!list) throw new Response(null, { status: 404 });
  return { selection: asked.selection, list };
}

export default function Scan() {
  const { selection, list } = useLoaderData<typeof loader>();
  const { warehouse: texts } = useTexts();
  const pickupName = usePickupName();
  const locale = useLocale();
  const { pickup = null, day = null } = selection.kind === 'waiting' ? selection : {};
  const promised = printPromise({ promisedDate: day, windowStart: null, windowEnd: null }, locale);
  const place = pickup === null ? texts.allPickups : pickup === NO_PICKUP ? texts.noPickup : pickupName(pickup);
  const listKey = JSON.stringify(selection);
  const nextPart =
    selection.kind === 'waiting' && list.next !== null
      ? `/app/warehouse/scan?${printSearch({ selection: { ...selection, after: list.next }, format: DEFAULT_FORMAT, boxes: null })}`
      : null;
  return (
    <Page
      title={texts.scanning.title}
      subtitle={`${place} · ${promised ?? texts.allDays}`}
      backAction={{ content: texts.title, url: '/app/warehouse' }}
    >
      <BlockStack gap="400">
        {nextPart && (
          <Banner tone="info" action={{ content: texts.scanning.next, url: nextPart }}>
            <p>{texts.scanning.more({ count: list.expected.length })}</p>
          </Banner>
        )}
        <ScanView key={listKey} selection={selection} list={list} listKey={listKey} />
      </BlockStack>
    </Page>
  );
}
