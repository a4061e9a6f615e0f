import type { LoaderFunctionArgs } from '@remix-run/node';
import { authenticateMerchant } from '../http/merchant-request.ts';
import { deliveriesCsv } from '../http/deliveries-csv.ts';
import { deliveryFilter } from '../http/delivery-filter.ts';
import { findShop } from '../persistence/shops.ts';
import { readDeliveryQuery } from '../web/delivery-query.ts';

/** All rows of the list as it is filtered, for a spreadsheet. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { world, shop: domain } = await authenticateMerchant({ request, context });
  const asked = readDeliveryQuery(new URL(request.url).searchParams);
  const timeZone = (await findShop(world.database, domain))?.timeZone ?? null;
  const filter = deliveryFilter(asked, asked.tab ?? 'all', timeZone);
  return new Response(deliveriesCsv(world.database, { shop: domain, filter, timeZone }), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="deliveries.csv"',
      'Cache-Control': 'no-store',
    },
  });
}
