import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { seenSchema } from '../domain/exceptions/exception.ts';
import { DELIVERY_ACTIONS } from '../extension-api/extension-answers.ts';

const address = z.object({ delivery: z.uuid(), action: z.enum(DELIVERY_ACTIONS) });
/** A caller that has looked at no page sends nothing. */
const posted = z.object({ seen: seenSchema });

export const loader = ({ request, context }: LoaderFunctionArgs) => context.backend.answerOptionsAlone(request);

/** Runs a merchant's action, and answers with the delivery after it. */
export const action = ({ request, context, params }: ActionFunctionArgs) =>
  context.backend.answerExtension(request, async (shopApi) => {
    const { delivery: deliveryId, action: chosen } = address.parse(params);
    const body = await request.text();
    const { seen } = posted.parse(body === '' ? {} : JSON.parse(body));
    return shopApi.actAndShow({ deliveryId, action: chosen, seen });
  });
