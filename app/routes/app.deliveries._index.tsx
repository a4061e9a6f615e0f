import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { BlockStack, Card, EmptySearchResult, EmptyState, Page, Text } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { z } from 'zod';
import { authenticateMerchant } from '../http/merchant-request.ts';
import { askInBulk } from '../http/ask-in-bulk.ts';
import { deliveryFilter } from '../http/delivery-filter.ts';
import { shopStanding } from '../http/shop-standing.ts';
import { countHeldForRelease, countInTab, listDeliveries, pickupsOf } from '../persistence/delivery-list.ts';
import { findShop } from '../persistence/shops.ts';
import { releaseAsked, skipHeld } from '../pipeline/release.ts';
import { retryDelivery } from '../pipeline/retry.ts';
import type { BulkResult } from '../web/bulk-result.ts';
import { DeliveryFilters } from '../web/delivery-filters.tsx';
import { readShopAccess } from '../pipeline/shop-access.ts';
import { AccessBanner } from '../web/access-banner.tsx';
import { deliveryList, pagePosition } from '../web/delivery-list.ts';
import type { AgainResult } from '../web/delivery-problem.tsx';
import { deliveriesPath, isNarrowed, readDeliveryQuery, type ListTab } from '../web/delivery-query.ts';
import { DeliveryTable } from '../web/delivery-table.tsx';
import emptyImage from '../web/no-deliveries.svg?url';
import { ReleaseBanner, type ReleaseResult } from '../web/release-banner.tsx';
import { ShopBanner } from '../web/shop-banner.tsx';
import { localeOf, textsIn } from '../web/texts/choose-texts.ts';
import { orUnreachable, unlessUnreachable } from '../web/unreachable.ts';
import { useAutoRefresh } from '../web/use-auto-refresh.ts';
import { useExport } from '../web/use-export.ts';
import { useTexts } from '../web/use-texts.ts';

const PAGE_SIZE = 25;
const MOST_COUNTED = 100;
const MOST_PICKUPS = 50;

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ location }) => [{ title: textsIn(localeOf(location.search)).deliveries.title }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { world, shop: domain } = await authenticateMerchant({ request, context });
  const { search, searchParams } = new URL(request.url);
  const { database } = world;
  const asked = readDeliveryQuery(searchParams);
  const [shop, attention, pickups, heldForRelease] = await Promise.all([
    findShop(database, domain),
    countInTab(database, { shop: domain, tab: 'attention', most: MOST_COUNTED }),
    pickupsOf(database, { shop: domain, most: MOST_PICKUPS }),
    countHeldForRelease(database, domain),
  ]);
  const timeZone = shop?.timeZone ?? null;
  const tab: ListTab = asked.tab ?? (attention > 0 ? 'attention' : 'all');
  const page = await listDeliveries(database, {
    ...{ shop: domain, size: PAGE_SIZE, ordering: asked.ordering },
    filter: deliveryFilter(asked, tab, timeZone),
    position: pagePosition(searchParams),
  });
  const isEmptyShop =
    page.deliveries.length === 0 && !(await database.delivery.findFirst({ where: { shopDomain: domain } }));
  return {
    operatorName: world.environment.OPERATOR_NAME,
    standing: shopStanding(shop),
    access: await readShopAccess(world, shop),
    ...{ asked, tab, pickups, isEmptyShop, heldForRelease },
    attention: attention === 0 ? '' : attention < MOST_COUNTED ? String(attention) : `${MOST_COUNTED - 1}+`,
    list: deliveryList(page, { locale: localeOf(search), timeZone, now: world.now() }),
  };
}

const wish = z.object({ deliveryId: z.uuid() });
const heldWish = z.enum(['released', 'skipped']);
const ANSWER_HELD = { released: releaseAsked, skipped: skipHeld };

/**
 * Sends a delivery again that needs attention or was skipped, asks something of those that are selected, or answers for
 * all that were held for the merchant's yes.
 */
export async function action({
  request,
  context,
}: ActionFunctionArgs): Promise<AgainResult | BulkResult | ReleaseResult> {
  const { world, shop: domain } = await authenticateMerchant({ request, context });
  const form = await request.formData();
  if (form.has('verb')) return askInBulk(world, domain, form);
  const held = heldWish.safeParse(form.get('held')).data;
  if (held) return { kind: held, count: await ANSWER_HELD[held](world, domain) };
  const given = wish.safeParse(Object.fromEntries(form));
  if (!given.success) return { kind: 'not-taken' };
  const isTaken = await retryDelivery(world, { shop: domain, ...given.data });
  return { kind: isTaken ? 'taken' : 'not-taken' };
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(() => serverAction<AgainResult | BulkResult | ReleaseResult>());

export const shouldRevalidate = unlessUnreachable;

export default function Deliveries() {
  const { operatorName, standing, access, asked, tab, pickups, isEmptyShop, heldForRelease, attention, list } =
    useLoaderData<typeof loader>();
  const { deliveries, deliveryList: texts } = useTexts();
  useAutoRefresh(list.isUnderWay);
  const download = useExport(deliveriesPath({ ...asked, tab }, '', '/app/deliveries/csv'), 'deliveries.csv');
  const isSetUp = standing.hold !== 'set-up';
  if (isEmptyShop) {
    return (
      <Page title={deliveries.title} fullWidth>
        <BlockStack gap="400">
          <AccessBanner {...access} />
          {isSetUp && <ShopBanner {...standing} />}
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
        { content: deliveries.openBackfill, url: '/app/backfill' },
        { content: texts.export, onAction: download.start, loading: download.isExporting },
      ]}
    >
      <BlockStack gap="400">
        <AccessBanner {...access} />
        <ShopBanner {...standing} />
        {heldForRelease > 0 && <ReleaseBanner count={heldForRelease} />}
        <Card padding="0">
          <DeliveryFilters asked={asked} tab={tab} pickups={pickups} attention={attention} />
          <DeliveryTable
            list={list}
            asked={{ ...asked, tab }}
            empty={<NothingFound tab={tab} isNarrowed={isNarrowed(asked)} />}
          />
        </Card>
      </BlockStack>
    </Page>
  );
}

function NothingFound({ tab, isNarrowed: hasFilters }: { readonly tab: ListTab; readonly isNarrowed: boolean }) {
  const { nothing } = useTexts().deliveryList;
  return hasFilters ? (
    <EmptySearchResult title={nothing.found} description={nothing.foundText} />
  ) : (
    <EmptySearchResult title={nothing.tabs[tab]} description="" />
  );
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
          <Text as="p">{texts.emptyText(operatorName)}</Text>
        </EmptyState>
      ) : (
        <EmptyState
          heading={texts.emptyNotReadyTitle}
          image={emptyImage}
          action={{ content: texts.openSettings, url: '/app/settings' }}
        >
          <Text as="p">{texts.emptyNotReadyText(operatorName)}</Text>
        </EmptyState>
      )}
    </Card>
  );
}
