import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { BlockStack, Box, Card, EmptySearchResult, EmptyState, Page, Text } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { z } from 'zod';
import { BOUNDS } from '../bounds.ts';
import { seenSchema } from '../domain/exceptions/exception.ts';
import { BULK_ACTIONS, BULK_LIMIT, type BulkResult } from '../pages/deliveries/table/use-bulk-action.ts';
import { NotSentLine } from '../pages/deliveries/not-sending.tsx';
import { DeliveryFilters } from '../pages/deliveries/delivery-filters.tsx';
import { useAccessBanners, useStandingBanners } from '../pages/shell/banners/shop-banners.tsx';
import { pagePosition, readDeliveryQuery } from '../pages/deliveries/read-delivery-query.ts';
import {
  countOrders,
  deliveriesPath,
  isNarrowed,
  isSearch,
  type DeliveryQuery,
  type ListTab,
} from '../pages/deliveries/delivery-query.ts';
import type { ActionResult } from '../pages/delivery/use-delivery-action.ts';
import { DeliveryTable } from '../pages/deliveries/table/delivery-table.tsx';
import type { ViewResult } from '../pages/deliveries/saved-views.ts';
import emptyImage from '../pages/deliveries/no-deliveries.svg?url';
import { ReleaseBanner, type ReleaseResult } from '../pages/deliveries/release-banner.tsx';
import { PageBanner } from '../pages/shell/banners/page-banner.tsx';
import { HelpLinks } from '../pages/help/help-links.tsx';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { PAGE_ACTIONS } from '../extension-api/extension-answers.ts';
import { postedForm, orUnreachable, unlessUnreachable } from '../pages/shell/page-action.ts';
import { useAutoRefresh } from '../pages/shell/use-auto-refresh.ts';
import { useExport } from '../pages/deliveries/use-export.ts';
import { Subdued } from '../pages/shell/subdued.tsx';
import { useTexts } from '../pages/shell/use-texts.ts';
import type { ViewChange } from '../shops/saved-views.ts';

/** Longer than any name or query that our form posts; what is kept is cut to its own bound. */
const viewText = z.string().max(BOUNDS.requestTarget);

/** A change of the saved views, as the list posts it. */
const viewChangeSchema: z.ZodType<ViewChange> = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('create'), name: viewText, query: viewText }),
  z.object({ intent: z.literal('rename'), id: z.uuid(), name: viewText }),
  z.object({ intent: z.literal('replace'), id: z.uuid(), query: viewText }),
  z.object({ intent: z.literal('remove'), id: z.uuid() }),
]);

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, ({ deliveries }) => deliveries.title);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopApi = await context.backend.authenticate(request);
  const { searchParams } = new URL(request.url);
  return shopApi.deliveryList(readDeliveryQuery(searchParams), pagePosition(searchParams));
}

const inBulk = z.object({
  action: z.enum(BULK_ACTIONS),
  deliveries: z
    .array(z.object({ deliveryId: z.uuid(), seen: seenSchema }))
    .min(1)
    .max(BULK_LIMIT),
});
const answerForHeld = z.object({ held: z.enum(['released', 'skipped']), count: z.coerce.number() });
const forOne = z.object({ deliveryId: z.uuid(), action: z.enum(PAGE_ACTIONS), seen: seenSchema });

/**
 * Runs an action for one delivery or for the selected ones, releases or discards all that need the merchant's approval,
 * or changes the saved views.
 */
