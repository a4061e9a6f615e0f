import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { gidOf } from '../extension-api/gid-of.ts';

export const loader = ({ request, context }: LoaderFunctionArgs) => context.backend.answerOptionsAlone(request);

/** Releases the app's hold of an order, although it would not go out. */
export const action = ({ request, context, params }: ActionFunctionArgs) =>
  context.backend.answerExtension(request, (shopApi) => shopApi.releaseOrder(gidOf('Order', params.order)));
