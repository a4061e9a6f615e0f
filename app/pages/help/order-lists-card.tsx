import { BlockStack, Link, Text } from '@shopify/polaris';
import { CardSection } from '../delivery/cards/card-section.tsx';
import type { OrderList } from '../../domain/order-data/order-lists.ts';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';

export interface OrderListsView {
  /** Null while Shopify does not say under which name it keeps the app's fields. */
  readonly lists: readonly { readonly list: OrderList; readonly url: string }[] | null;
  /** Deliveries whose orders are still to get their fields. */
  readonly toFill: number;
}

/** Opens Shopify's lists of orders by the fields of their deliveries. */
export function OrderListsCard({ lists, toFill }: OrderListsView) {
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
