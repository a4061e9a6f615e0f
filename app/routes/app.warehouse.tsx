import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BlockStack, Card, EmptyState, Page, Text } from '@shopify/polaris';
import { boundary } from '@shopify/shopify-app-remix/server';
import emptyImage from '../pages/deliveries/no-deliveries.svg?url';
import { HelpLinks } from '../pages/help/help-links.tsx';
import { pageTitle } from '../pages/shell/loaded-texts.ts';
import { useTexts } from '../pages/shell/use-texts.ts';
import { HandoversCard } from '../pages/warehouse/handovers-card.tsx';
import { WaitingCard } from '../pages/warehouse/waiting-card.tsx';

export const headers: HeadersFunction = (given) => boundary.headers(given);

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, ({ warehouse }) => warehouse.title);

/** What waits for collection, by pickup and day. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopApi = await context.backend.authenticate(request);
  return shopApi.warehouse();
}

export default function Warehouse() {
  const { pickups, handovers } = useLoaderData<typeof loader>();
  const { warehouse: texts } = useTexts();
  return (
    <Page title={texts.title} subtitle={texts.text}>
      <BlockStack gap="400">
        {pickups.length === 0 ? (
          <Card>
            <EmptyState heading={texts.emptyTitle} image={emptyImage}>
              <Text as="p">{texts.emptyText}</Text>
            </EmptyState>
          </Card>
        ) : (
          pickups.map((each, index) => <WaitingCard key={each.pickup} {...each} isFirst={index === 0} />)
        )}
        {handovers.length > 0 && <HandoversCard handovers={handovers} />}
        <HelpLinks topics={['packing']} />
      </BlockStack>
    </Page>
  );
}
