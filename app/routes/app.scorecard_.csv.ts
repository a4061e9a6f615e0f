import type { LoaderFunctionArgs } from '@remix-run/node';
import { readScorecardQuery } from '../pages/scorecard/scorecard-query.ts';

/** The scorecard's rows, for a spreadsheet. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopApi = await context.backend.authenticate(request, 'export');
  const csv = await shopApi.exportScorecard(readScorecardQuery(new URL(request.url).searchParams));
  return new Response(csv, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="scorecard.csv"',
    },
  });
}
