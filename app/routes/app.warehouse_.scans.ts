import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { readPrintPage, readScans } from '../pages/warehouse/read-print-query.ts';

/** What a page that scans tells, and the list as it stands after that. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const shopApi = await context.backend.authenticate(request);
  const asked = readPrintPage(new URL(request.url).searchParams);
  const scans = await request
    .formData()
    .then((form) => readScans(form.get('scans')))
    .catch(orUnreadable);
  if (!asked || !scans) throw new Response(null, { status: 400 });
  const answer = await shopApi.scan(asked.selection, scans);
  if (!answer) throw new Response(null, { status: 404 });
  return Response.json(answer);
}

function orUnreadable(error: unknown): null {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return null;
  throw error;
}
