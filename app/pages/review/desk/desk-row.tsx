import { useFetcher, useRevalidator } from '@remix-run/react';
import { Badge, BlockStack, Box, Button, InlineStack, Link, Text, TextField, type BadgeProps } from '@shopify/polaris';
import { useState } from 'react';
import type { CorrectedField } from '../../../domain/problems/remedy.ts';
import { useDeliveryAction } from '../../delivery/use-delivery-action.ts';
import { showToast } from '../../shell/app-bridge.ts';
import { useNotice } from '../../shell/banners/notice.tsx';
import { useRequest } from '../../shell/use-request.ts';
import { useTexts } from '../../shell/use-texts.ts';
import type { Corrected, CorrectionEnd, DeskCustomer } from './desk-orders.ts';
import type { RetryOutcome } from '../retry-outcome.ts';
import type { ReviewResult } from '../review-result.ts';
import type { NamedOrder, ReviewGroup } from '../review-view.ts';
import { DESK_ORDERS } from './use-desk-orders.ts';

const TONES: Readonly<Record<RetryOutcome, BadgeProps['tone']>> = {
  sent: 'success',
  same: 'critical',
  other: 'critical',
  pending: 'info',
  held: 'attention',
  'not-sent': undefined,
};

interface DeskRowProps {
  readonly group: ReviewGroup;
  readonly order: NamedOrder;
  /** Undefined until Shopify has answered, and where it does not show the order. */
  readonly customer: DeskCustomer | undefined;
  /** How the last retry ended, if this delivery was part of it. */
  readonly outcome: RetryOutcome | undefined;
}

/** One order at the desk: whose it is, the field to correct, and what to ask the customer. */
export function DeskRow({ group, order, customer, outcome }: DeskRowProps) {
  const { review: texts, deliveries } = useTexts();
  const name = order.orderName ?? deliveries.unnamedOrder;
  return (
    <Box paddingBlock="200" borderBlockStartWidth="025" borderColor="border-secondary">
      <BlockStack gap="200">
        <InlineStack gap="200" blockAlign="center">
          <Link url={order.url} {...(order.isOrder ? { target: '_top' } : {})}>
            {name}
          </Link>
          {customer && (
            <>
              {customer.name !== '' && (
                <Text as="span" fontWeight="medium">
                  {customer.name}
                </Text>
              )}
              <Text as="span" tone="subdued" breakWord>
                {customer.place}
              </Text>
              {customer.phone !== '' && (
                <Link url={`tel:${customer.phone.replaceAll(/[^\d+]/g, '')}`}>{customer.phone}</Link>
              )}
            </>
          )}
          {order.calledUntil && <Badge tone="info">{texts.called.until({ time: order.calledUntil })}</Badge>}
          {outcome && <Badge tone={TONES[outcome]}>{texts.outcome[outcome]}</Badge>}
        </InlineStack>
        {group.field && <Correction group={group} field={group.field} order={order} name={name} />}
        <InlineStack gap="300">
          <Messages order={order} customer={customer} name={name} />
          <Called order={order} name={name} />
          {order.toOperator && <Resolve id={order.id} name={name} />}
        </InlineStack>
      </BlockStack>
    </Box>
  );
}

const TYPES = { phone: 'tel', date: 'date', address1: 'text', city: 'text' } as const satisfies Record<
  CorrectedField,
  string
>;

interface CorrectionProps {
  readonly group: ReviewGroup;
  readonly field: CorrectedField;
  readonly order: NamedOrder;
  readonly name: string;
}

