import type { LoaderFunctionArgs } from '@remix-run/node';

/** Labels, a hand-over sheet or a pick list, as HTML to print. They name the buyer: print them, never store them. */
export const loader = ({ request, context, params }: LoaderFunctionArgs) =>
  context.backend.answerPrint(request, { document: params.document, client: context.client });
