interface OrderFulfillments {
  readonly order: { readonly fulfillments: readonly { readonly id: string }[] } | null;
}

const HAS_FULFILLMENTS = `#graphql
  query HasFulfillments($id: ID!) { order(id: $id) { fulfillments(first: 1) { id } } }`;

/** Only an order with a fulfillment has anything to hand over. If Shopify cannot tell, the action is offered. */
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
