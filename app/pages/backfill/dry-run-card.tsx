import { useFetcher, useNavigate } from '@remix-run/react';
import { Banner, BlockStack, Button, InlineStack, Link, Text } from '@shopify/polaris';
import { useEffect } from 'react';
import { useAdminPath } from '../shell/admin-path.ts';
import { useNotice } from '../shell/banners/notice.tsx';
import type { BackfillRow } from './backfill-view.ts';
import type { DayRange, BackfillResult } from './day-range.ts';
import { CardSection } from '../delivery/cards/card-section.tsx';
import { PlainTable } from '../delivery/cards/plain-table.tsx';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';

interface DryRunCardProps {
  readonly range: DayRange;
  readonly rows: readonly BackfillRow[] | null;
  readonly next: string | null;
}

/** Shows what would happen to the fulfillments of these days, with the button that starts the backfill. */
export function BackfillDryRunCard({ range, rows, next }: DryRunCardProps) {
  const { backfill: texts, deliveries } = useTexts();
  const { tell } = useNotice();
  const fetcher = useFetcher<BackfillResult>();
  const result = fetcher.data;
  const navigate = useNavigate();
  const progress = useAdminPath()('/app/backfill');
  useEffect(() => {
    if (result?.kind === 'unreachable') tell({ tone: 'critical', title: deliveries.unreachable });
    if (result?.kind === 'started') {
      tell({ tone: 'success', title: texts.started });
      navigate(progress);
    }
    if (result?.kind === 'already-running') tell({ tone: 'warning', title: texts.alreadyRunning });
    if (result?.kind === 'refused') tell({ tone: 'critical', title: texts.errors[result.error] });
  }, [result, texts, deliveries, tell, navigate, progress]);
  const more = next && `/app/backfill?${new URLSearchParams({ ...range, after: next })}`;
  return (
    <CardSection title={texts.dryRun}>
      {rows === null && <Banner tone="warning">{texts.notRead}</Banner>}
      {rows?.length === 0 && <Text as="p">{texts.none}</Text>}
      {rows && rows.length > 0 && (
        <PlainTable
          label={texts.dryRun}
          headings={[texts.headings.order, texts.headings.fulfillment, texts.headings.plan]}
          rows={rows.map((row) => ({
            id: row.fulfillmentId,
            cells: [row.orderName, row.name, <WhatBecomes key="plan" row={row} />],
          }))}
        />
      )}
      {more && (
        <InlineStack>
          <Button url={more}>{texts.more}</Button>
        </InlineStack>
      )}
      {rows !== null && (
        <fetcher.Form method="post">
          <input type="hidden" name="intent" value="start" />
          <input type="hidden" name="from" value={range.from} />
          <input type="hidden" name="to" value={range.to} />
          <BlockStack gap="200" inlineAlign="start">
            <Subdued>{texts.sendText}</Subdued>
            <Button submit variant="primary" loading={fetcher.state !== 'idle'}>
              {texts.send}
            </Button>
          </BlockStack>
        </fetcher.Form>
      )}
    </CardSection>
  );
}

function WhatBecomes({ row: { plan, promise, deliveryUrl } }: { readonly row: BackfillRow }) {
  const { plans } = useTexts().backfill;
  if (deliveryUrl) return <Link url={deliveryUrl}>{plans.known}</Link>;
  switch (plan?.kind) {
    case 'hand-over':
      return plans['hand-over']({ service: plan.promise.service, date: promise ?? plan.promise.date });
    case 'skip':
      return <Text as="span">{plan.reason.sentence}</Text>;
    case 'problem':
      return (
        <Text as="span" tone="critical">
          {plan.problems.map(({ sentence }) => sentence).join(' ')}
        </Text>
      );
    default:
      return plans['not-checked'];
  }
}
