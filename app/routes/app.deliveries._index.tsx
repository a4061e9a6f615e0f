import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { BlockStack, Card, EmptyState, Page, Text } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { z } from 'zod';
import { authenticateMerchant } from '../http/merchant-request.ts';
import { listDeliveries } from '../persistence/delivery-list.ts';
import { findShop, settingsOf, shopHold, type ShopWithAccount } from '../persistence/shops.ts';
import { retryDelivery } from '../pipeline/retry.ts';
import { readShopAccess } from '../pipeline/shop-access.ts';
import { AccessBanner } from '../web/access-banner.tsx';
import { deliveryList, pagePosition } from '../web/delivery-list.ts';
import type { AgainResult } from '../web/delivery-problem.tsx';
import { DeliveryTable } from '../web/delivery-table.tsx';
import emptyImage from '../web/no-deliveries.svg?url';
import { ShopBanner, type ShopStanding } from '../web/shop-banner.tsx';
import { localeOf, textsIn } from '../web/texts/choose-texts.ts';
import { orUnreachable, unlessUnreachable } from '../web/unreachable.ts';
import { useAutoRefresh } from '../web/use-auto-refresh.ts';
import { useTexts } from '../web/use-texts.ts';

const PAGE_SIZE = 25;

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ location }) => [{ title: textsIn(localeOf(location.search)).deliveries.title }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { world, session } = await authenticateMerchant({ request, context });
  const { search, searchParams } = new URL(request.url);
  const [shop, page] = await Promise.all([
    findShop(world.database, session.shop),
    listDeliveries(world.database, { shop: session.shop, size: PAGE_SIZE, ...pagePosition(searchParams) }),
  ]);
  return {
    operatorName: world.environment.OPERATOR_NAME,
    standing: standingOf(shop),
    access: await readShopAccess(world, shop),
    list: deliveryList(page, { locale: localeOf(search), timeZone: shop?.timeZone ?? null, now: world.now() }),
  };
}

function standingOf(shop: ShopWithAccount | null): ShopStanding {
  if (!shop) return { hold: 'set-up', hasToken: false, hasPickup: false };
  const { default: point, locations } = settingsOf(shop).pickup;
  return {
    hold: shopHold(shop),
    hasToken: shop.operatorAccount !== null,
    hasPickup: point !== null || Object.values(locations).some((location) => location.point !== null),
  };
}

const wish = z.object({ deliveryId: z.uuid() });

/** Sends a delivery again that needs attention or was skipped. */
export async function action({ request, context }: ActionFunctionArgs): Promise<AgainResult> {
  const { world, session } = await authenticateMerchant({ request, context });
  const given = wish.safeParse(Object.fromEntries(await request.formData()));
  if (!given.success) return { kind: 'not-taken' };
  const isTaken = await retryDelivery(world, { shop: session.shop, ...given.data });
  return { kind: isTaken ? 'taken' : 'not-taken' };
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(() => serverAction<AgainResult>());

export const shouldRevalidate = unlessUnreachable;

export default function Deliveries() {
  const { operatorName, standing, access, list } = useLoaderData<typeof loader>();
  const { title } = useTexts().deliveries;
  useAutoRefresh(list.isUnderWay);
  const hasDeliveries = list.rows.length > 0;
  const isSetUp = standing.hold !== 'set-up';
  return (
    <Page title={title} fullWidth>
      <BlockStack gap="400">
        <AccessBanner {...access} />
        {(isSetUp || hasDeliveries) && <ShopBanner {...standing} />}
        {hasDeliveries ? <DeliveryTable list={list} /> : <NoDeliveries operatorName={operatorName} isSetUp={isSetUp} />}
      </BlockStack>
    </Page>
  );
}

function NoDeliveries({ operatorName, isSetUp }: { readonly operatorName: string; readonly isSetUp: boolean }) {
  const texts = useTexts().deliveries;
  return (
    <Card>
      {isSetUp ? (
        <EmptyState heading={texts.emptyTitle} image={emptyImage}>
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
