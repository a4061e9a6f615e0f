import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  isRouteErrorResponse,
  useLoaderData,
  useParams,
  useRouteError,
  type ClientActionFunctionArgs,
} from '@remix-run/react';
import { BlockStack, Card, EmptyState, Layout, Page, Text } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import { z } from 'zod';
import { authenticateMerchant } from '../http/merchant-request.ts';
import { ASK_DELIVERY } from '../http/delivery-verbs.ts';
import { supportBundle } from '../http/support-bundle.ts';
import { attemptsOf } from '../persistence/attempts.ts';
import { findOrderDelivery } from '../persistence/order-deliveries.ts';
import { findShop } from '../persistence/shops.ts';
import { AttemptsCard } from '../web/delivery-page/attempts-card.tsx';
import { FactsCard } from '../web/delivery-page/facts-card.tsx';
import { SentCard } from '../web/delivery-page/sent-card.tsx';
import { StateCard } from '../web/delivery-page/state-card.tsx';
import { SupportCard } from '../web/delivery-page/support-card.tsx';
import { TimelineCard } from '../web/delivery-page/timeline-card.tsx';
import { useAskDelivery, useFollowing, type VerbResult } from '../web/delivery-page/use-ask-delivery.ts';
import { WhyCard } from '../web/delivery-page/why-card.tsx';
import { deliveryPageView } from '../web/delivery-page-view.ts';
import { ErrorPage } from '../web/error-page.tsx';
import { DELIVERY_VERBS } from '../web/extension-view/extension-answers.ts';
import emptyImage from '../web/no-deliveries.svg?url';
import { localeOf, textsIn } from '../web/texts/choose-texts.ts';
import { orUnreachable, unlessUnreachable } from '../web/unreachable.ts';
import { useAutoRefresh } from '../web/use-auto-refresh.ts';
import { useTexts } from '../web/use-texts.ts';

const MOST_ATTEMPTS = 100;

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction<typeof loader> = ({ data, location }) => {
  const { delivery, deliveries } = textsIn(localeOf(location.search));
  return [{ title: delivery.title(data?.view.fulfillmentName ?? data?.view.orderName ?? deliveries.unnamedOrder) }];
};

const address = z.object({ delivery: z.uuid() });

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { world, shop: domain } = await authenticateMerchant({ request, context });
  const given = address.safeParse(params);
  if (!given.success) throw new Response(null, { status: 404 });
  const { delivery: deliveryId } = given.data;
  const [shop, delivery] = await Promise.all([
    findShop(world.database, domain),
    findOrderDelivery(world.database, { shop: domain, deliveryId }),
  ]);
  if (!delivery) throw new Response(null, { status: 404 });
  const attempts = await attemptsOf(world.database, { deliveryId, most: MOST_ATTEMPTS });
  const now = world.now();
  const locale = localeOf(new URL(request.url).search);
  return {
    view: deliveryPageView(delivery, attempts, { locale, timeZone: shop?.timeZone ?? null, now }),
    now: now.getTime(),
    support: supportBundle(delivery, attempts, shop?.operatorAccount?.environment ?? null),
  };
}

const wish = z.object({ verb: z.enum(DELIVERY_VERBS) });

export async function action({ request, context, params }: ActionFunctionArgs): Promise<VerbResult> {
  const { world, shop: domain } = await authenticateMerchant({ request, context });
  const { delivery: deliveryId } = address.parse(params);
  const { verb } = wish.parse(Object.fromEntries(await request.formData()));
  const isTaken = await ASK_DELIVERY[verb](world, { shop: domain, deliveryId });
  return { kind: isTaken ? 'taken' : 'not-taken', verb };
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(() => serverAction<VerbResult>());

export const shouldRevalidate = unlessUnreachable;

const UNDER_WAY = ['waiting', 'handing-over', 'in-delivery'];

export default function Delivery() {
  const { view, now, support } = useLoaderData<typeof loader>();
  const { delivery: id = '' } = useParams();
  const texts = useTexts();
  const { ask, asking } = useAskDelivery();
  useAutoRefresh(UNDER_WAY.includes(view.phase));
  useFollowing(view, now);
  const actions = view.verbs.map((verb) => ({
    content: view.canSendAnyway && verb === 'retry' ? texts.delivery.sendAnyway : texts.delivery.verbs[verb],
    onAction: () => ask(verb),
    loading: asking === verb,
    disabled: asking !== null,
  }));
  const [first, ...others] = actions;
  return (
    <Page
      title={texts.delivery.title(view.fulfillmentName ?? view.orderName ?? texts.deliveries.unnamedOrder)}
      backAction={{ content: texts.deliveries.title, url: '/app/deliveries' }}
      {...(first ? { primaryAction: first } : {})}
      secondaryActions={[...others, { content: texts.delivery.openOrder, url: view.orderUrl, target: '_top' as const }]}
    >
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            <StateCard view={view} now={now} />
            <TimelineCard timeline={view.timeline} />
            <SentCard key={id} path={`/app/deliveries/${id}/preview`} />
            <AttemptsCard attempts={view.attempts} />
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            <FactsCard view={view} />
            <WhyCard decided={view.decided} />
            <SupportCard text={support} />
          </BlockStack>
        </Layout.Section>
      </Layout>
    </Page>
  );
}

/** A delivery of another shop is as one that is not there. */
export function ErrorBoundary() {
  const error = useRouteError();
  const texts = useTexts();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} />;
  return (
    <Page title={texts.deliveries.title}>
      <Card>
        <EmptyState
          heading={texts.delivery.notFoundTitle}
          image={emptyImage}
          action={{ content: texts.error.toDeliveries, url: '/app/deliveries' }}
        >
          <Text as="p">{texts.delivery.notFoundText}</Text>
        </EmptyState>
      </Card>
    </Page>
  );
}
