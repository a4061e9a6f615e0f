import type { z } from 'zod';
import type { PrintableFulfillment } from '../../domain/fulfillment/fulfillment.ts';
import type { AdminApi } from '../admin-api/admin-api.ts';
import { fulfillmentsToPrint, furtherLinesToPrint } from '../admin-api/operations.ts';
import { toAddress, toDeliveryMethods, unitsOf } from './read-fulfillment.ts';
import { readOn } from './read-pages.ts';

/** Fulfillments of one query, and the points that each costs at most. Hand-overs need the shop's points as well. */
export const PRINT_BATCH = 10;
export const PRINT_POINTS = 34;
/** Points that images add to those. */
export const IMAGE_POINTS = 8;

type Answer = NonNullable<z.infer<typeof fulfillmentsToPrint.data>['nodes'][number]>;

/**
 * Reads live fulfillments with their orders.
 *
 * @param ids gids, at most `PRINT_BATCH`
 * @param images whether to read the images of products
 * @returns fulfillments by gid; those that the shop does not have (any more) are missing
 * @throws ShopifyError
 */
export async function readPrintable(
  adminApi: AdminApi,
  shop: string,
  ids: readonly string[],
  images: boolean,
): Promise<Map<string, PrintableFulfillment>> {
  const { nodes } = await adminApi.request(shop, fulfillmentsToPrint, { ids, images });
  const printable = new Map<string, PrintableFulfillment>();
  for (const node of nodes) if (node) printable.set(node.id, await toPrintable(adminApi, shop, { node, images }));
  return printable;
}

/** What a label does not show of a delivery method is not read. */
const WITHOUT_DATES = { minDeliveryDateTime: null, maxDeliveryDateTime: null, presentedName: null };

async function toPrintable(
  adminApi: AdminApi,
  shop: string,
  { node, images }: { node: Answer; images: boolean },
): Promise<PrintableFulfillment> {
  const { id, name, status, location, order, fulfillmentOrders, fulfillmentLineItems } = node;
  const lines = await readOn(fulfillmentLineItems, async (after) => {
    const further = await adminApi.request(shop, furtherLinesToPrint, { id, after, images });
    return further.fulfillment && further.fulfillment.fulfillmentLineItems;
  });
  const { customer, shippingAddress, billingAddress, customAttributes, ...ofOrder } = order;
  return {
    id,
    name,
    status,
    location,
    deliveryMethods: fulfillmentOrders.nodes.flatMap(({ deliveryMethod }) =>
      toDeliveryMethods(deliveryMethod && { ...WITHOUT_DATES, ...deliveryMethod }),
    ),
    lines: lines.map(({ lineItem: { variantTitle, image, ...lineItem }, ...line }) => ({
      ...lineItem,
      quantity: unitsOf(line),
      variant: variantTitle,
      image: image?.url ?? null,
    })),
    order: {
      ...ofOrder,
      attributes: customAttributes,
      shippingAddress: shippingAddress && toAddress(shippingAddress),
      billingAddress: billingAddress && toAddress(billingAddress),
      customer: customer && {
        firstName: customer.firstName,
        lastName: customer.lastName,
        email: null,
        phone: customer.defaultPhoneNumber?.phoneNumber ?? null,
      },
    },
  };
}
