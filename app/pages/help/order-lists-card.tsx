import { BlockStack, Card, Link, Text } from '@shopify/polaris';
import type { OrderList } from '../../domain/order-data/order-lists.ts';
import { useTexts } from '../shell/use-texts.ts';

/** Opens Shopify's lists of orders by the fields of their deliveries. */
export function OrderListsCard({
  lists,
  toFill,
}: {
  readonly lists: readonly { readonly list: OrderList; readonly url: string }[] | null;
  readonly toFill: number;
}) {
  const { orderLists: texts } = useTexts().help;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {texts.title}
        </Text>
        {toFill > 0 && (
          <Text as="p" tone="subdued">
            {texts.toFill({ count: toFill })}
          </Text>
        )}
        {lists === null ? (
          <Text as="p">{texts.unknown}</Text>
        ) : (
          <BlockStack as="ul" gap="200">
            {lists.map(({ list, url }) => (
              <li key={list}>
                <Link url={url} target="_top">
                  {texts.lists[list]}
                </Link>
              </li>
            ))}
          </BlockStack>
        )}
      </BlockStack>
    </Card>
  );
}