export async function action({
  request,
  context,
}: ActionFunctionArgs): Promise<ActionResult | BulkResult | ReleaseResult | ViewResult> {
  const shopApi = await context.backend.authenticate(request);
  const form = await request.formData();
  const { data: one } = forOne.safeParse(Object.fromEntries(form));
  if (one) return { kind: await shopApi.act(one), action: one.action };
  if (form.has('action')) {
    const seen = form.getAll('seen');
    const deliveries = form.getAll('id').map((deliveryId, index) => ({ deliveryId, seen: seen[index] }));
    return shopApi.actInBulk(postedForm(inBulk, { action: form.get('action'), deliveries }));
  }
  if (form.has('view')) {
    return shopApi.changeView(postedForm(viewChangeSchema, { ...Object.fromEntries(form), intent: form.get('view') }));
  }
  const { held, count } = postedForm(answerForHeld, Object.fromEntries(form));
  return { kind: held, count: await shopApi.answerHeld(held, count) };
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(() => serverAction<ActionResult | BulkResult | ReleaseResult | ViewResult>());

export const shouldRevalidate = unlessUnreachable;

export default function Deliveries() {
  const { operatorName, standing, access, asked, tab, pickups, views, isEmptyShop, list, ...counts } =
    useLoaderData<typeof loader>();
  const { heldForRelease, attention, notSent } = counts;
  const { deliveries, deliveryList: texts, scorecard } = useTexts();
  useAutoRefresh(list.isUnderWay);
  const csvPath = deliveriesPath({ ...asked, tab }, '', '/app/deliveries/csv');
  const download = useExport(csvPath, 'deliveries.csv');
  const downloadCodes = useExport(`${csvPath}${csvPath.includes('?') ? '&' : '?'}codes`, 'deliveries.csv');
  const accessBanners = useAccessBanners(access);
  const standingBanners = useStandingBanners(standing);
  const foundOrders = countOrders(asked);
  const isSetUp = standing.hold !== 'set-up';
  if (isEmptyShop) {
    return (
      <Page title={deliveries.title} fullWidth>
        <BlockStack gap="400">
          <PageBanner banners={{ ...accessBanners, ...(isSetUp ? standingBanners : {}) }} />
          <NoDeliveries operatorName={operatorName} isSetUp={isSetUp} />
        </BlockStack>
      </Page>
    );
  }
  return (
    <Page
      title={deliveries.title}
      fullWidth
      secondaryActions={[
        ...(attention === '' ? [] : [{ content: texts.toReview, url: '/app/review' }]),
        { content: scorecard.open, url: '/app/scorecard' },
        { content: deliveries.openBackfill, url: '/app/backfill' },
        { content: texts.export, onAction: download.start, loading: download.isExporting },
        { content: texts.exportCodes, onAction: downloadCodes.start, loading: downloadCodes.isExporting },
      ]}
    >
      <BlockStack gap="400">
        <PageBanner
          banners={{
            ...accessBanners,
            ...standingBanners,
            approval: heldForRelease > 0 && <ReleaseBanner count={heldForRelease} />,
          }}
        />
        <NotSentLine count={notSent} />
        <Card padding="0">
          <DeliveryFilters asked={asked} tab={tab} pickups={pickups} views={views} attention={attention} />
          {(foundOrders > 0 || list.sortedOf !== null) && (
            <Box paddingInline="400" paddingBlock="200">
              {foundOrders > 0 && <Text as="p">{texts.foundOrders({ count: foundOrders })}</Text>}
              {list.sortedOf !== null && <Subdued>{deliveries.sortedNewest({ count: list.sortedOf })}</Subdued>}
            </Box>
          )}
          <DeliveryTable list={list} asked={{ ...asked, tab }} empty={<NothingFound tab={tab} asked={asked} />} />
        </Card>
      </BlockStack>
      <HelpLinks topics={['waiting', 'order-page', 'order-lists']} />
    </Page>
  );
}

function NothingFound({ tab, asked }: { readonly tab: ListTab; readonly asked: DeliveryQuery }) {
  const { nothing } = useTexts().deliveryList;
  if (!isNarrowed(asked)) return <EmptySearchResult title={nothing.tabs[tab]} description="" />;
  const count = countOrders(asked);
  const why = count > 0 ? nothing.notFulfilled({ count }) : isSearch(asked) ? nothing.searchedText : nothing.foundText;
  return <EmptySearchResult title={nothing.found} description={why} />;
}

function NoDeliveries({ operatorName, isSetUp }: { readonly operatorName: string; readonly isSetUp: boolean }) {
  const texts = useTexts().deliveries;
  return (
    <Card>
      {isSetUp ? (
        <EmptyState
          heading={texts.emptyTitle}
          image={emptyImage}
          secondaryAction={{ content: texts.openBackfill, url: '/app/backfill' }}
        >
          <Text as="p">{texts.emptyText({ operator: operatorName })}</Text>
        </EmptyState>
      ) : (
        <EmptyState
          heading={texts.emptyNotReadyTitle}
          image={emptyImage}
          action={{ content: texts.openSettings, url: '/app/settings' }}
        >
          <Text as="p">{texts.emptyNotReadyText({ operator: operatorName })}</Text>
        </EmptyState>
      )}
    </Card>
  );
}
