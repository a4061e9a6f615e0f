import { Banner, BlockStack, Button, InlineStack, Link, Select, SkeletonBodyText, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { SettingsByName } from '../../domain/settings/settings-part.ts';
import { Sent } from '../delivery/cards/sent-card.tsx';
import { RequestFailureBanner } from '../shell/banners/request-failure-banner.tsx';
import type { DryRunResult, DryRunRow, DryRunOrders } from './dry-run.ts';
import { useRequest, useRequestAtOnce } from '../shell/use-request.ts';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';

interface DryRunFormProps {
  /** Settings that the merchant has typed but not saved yet. */
  readonly part?: Partial<SettingsByName>;
  /** Called after each dry run. */
  readonly onRan?: () => void;
}

const PATH = '/app/dry-run';

/** Shows what would be sent for a recent order. It sends nothing. */
export function DryRunForm({ part = {}, onRan }: DryRunFormProps) {
  const texts = useTexts().dryRun;
  const listing = useRequestAtOnce<DryRunOrders>(PATH, 'orders');
  const running = useRequest<DryRunResult>(PATH, 'kind');
  const [chosen, setChosen] = useState<string | null>(null);
  const again = { content: texts.again, onAction: () => void listing.ask(), loading: listing.isAsking };
  if (listing.failure) return <RequestFailureBanner failure={listing.failure} action={again} />;
  if (!listing.body) return <SkeletonBodyText lines={2} />;
  const { orders } = listing.body;
  if (!orders) {
    return (
      <Banner tone="warning" action={again}>
        {texts.notListed}
      </Banner>
    );
  }
  const orderId = chosen ?? orders[0]?.id;
  if (orderId === undefined) {
    return (
      <BlockStack gap="200" inlineAlign="start">
        <Text as="p">{texts.noOrder}</Text>
        <Button onClick={again.onAction} loading={again.loading}>
          {again.content}
        </Button>
      </BlockStack>
    );
  }
  const run = async () => {
    const result = await running.ask({ orderId, part });
    if (result?.kind === 'ran') onRan?.();
  };
  return (
    <BlockStack gap="300">
      <InlineStack gap="200" blockAlign="end">
        <Select
          label={texts.order}
          name="dryRunOrder"
          options={orders.map(({ id, name, isFulfilled }) => ({
            value: id,
            label: isFulfilled ? name : texts.notFulfilled({ order: name }),
          }))}
          value={orderId}
          onChange={setChosen}
        />
        <Button onClick={() => void run()} loading={running.isAsking}>
          {texts.run}
        </Button>
      </InlineStack>
      <div role="status">
        {!running.isAsking && running.body && <Ran result={running.body} />}
        {!running.isAsking && running.failure && <RequestFailureBanner failure={running.failure} />}
      </div>
    </BlockStack>
  );
}

function Ran({ result }: { readonly result: DryRunResult }) {
  const texts = useTexts().dryRun;
  if (result.kind === 'invalid') return <Banner tone="critical">{texts.invalid}</Banner>;
  if (result.kind === 'not-read') return <Banner tone="warning">{texts.notRead}</Banner>;
  return (
    <BlockStack gap="400">
      {result.fulfillments.map((fulfillment) => (
        <DryRunOfOne key={fulfillment.fulfillmentId} {...fulfillment} />
      ))}
    </BlockStack>
  );
}

function DryRunOfOne({ name, ahead, choice, dryRun }: DryRunRow) {
  const texts = useTexts().dryRun;
  if (!dryRun) return <Banner tone="warning">{texts.notRead}</Banner>;
  const { plan } = dryRun;
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {name}
      </Text>
      {ahead && <Subdued>{texts.ahead({ location: ahead.location ?? '' })}</Subdued>}
      {plan.kind === 'hand-over' && (
        <Text as="p" tone="success">
          {texts.wouldGo({ service: plan.promise.service })}
        </Text>
      )}
      {choice && <Choice choice={choice} />}
      <Sent dryRun={dryRun} />
    </BlockStack>
  );
}

/** What chose the delivery service. */
function Choice({ choice }: { readonly choice: NonNullable<DryRunRow['choice']> }) {
  const texts = useTexts().dryRun;
  switch (choice.by) {
    case 'rule':
      return <Text as="p">{texts.rule({ rule: choice.name })}</Text>;
    case 'method':
      return <Text as="p">{texts.method({ method: choice.name })}</Text>;
    case 'default':
      return <Text as="p">{texts.noRule}</Text>;
    case 'default-without-method':
      return (
        <Text as="p" tone="caution">
          {texts.methodWithoutService} <Link url="/app/settings/rules">{texts.chooseServices}</Link>
        </Text>
      );
  }
}
