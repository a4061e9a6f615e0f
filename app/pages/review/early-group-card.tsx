import { useFetcher } from '@remix-run/react';
import { Badge, BlockStack, Button, Card, InlineStack, Link, Text } from '@shopify/polaris';
import { useEffect } from 'react';
import { useNotice } from '../shell/banners/notice.tsx';
import { targetOf } from '../shell/remedy-links.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { DistrictForm } from './district-form.tsx';
import type { EarlyGroupView } from './early-view.ts';
import type { ReviewResult } from './review-result.ts';

/** Orders with the same problem, before they are fulfilled: what it is, where to fix it, and whether they are held. */
export function EarlyGroupCard({
  group,
  version,
  served,
  isFirst,
}: {
  readonly group: EarlyGroupView;
  /** The button of the first group is the page's dominant one. */
  readonly isFirst: boolean;
  readonly version: number;
  readonly served: readonly string[] | null;
}) {
  const { review, earlyWarning: texts, deliveries } = useTexts();
  const { explanation, count, held, district, orders } = group;
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" gap="200" blockAlign="start">
          <Text as="h2" variant="headingMd" breakWord>
            {explanation.sentence}
          </Text>
          <InlineStack gap="200">
            {held > 0 && <Badge tone="attention">{texts.held({ count: held })}</Badge>}
            <Text as="span" tone="subdued">
              {texts.count({ count })}
            </Text>
          </InlineStack>
        </InlineStack>
        <Text as="p">{explanation.nextStep}</Text>
        {district && (
          <DistrictForm district={district} retryable={0} version={version} served={served} isFirst={isFirst} />
        )}
        <BlockStack gap="100">
          <Text as="p" tone="subdued">
            {review.fixOnOrder}
          </Text>
          <InlineStack gap="300">
            {orders.map(({ id, orderName, url }) => (
              <Link key={id} url={url} target="_top">
                {orderName ?? deliveries.unnamedOrder}
              </Link>
            ))}
            {count > orders.length && (
              <Text as="span" tone="subdued">
                {review.and({ count: count - orders.length })}
              </Text>
            )}
          </InlineStack>
        </BlockStack>
        <InlineStack gap="200">
          {held > 0 && <ReleaseAll group={group} />}
          {explanation.remedies.map(({ remedy, label, url }) => (
            <Button key={remedy} url={url} {...targetOf(url)}>
              {label}
            </Button>
          ))}
        </InlineStack>
      </BlockStack>
    </Card>
  );
}

function ReleaseAll({ group: { code, district, held } }: { readonly group: EarlyGroupView }) {
  const { earlyWarning: texts, deliveries } = useTexts();
  const { tell } = useNotice();
  const fetcher = useFetcher<ReviewResult>();
  useEffect(() => {
    if (fetcher.data?.kind === 'released') {
      const { count } = fetcher.data;
      tell({ tone: count > 0 ? 'success' : 'warning', title: texts.released({ count }) });
    }
    if (fetcher.data?.kind === 'unreachable') tell({ tone: 'critical', title: deliveries.again.unreachable });
  }, [fetcher.data, texts, deliveries, tell]);
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="release" />
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="district" value={district?.key ?? ''} />
      <Button submit loading={fetcher.state !== 'idle'}>
        {texts.release({ count: held })}
      </Button>
    </fetcher.Form>
  );
}
