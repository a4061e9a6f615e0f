import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BlockStack, Card, EmptyState, Page, Text } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { z } from 'zod';
import { printPromise } from '../extension-api/printed-times.ts';
import emptyImage from '../pages/deliveries/no-deliveries.svg?url';
import { pickupName } from '../pages/deliveries/delivery-query.ts';
import { HelpLinks } from '../pages/help/help-links.tsx';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { useLocale, useTexts } from '../pages/shell/use-texts.ts';
import { HandoversCard, WaitingCard } from '../pages/warehouse/warehouse-cards.tsx';
import { PackPanel } from '../pages/warehouse/pack-panel.tsx';
import { NO_PICKUP, type PrintSelection } from '../pages/warehouse/print-query.ts';
import { readPackPage } from '../pages/warehouse/read-print-query.ts';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageTitle(matches, ({ warehouse }) => (data?.asked ? warehouse.titles[data.asked.step] : warehouse.title));

/** What waits for collection, by pickup and day, and the step of one batch, if the address names it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopApi = await context.backend.authenticate(request);
  try {
    const asked = readPackPage(new URL(request.url).searchParams);
    const isOfList = !asked || asked.selection.kind === 'waiting';
    const [waiting, list] = await Promise.all([
      isOfList ? shopApi.warehouse() : null,
      asked?.step === 'scan' ? shopApi.scanList(asked.selection) : null,
    ]);
    if (asked?.step !== 'scan' || list) return { waiting, asked, list };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
  }
  throw new Response(null, { status: 404 });
}

export default function Warehouse() {
  const { waiting, asked, list } = useLoaderData<typeof loader>();
  const { warehouse: texts } = useTexts();
  const batchName = useBatchName();
  const back = useBack(asked?.selection);
  return (
    <Page
      title={asked ? texts.titles[asked.step] : texts.title}
      subtitle={asked ? batchName(asked.selection) : texts.text}
      {...(back && { backAction: back })}
    >
      <BlockStack gap="400">
        {asked && <PackPanel key={JSON.stringify(asked)} {...asked} list={list} />}
        {waiting?.pickups.length === 0 && !asked && (
          <Card>
            <EmptyState heading={texts.emptyTitle} image={emptyImage}>
              <Text as="p">{texts.emptyText}</Text>
            </EmptyState>
          </Card>
        )}
        {waiting?.pickups.map((each, index) => (
          <WaitingCard key={each.pickup} {...each} isFirst={index === 0 && !asked} />
        ))}
        {waiting && waiting.handovers.length > 0 && <HandoversCard handovers={waiting.handovers} />}
        <HelpLinks topics={['packing']} />
      </BlockStack>
    </Page>
  );
}

/** Where and when the courier collects a batch. */
function useBatchName(): (selection: PrintSelection) => string {
  const { warehouse: texts, deliveryList } = useTexts();
  const locale = useLocale();
  return (selection) => {
    if (selection.kind !== 'waiting') return '';
    const { pickup, day } = selection;
    const place =
      pickup === null ? texts.allPickups : pickup === NO_PICKUP ? texts.noPickup : pickupName(deliveryList, pickup);
    const promised = printPromise({ promisedDate: day, windowStart: null, windowEnd: null }, locale);
    return `${place} · ${promised ?? texts.allDays}`;
  };
}

function useBack(selection: PrintSelection | undefined) {
  const { warehouse, deliveries } = useTexts();
  if (!selection) return null;
  if (selection.kind !== 'deliveries' && selection.kind !== 'orders') {
    return { content: warehouse.title, url: '/app/warehouse' };
  }
  const [only = '', ...others] = selection.kind === 'deliveries' ? selection.ids : [];
  return {
    content: deliveries.title,
    url: others.length > 0 || only === '' ? '/app/deliveries' : `/app/deliveries/${only}`,
  };
}
