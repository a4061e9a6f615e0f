import { Banner, BlockStack, Button, InlineStack, Link, Select, SkeletonBodyText, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { SettingsByName } from '../../domain/settings/settings-part.ts';
import { Sent } from '../delivery/cards/sent-card.tsx';
import { RequestFailureBanner } from '../shell/banners/request-failure-banner.tsx';
import { useRequest, useRequestAtOnce } from '../shell/use-request.ts';
import { Subdued } from '../shell/subdued.tsx';
import { useTexts } from '../shell/use-texts.ts';
import type { FulfillmentDryRun } from '../../extension-api/extension-answers.ts';

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
  if (choice.by === 'default-without-method') {
    return (
      <Text as="p" tone="caution">
        {texts.methodWithoutService} <Link url="/app/settings/rules">{texts.chooseServices}</Link>
      </Text>
    );
  }
  if (!('name' in choice)) return <Text as="p">{texts.noRule}</Text>;
  return (
    <Text as="p">
      {choice.by === 'rule' ? texts.rule({ rule: choice.name }) : texts.method({ method: choice.name })}
    </Text>
  );
}

/** Orders to choose from; null when Shopify could not be asked. */
export interface DryRunOrders {
  readonly orders:
    | readonly {
        readonly id: string;
        readonly name: string;
        readonly isFulfilled: boolean;
      }[]
    | null;
}

/** The result of a dry run. */
export type DryRunResult =
  | { readonly kind: 'ran'; readonly fulfillments: readonly DryRunRow[] }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'not-read' };

export interface DryRunRow {
  readonly fulfillmentId: string;
  readonly name: string;
  /** Set when it is not fulfilled yet, with the name of the location that would ship it, if Shopify says so. */
  readonly ahead: { readonly location: string | null } | null;
  /**
   * What chose the delivery service: the merchant's rule, the shipping method, or the default. The default may be used
   * because the shipping method has no service. Null when no service had to be chosen.
   */
  readonly choice:
    | { readonly by: 'rule' | 'method'; readonly name: string }
    | { readonly by: 'default' | 'default-without-method' }
    | null;
  readonly dryRun: FulfillmentDryRun | null;
}
