import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { packAddressOf } from '../pages/warehouse/read-print-query.ts';

/** Links of before: scanning had a page of its own. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  await context.backend.authenticate(request);
  throw redirect(packAddressOf(request.url, 'scan'));
}
