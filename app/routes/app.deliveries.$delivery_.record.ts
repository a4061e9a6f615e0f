import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import type { OperatorRecordAnswer } from '../pages/delivery/cards/record-card.tsx';

const address = z.object({ delivery: z.uuid() });

/** The operator's record of a delivery, read now. It may name the buyer: show it, never store it. */
export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Response> {
  const shopApi = await context.backend.authenticate(request, 'dry-run');
  const { data: given } = address.safeParse(params);
  const record = given && (await shopApi.operatorRecord(given.delivery));
  if (!record) throw new Response(null, { status: 404 });
  return Response.json({ record: record === 'not-read' ? null : record } satisfies OperatorRecordAnswer);
}
