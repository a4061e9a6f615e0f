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
import { seenSchema } from '../domain/exceptions/exception.ts';
import { useAskNotToSend } from '../pages/deliveries/not-sending.tsx';
import { AttemptsCard, TimelineCard } from '../pages/delivery/cards/history-cards.tsx';
import { FactsCard } from '../pages/delivery/cards/facts-card.tsx';
import { RecordCard } from '../pages/delivery/cards/record-card.tsx';
import { SentCard } from '../pages/delivery/cards/sent-card.tsx';
import { StateCard } from '../pages/delivery/cards/state-card.tsx';
import { SupportCard } from '../pages/delivery/cards/support-card.tsx';
import { useDeliveryAction, useFollowing, type ActionResult } from '../pages/delivery/use-delivery-action.ts';
import { type ReadingResult, WhyCard } from '../pages/delivery/cards/why-card.tsx';
import { ErrorPage } from '../pages/shell/error-page.tsx';
import { PAGE_ACTIONS } from '../extension-api/extension-answers.ts';
import emptyImage from '../pages/deliveries/no-deliveries.svg?url';
import { PageBanner } from '../pages/shell/banners/page-banner.tsx';
import { HelpLinks } from '../pages/help/help-links.tsx';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { postedForm, orUnreachable, unlessUnreachable } from '../pages/shell/page-action.ts';
import { useAutoRefresh } from '../pages/shell/use-auto-refresh.ts';
import { useTexts } from '../pages/shell/use-texts.ts';
import { printLabelsPath } from '../pages/warehouse/print-query.ts';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(matches, ({ delivery, deliveries }) =>
    delivery.title({ name: data?.view.fulfillmentName ?? data?.view.orderName ?? deliveries.unnamedOrder }),
  );

const address = z.object({ delivery: z.uuid() });

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const shopApi = await context.backend.authenticate(request);
  const { data: given } = address.safeParse(params);
  const page = given && (await shopApi.delivery(given.delivery));
  if (!page) throw new Response(null, { status: 404 });
  return page;
}

const posted = z.union([
  z.object({ action: z.enum(PAGE_ACTIONS), seen: seenSchema }),
  z.object({ reading: z.literal('undo') }),
  z.object({ reading: z.literal('redo'), written: z.string() }),
]);

/** Does something with the delivery, or undoes how its district was read, for all orders to come. */
export async function action({ request, context, params }: ActionFunctionArgs): Promise<ActionResult | ReadingResult> {
  const shopApi = await context.backend.authenticate(request);
  const { delivery: deliveryId } = postedForm(address, params);
  const given = postedForm(posted, Object.fromEntries(await request.formData()));
  if ('action' in given) return { kind: await shopApi.act({ ...given, deliveryId }), action: given.action };
  if (given.reading === 'redo') {
    await shopApi.forgetDistrict(given.written);
    return { kind: 'redone' };
  }
  const undone = await shopApi.undoReading(deliveryId);
  if (!undone) throw new Response(null, { status: 404 });
  return undone;
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnreachable(() => serverAction<ActionResult | ReadingResult>());

export const shouldRevalidate = unlessUnreachable;

const UNDER_WAY = ['waiting', 'handing-over', 'in-delivery'];

export default function Delivery() {
  const { view, now, support } = useLoaderData<typeof loader>();
  const { delivery: id = '' } = useParams();
  const texts = useTexts();
  const { act, underWay } = useDeliveryAction(id, view.seen);
  useAutoRefresh(UNDER_WAY.includes(view.phase));
  useFollowing(view, now);
  const { ask, question } = useAskNotToSend();
  const actions = view.actions.map((each) => ({
    content: texts.actions[view.canSendAnyway && each === 'retry' ? 'send-anyway' : each],
    onAction: () => (each === 'stop' ? ask(1, () => act(each)) : act(each)),
    loading: underWay === each,
    disabled: underWay !== null,
  }));
  const [first, ...others] = actions;
  return (
    <Page
      title={texts.delivery.title({ name: view.fulfillmentName ?? view.orderName ?? texts.deliveries.unnamedOrder })}
      backAction={{ content: texts.deliveries.title, url: '/app/deliveries' }}
      {...(first ? { primaryAction: first } : {})}
      secondaryActions={[
        ...others,
        { content: texts.warehouse.printLabels, url: printLabelsPath([id]) },
        { content: texts.delivery.openOrder, url: view.orderUrl, target: '_top' as const },
      ]}
    >
      <BlockStack gap="400">
        <PageBanner />
        {question}
        <Layout>
          <Layout.Section>
            <BlockStack gap="400">
              <StateCard
                view={view}
                now={now}
                sendAgain={{
                  onClick: () => act('send-again'),
                  loading: underWay === 'send-again',
                  disabled: underWay !== null,
                }}
              />
              <TimelineCard timeline={view.timeline} />
              <SentCard key={id} path={`/app/deliveries/${id}/preview`} />
              {view.checkedAt !== null && <RecordCard key={`record ${id}`} path={`/app/deliveries/${id}/record`} />}
              <AttemptsCard attempts={view.attempts} />
            </BlockStack>
          </Layout.Section>
          <Layout.Section variant="oneThird">
            <BlockStack gap="400">
              <FactsCard view={view} />
              <WhyCard key={`why ${id}`} decided={view.decided} />
              <SupportCard text={support} />
            </BlockStack>
          </Layout.Section>
        </Layout>
      </BlockStack>
      <HelpLinks topics={['review', 'waiting']} />
    </Page>
  );
}

/** A delivery of another shop looks the same as one that does not exist. */
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
