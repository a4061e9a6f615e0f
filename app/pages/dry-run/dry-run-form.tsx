import { useFetcher } from '@remix-run/react';
import { Banner, BlockStack, Button, InlineStack, Link, Select, SkeletonBodyText, Text } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import type { SettingsPart } from '../../domain/settings/settings-part.ts';
import { useAdminPath } from '../shell/admin-path.ts';
import { Sent } from '../delivery/cards/sent-card.tsx';
import type { DryRunResult, DryRunRow, DryRunOrders } from './dry-run.ts';
import { useTexts } from '../shell/use-texts.ts';

interface DryRunFormProps {
  /** Settings that the merchant has typed but not saved yet. */
  readonly part?: SettingsPart;
  readonly version?: number;
}

/** Shows what would be sent for a recent order. It sends nothing. */
export function DryRunForm({ part = {}, version = 0 }: DryRunFormProps) {
  const texts = useTexts().dryRun;
  const toPath = useAdminPath();
  const listing = useFetcher<DryRunOrders>();
  const running = useFetcher<DryRunResult>();
  const [chosen, setChosen] = useState<string | null>(null);
  const path = toPath('/app/dry-run');
  const load = () => listing.load(path);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the fetcher is another object after each answer
  useEffect(load, [path]);
  if (!listing.data) return <SkeletonBodyText lines={2} />;
  const { orders } = listing.data;
  if (!orders) {
    return (
      <Banner tone="warning" action={{ content: texts.again, onAction: load }}>
        {texts.notListed}
      </Banner>
    );
  }
  const orderId = chosen ?? orders[0]?.id;
  if (orderId === undefined) {
    return (
      <BlockStack gap="200" inlineAlign="start">
        <Text as="p">{texts.noOrder}</Text>
        <Button onClick={load} loading={listing.state !== 'idle'}>
          {texts.again}
        </Button>
      </BlockStack>
    );
  }
  const run = () =>
    running.submit(JSON.stringify({ orderId, part, version }), {
      method: 'post',
      action: path,
      encType: 'application/json',
    });
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
        <Button onClick={run} loading={running.state !== 'idle'}>
          {texts.run}
        </Button>
      </InlineStack>
      <div role="status">{running.state === 'idle' && running.data && <Ran result={running.data} />}</div>
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
      {ahead && (
        <Text as="p" tone="subdued">
          {texts.ahead({ location: ahead.location ?? '' })}
        </Text>
      )}
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
