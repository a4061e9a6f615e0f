import { useFetcher } from '@remix-run/react';
import { Badge, BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris';
import { useEffect } from 'react';
import { useNotice } from '../shell/banners/notice.tsx';
import { targetOf } from '../shell/remedy-links.tsx';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';
import { deskKey, type DeskOrders, RETRIES, type ReviewResult } from './review-result.ts';
import { DeskRow } from './desk-row.tsx';
import { DistrictForm } from './district-form.tsx';
import type { ReviewGroup } from './review-view.ts';

interface GroupCardProps {
  readonly group: ReviewGroup;
  /** Its choice of a district is the page's dominant action. A retry is not: before a correction it fails again. */
  readonly isFirst: boolean;
  readonly version: number;
  readonly served: readonly string[] | null;
  readonly customers: NonNullable<DeskOrders['customers']>;
}

/** Deliveries or orders with the same problem: what it is, where to fix it, and the button that acts on all of them. */
export function GroupCard({ group, version, served, isFirst, customers }: GroupCardProps) {
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
            <Subdued as="span">
              {group.of === 'deliveries' ? texts.count({ count }) : earlyWarning.count({ count })}
            </Subdued>
          </InlineStack>
        </InlineStack>
        <Text as="p">{explanation.nextStep}</Text>
        {district && (
          <DistrictForm district={district} retryable={retryable} version={version} served={served} isFirst={isFirst} />
        )}
        <NamedOrders group={group} customers={customers} />
        {(explanation.remedies.length > 0 || retryable > 0 || held > 0) && (
          <InlineStack gap="200">
            {explanation.remedies.map(({ label, url }) => (
              <Button key={label} url={url} {...targetOf(url)}>
                {label}
              </Button>
            ))}
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
          </InlineStack>
        )}
      </BlockStack>
    </Card>
  );
}

/** The first orders of the group: each leads to the order, or to its delivery where the order is not what is wrong. */
function NamedOrders({ group, customers }: Pick<GroupCardProps, 'group' | 'customers'>) {
  const { review: texts } = useTexts();
  const { count, named } = group;
  const { data: last } = useFetcher<ReviewResult>({ key: RETRIES });
  const outcomes = new Map(last?.kind === 'retried' ? last.outcomes.map(({ id, outcome }) => [id, outcome]) : []);
  return (
    <div>
      {named.map((order) => (
        <DeskRow
          key={order.id}
          group={group}
          order={order}
          customer={customers[deskKey({ orderId: order.orderId, code: group.code })]}
          outcome={outcomes.get(order.id)}
        />
      ))}
      {count > named.length && <Subdued>{texts.and({ count: count - named.length })}</Subdued>}
    </div>
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
    if (result?.kind === 'unreachable') tell({ tone: 'critical', title: deliveries.unreachable });
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
