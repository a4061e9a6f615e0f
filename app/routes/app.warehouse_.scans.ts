import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { readPackPage, readScans } from '../pages/warehouse/read-print-query.ts';

/** What a page that scans tells, and the list as it stands after that. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const shopApi = await context.backend.authenticate(request);
  const form = await request.formData();
  const asked = unlessUnreadable(() => readPackPage(new URL(request.url).searchParams));
  const scans = unlessUnreadable(() => readScans(form.get('scans')));
  if (!asked || !scans) throw new Response(null, { status: 400 });
  const answer = await shopApi.scan(asked.selection, scans);
  if (!answer) throw new Response(null, { status: 404 });
  return Response.json(answer);
}

function unlessUnreadable<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) return null;
    throw error;
  }
}
