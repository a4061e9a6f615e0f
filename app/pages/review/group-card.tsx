import { useFetcher } from '@remix-run/react';
import { Badge, BlockStack, Button, Card, InlineStack, Link, Text, type BadgeProps } from '@shopify/polaris';
import { useEffect } from 'react';
import { useNotice } from '../shell/banners/notice.tsx';
import { targetOf } from '../shell/remedy-links.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { DistrictForm } from './district-form.tsx';
import type { RetryOutcome } from './retry-outcome.ts';
import { RETRIES, type ReviewResult } from './review-result.ts';
import type { ReviewGroup } from './review-view.ts';

interface GroupCardProps {
  readonly group: ReviewGroup;
  /** Its choice of a district is the page's dominant action. A retry is not: before a correction it fails again. */
  readonly isFirst: boolean;
  readonly version: number;
  readonly served: readonly string[] | null;
}

const TONES: Readonly<Record<RetryOutcome, BadgeProps['tone']>> = {
  sent: 'success',
  same: 'critical',
  other: 'critical',
  pending: 'info',
  held: 'attention',
  'not-sent': undefined,
};

/** Deliveries or orders with the same problem: what it is, where to fix it, and the button that acts on all of them. */
export function GroupCard({ group, version, served, isFirst }: GroupCardProps) {
  const { review: texts, earlyWarning } = useTexts();
  const { explanation, count, retryable, held, district } = group;
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" gap="200" blockAlign="start">
          <Text as="h2" variant="headingMd" breakWord>
            {explanation.sentence}
          </Text>
          <InlineStack gap="200">
            {held > 0 && <Badge tone="attention">{earlyWarning.held({ count: held })}</Badge>}
            <Text as="span" tone="subdued">
              {group.of === 'deliveries' ? texts.count({ count }) : earlyWarning.count({ count })}
            </Text>
          </InlineStack>
        </InlineStack>
        <Text as="p">{explanation.nextStep}</Text>
        {district && (
          <DistrictForm district={district} retryable={retryable} version={version} served={served} isFirst={isFirst} />
        )}
        <NamedOrders group={group} />
        <InlineStack gap="200">
          {retryable > 0 && (
            <GroupAction group={group} intent="retry">
              {texts.retryAll({ count: retryable })}
            </GroupAction>
          )}
          {held > 0 && (
            <GroupAction group={group} intent="release">
              {earlyWarning.release({ count: held })}
            </GroupAction>
          )}
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

/** Links to the newest orders of the group, or to their deliveries where the order is not what is wrong. */
function NamedOrders({ group: { count, named } }: { readonly group: ReviewGroup }) {
  const { review: texts, deliveries } = useTexts();
  const { data: last } = useFetcher<ReviewResult>({ key: RETRIES });
  const outcomes = new Map(last?.kind === 'retried' ? last.outcomes.map(({ id, outcome }) => [id, outcome]) : []);
  const outcomeOf = (id: string) => {
    const outcome = outcomes.get(id);
    return outcome && <Badge tone={TONES[outcome]}>{texts.outcome[outcome]}</Badge>;
  };
  return (
    <BlockStack gap="100">
      <Text as="p" tone="subdued">
        {named[0]?.isOrder ? texts.fixOnOrder : texts.openDelivery}
      </Text>
      <InlineStack gap="300">
        {named.map(({ id, orderName, url, isOrder }) => (
          <InlineStack key={id} gap="100">
            <Link url={url} {...(isOrder ? { target: '_top' } : {})}>
              {orderName ?? deliveries.unnamedOrder}
            </Link>
            {outcomeOf(id)}
          </InlineStack>
        ))}
        {count > named.length && (
          <Text as="span" tone="subdued">
            {texts.and({ count: count - named.length })}
          </Text>
        )}
      </InlineStack>
    </BlockStack>
  );
}

interface GroupActionProps {
  readonly group: ReviewGroup;
  readonly intent: 'retry' | 'release';
  readonly children: string;
}

/** Acts on the whole group, and tells the result where it stays. */
function GroupAction({ group: { code, district }, intent, children }: GroupActionProps) {
  const { earlyWarning, deliveries } = useTexts();
  const { tell } = useNotice();
  const fetcher = useFetcher<ReviewResult>(intent === 'retry' ? { key: RETRIES } : {});
  useEffect(() => {
    const result = fetcher.data;
    if (intent === 'retry') return; // told by the page, since the group may be gone
    if (result?.kind === 'unreachable') tell({ tone: 'critical', title: deliveries.again.unreachable });
    if (result?.kind !== 'released') return;
    const { count } = result;
    tell({ tone: count > 0 ? 'success' : 'warning', title: earlyWarning.released({ count }) });
  }, [fetcher.data, intent, earlyWarning, deliveries, tell]);
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="code" value={code ?? ''} />
      <input type="hidden" name="district" value={district?.key ?? ''} />
      <Button submit loading={fetcher.state !== 'idle'}>
        {children}
      </Button>
    </fetcher.Form>
  );
}
