import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { gidOf } from '../extension-api/gid-of.ts';

const posted = z.strictObject({ sendAnyway: z.boolean().default(false) });

export const loader = ({ request, context }: LoaderFunctionArgs) => context.backend.answerOptionsAlone(request);

/** Hands one fulfillment over now, whether or not it has a delivery yet. */
export const action = ({ request, context, params }: ActionFunctionArgs) =>
  context.backend.answerExtension(request, async (shopApi) => {
    const fulfillmentId = gidOf('Fulfillment', params.fulfillment);
    return shopApi.handOverFulfillment(fulfillmentId, posted.parse(await request.json()));
  });
