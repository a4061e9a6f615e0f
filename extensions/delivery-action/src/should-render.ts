interface OrderFulfillments {
  readonly order: { readonly fulfillments: readonly { readonly id: string }[] } | null;
}

const HAS_FULFILLMENTS = `#graphql
  query HasFulfillments($id: ID!) { order(id: $id) { fulfillments(first: 1) { id } } }`;

/** Only an order of which something is fulfilled has anything to hand over. What Shopify cannot say, the action shows. */
export default async function shouldRender(): Promise<{ display: boolean }> {
  const [order] = shopify.data.selected;
  if (!order) return { display: false };
  try {
    const { data } = await shopify.query<OrderFulfillments>(HAS_FULFILLMENTS, { variables: { id: order.id } });
    return { display: data?.order?.fulfillments.length !== 0 };
  } catch {
    return { display: true };
  }
}
