import type { LoaderFunctionArgs } from '@remix-run/node';
import { readDeliveryQuery } from '../pages/deliveries/read-delivery-query.ts';

/**
 * All rows of the filtered list, for a spreadsheet. With `codes` in the address, the values are codes for other
 * software.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopApi = await context.backend.authenticate(request, 'export');
  const { searchParams } = new URL(request.url);
  const form = { codes: searchParams.has('codes'), client: context.client };
  const csv = await shopApi.exportDeliveries(readDeliveryQuery(searchParams), form);
  return new Response(csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="deliveries.csv"',
    },
  });
}
