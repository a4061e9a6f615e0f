/** What Shopify puts behind the order's name to name a fulfillment: `#1001.1`, or `#1001-F1`. */
const FULFILLMENT = /(\.|-F)\d+$/;

/** The name of the order that a fulfillment's name begins with. */
export function orderNameIn(fulfillmentName: string): string {
  return fulfillmentName.replace(FULFILLMENT, '');
}
