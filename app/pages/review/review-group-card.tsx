import { useFetcher } from '@remix-run/react';
import { BlockStack, Button, Card, InlineStack, Link, Text } from '@shopify/polaris';
import { useEffect } from 'react';
import { useNotice } from '../shell/banners/notice.tsx';
import { DistrictForm } from './district-form.tsx';
import type { ReviewResult } from './review-result.ts';
import type { ReviewGroup } from './review-view.ts';
import { targetOf } from '../shell/remedy-links.tsx';
import { useTexts } from '../shell/use-texts.ts';

/** Deliveries with the same problem: what it is, where to fix it, and the button that retries all of them. */
export function ReviewGroupCard({
  group,
  version,
  served,
  isFirst,
}: {
  readonly group: ReviewGroup;
  /** The button of the first group is the page's dominant one. */
  readonly isFirst: boolean;
  readonly version: number;
  readonly served: readonly string[] | null;
}) {
  const { review: texts, deliveries } = useTexts();
  const { explanation, count, retryable, district } = group;
  const named = group.deliveries;
  const isOrder = named[0]?.isOrder ?? false;
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" gap="200" blockAlign="start">
          <Text as="h2" variant="headingMd" breakWord>
            {explanation.sentence}
          </Text>
          <Text as="span" tone="subdued">
            {texts.count({ count })}
          </Text>
        </InlineStack>
        <Text as="p">{explanation.nextStep}</Text>
        {district && (
          <DistrictForm district={district} retryable={retryable} version={version} served={served} isFirst={isFirst} />
        )}
        <BlockStack gap="100">
          {isOrder && (
            <Text as="p" tone="subdued">
              {texts.fixOnOrder}
            </Text>
          )}
          <InlineStack gap="300">
            {named.map(({ id, orderName, url }) => (
              <Link key={id} url={url} {...(isOrder ? { target: '_top' } : {})}>
                {orderName ?? deliveries.unnamedOrder}
              </Link>
            ))}
            {count > named.length && (
              <Text as="span" tone="subdued">
                {texts.and({ count: count - named.length })}
              </Text>
            )}
          </InlineStack>
        </BlockStack>
        <InlineStack gap="200">
          {retryable > 0 && <RetryAll group={group} isPrimary={isFirst && !district} />}
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

function RetryAll({
  group: { code, district, retryable },
  isPrimary,
}: {
  readonly group: ReviewGroup;
  readonly isPrimary: boolean;
}) {
  const { review: texts, deliveries } = useTexts();
  const { tell } = useNotice();
  const fetcher = useFetcher<ReviewResult>();
  useEffect(() => {
    if (fetcher.data?.kind === 'retried') {
      const { count } = fetcher.data;
      if (count > 0) tell({ tone: 'success', title: texts.retried({ count }) });
      else tell({ tone: 'warning', title: texts.nothingRetried });
    }
    if (fetcher.data?.kind === 'unreachable') tell({ tone: 'critical', title: deliveries.again.unreachable });
  }, [fetcher.data, texts, deliveries, tell]);
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="retry" />
      <input type="hidden" name="code" value={code ?? ''} />
      <input type="hidden" name="district" value={district?.key ?? ''} />
      <Button submit {...(isPrimary ? { variant: 'primary' as const } : {})} loading={fetcher.state !== 'idle'}>
        {texts.retryAll({ count: retryable })}
      </Button>
    </fetcher.Form>
  );
}
