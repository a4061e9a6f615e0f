import { BlockStack, Link, Text } from '@shopify/polaris';
import { CardSection } from '../delivery/cards/card-section.tsx';
import type { OrderList } from '../../domain/order-data/order-lists.ts';
import { Subdued } from '../shell/subdued.tsx';
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
    <CardSection title={texts.title}>
      {toFill > 0 && <Subdued>{texts.toFill({ count: toFill })}</Subdued>}
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
    </CardSection>
  );
}