/** The field that is wrong. It is written to the order in Shopify, and the delivery is retried. */
function Correction({ group, field, order, name }: CorrectionProps) {
  const { review } = useTexts();
  const texts = review.correction;
  const { tell } = useNotice();
  const { revalidate } = useRevalidator();
  const [value, setValue] = useState('');
  const { ask, body, failure, isAsking } = useRequest<Corrected>(DESK_ORDERS, 'end');
  const isOfDelivery = group.of === 'deliveries';
  const save = async () => {
    const deliveryId = isOfDelivery ? order.id : null;
    const answer = await ask({ orderId: order.orderId, deliveryId, code: group.code, field, value });
    if (!answer || answer.end in texts.errors) return;
    const isGood = answer.end === 'sent' || answer.end === 'saved';
    tell({ tone: isGood ? 'success' : 'warning', title: told(answer.end) });
    revalidate();
  };
  const told = (end: CorrectionEnd) =>
    end === 'saved' || !isOutcome(end)
      ? texts.saved({ name })
      : review.outcomeLine({ name, outcome: review.outcome[end] });
  const end = failure ? 'not-asked' : body?.end;
  const error = Object.entries(texts.errors).find(([each]) => each === end)?.[1];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAsking) void save();
      }}
    >
      <TextField
        label={texts.labels[field]({ name })}
        helpText={texts.help}
        value={value}
        onChange={setValue}
        autoComplete="off"
        type={TYPES[field]}
        error={error}
        connectedRight={
          <Button submit loading={isAsking} disabled={value.trim() === ''}>
            {isOfDelivery ? texts.saveAndRetry : texts.save}
          </Button>
        }
      />
    </form>
  );
}

function isOutcome(end: CorrectionEnd): end is RetryOutcome {
  return end in TONES;
}

interface MessagesProps {
  readonly order: NamedOrder;
  readonly customer: DeskCustomer | undefined;
  readonly name: string;
}

/** The questions to the customer and to the operator, ready to be sent or copied. */
function Messages({ order: { toOperator }, customer, name }: MessagesProps) {
  const { message: texts } = useTexts().review;
  return (
    <>
      {customer?.whatsApp && <MessageLink url={customer.whatsApp} label={texts.whatsApp} name={name} />}
      {customer?.mail && <MessageLink url={customer.mail} label={texts.mail} name={name} />}
      {customer && <CopyButton message={customer.message} label={texts.copy} name={name} />}
      {toOperator?.mail && <MessageLink url={toOperator.mail} label={texts.mailOperator} name={name} />}
      {toOperator && <CopyButton message={toOperator.message} label={texts.copyForOperator} name={name} />}
    </>
  );
}

interface MessageLinkProps {
  readonly url: string;
  readonly label: string;
  readonly name: string;
}

function MessageLink({ url, label, name }: MessageLinkProps) {
  return (
    <Button variant="plain" url={url} target="_blank" accessibilityLabel={`${label}: ${name}`}>
      {label}
    </Button>
  );
}

function CopyButton({ message, label, name }: Omit<MessageLinkProps, 'url'> & { readonly message: string }) {
  const { review, delivery } = useTexts();
  const { tell } = useNotice();
  const copy = () =>
    navigator.clipboard.writeText(message).then(
      () => showToast(review.message.copied),
      () => tell({ tone: 'warning', title: delivery.support.copyFailed, lines: [message] }),
    );
  return (
    <Button variant="plain" onClick={() => void copy()} accessibilityLabel={`${label}: ${name}`}>
      {label}
    </Button>
  );
}

/** Whoever can answer was called. The row goes to the end until they are to be called again. */
function Called({ order: { id, calledUntil }, name }: Pick<MessagesProps, 'order' | 'name'>) {
  const { called: texts } = useTexts().review;
  const fetcher = useFetcher<ReviewResult>();
  const label = calledUntil === null ? texts.wait : texts.end;
  return (
    <Button
      variant="plain"
      loading={fetcher.state !== 'idle'}
      accessibilityLabel={`${label}: ${name}`}
      onClick={() => fetcher.submit({ intent: 'called', id, isWaiting: calledUntil === null }, { method: 'post' })}
    >
      {label}
    </Button>
  );
}

/** A person's word that a delivery that the operator has is taken care of. */
function Resolve({ id, name }: Pick<NamedOrder, 'id'> & Pick<MessagesProps, 'name'>) {
  const label = useTexts().actions['dismiss-problem'];
  const { act, underWay } = useDeliveryAction(id);
  return (
    <Button
      variant="plain"
      loading={underWay !== null}
      accessibilityLabel={`${label}: ${name}`}
      onClick={() => act('dismiss-problem')}
    >
      {label}
    </Button>
  );
}
