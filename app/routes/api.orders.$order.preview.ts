import type { LoaderFunctionArgs } from '@remix-run/node';
import { answerExtension, gidOf } from '../http/extension-request.ts';
import { answerPreview } from '../http/order-answer.ts';

/** The deliveries of an order, with what would be sent of each fulfillment that can be handed over yet. */
export function loader(args: LoaderFunctionArgs) {
  return answerExtension(args, (asked) => answerPreview(asked, gidOf('Order', args.params.order)));
}
