import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { seenSchema } from '../domain/exceptions/exception.ts';
import { DELIVERY_ACTIONS } from '../extension-api/extension-answers.ts';

const address = z.object({ delivery: z.uuid(), action: z.enum(DELIVERY_ACTIONS) });
const posted = z.strictObject({ seen: seenSchema });

export const loader = ({ request, context }: LoaderFunctionArgs) => context.backend.answerOptionsAlone(request);

/** Runs a merchant's action, and answers with the delivery after it. */
export const action = ({ request, context, params }: ActionFunctionArgs) =>
  context.backend.answerExtension(request, async (shopApi) => {
    const { delivery: deliveryId, action: chosen } = address.parse(params);
    const { seen } = posted.parse(await request.json());
    return shopApi.actAndShow({ deliveryId, action: chosen, seen });
  });
