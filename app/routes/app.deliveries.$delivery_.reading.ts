import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import type { ReadingResult } from '../pages/delivery/reading-result.ts';
import { postedForm } from '../pages/shell/posted-form.ts';

const address = z.object({ delivery: z.uuid() });
const posted = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('undo') }),
  z.object({ intent: z.literal('redo'), written: z.string() }),
]);

/** Undoes how the district of a delivery was read, for all orders to come, or takes that back. */
export async function action({ request, context, params }: ActionFunctionArgs): Promise<ReadingResult> {
  const shopApi = await context.door.authenticate(request, 'dry-run');
  const { delivery: deliveryId } = postedForm(address, params);
  const given = postedForm(posted, Object.fromEntries(await request.formData()));
  if (given.intent === 'redo') {
    await shopApi.forgetDistrict(given.written);
    return { kind: 'redone' };
  }
  const undone = await shopApi.undoReading(deliveryId);
  if (!undone) throw new Response(null, { status: 404 });
  return undone;
}
