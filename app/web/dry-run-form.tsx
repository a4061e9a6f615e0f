import { useFetcher } from '@remix-run/react';
import { Banner, BlockStack, Button, InlineStack, Select, SkeletonBodyText, Text } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import type { SettingsPart } from '../domain/settings-part.ts';
import { useAdminPath } from './admin-path.ts';
import { Sent } from './delivery-page/sent-card.tsx';
import type { DryRun, TriedFulfillment, TryableOrders } from './dry-run.ts';
import { useTexts } from './use-texts.ts';

interface DryRunFormProps {
  /** Settings that are typed and not saved yet. */
  readonly part?: SettingsPart;
  readonly version?: number;
}

/** Shows what would be sent of a recent order. Nothing is sent. */
export function DryRunForm({ part = {}, version = 0 }: DryRunFormProps) {
  const texts = useTexts().dryRun;
  const toPath = useAdminPath();
  const listing = useFetcher<TryableOrders>();
  const trying = useFetcher<DryRun>();
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
    trying.submit(JSON.stringify({ orderId, part, version }), {
      ...{ method: 'post', action: path, encType: 'application/json' },
    });
  return (
    <BlockStack gap="300">
      <InlineStack gap="200" blockAlign="end">
        <Select
          label={texts.order}
          name="dryRunOrder"
          options={orders.map(({ id, name }) => ({ value: id, label: name }))}
          value={orderId}
          onChange={setChosen}
        />
        <Button onClick={run} loading={trying.state !== 'idle'}>
          {texts.run}
        </Button>
      </InlineStack>
      <div role="status">{trying.state === 'idle' && trying.data && <Tried result={trying.data} />}</div>
    </BlockStack>
  );
}

function Tried({ result }: { readonly result: DryRun }) {
  const texts = useTexts().dryRun;
  if (result.kind === 'invalid') return <Banner tone="critical">{texts.invalid}</Banner>;
  if (result.kind === 'not-read') return <Banner tone="warning">{texts.notRead}</Banner>;
  return (
    <BlockStack gap="400">
      {result.fulfillments.map((fulfillment) => (
        <TriedOne key={fulfillment.fulfillmentId} {...fulfillment} />
      ))}
    </BlockStack>
  );
}

function TriedOne({ name, choice, preview }: TriedFulfillment) {
  const texts = useTexts().dryRun;
  if (!preview) return <Banner tone="warning">{texts.notRead}</Banner>;
  const { plan } = preview;
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {name}
      </Text>
      {plan.kind === 'hand-over' && (
        <Text as="p" tone="success">
          {texts.wouldGo(plan.promise.service)}
        </Text>
      )}
      {choice && <Text as="p">{choice.rule === null ? texts.noRule : texts.rule(choice.rule)}</Text>}
      <Sent preview={preview} />
    </BlockStack>
  );
}
