import { useFetcher, useRevalidator } from '@remix-run/react';
import {
  Badge,
  BlockStack,
  Box,
  Button,
  InlineStack,
  Link,
  Text,
  TextField,
  type BadgeProps,
  type ButtonProps,
} from '@shopify/polaris';
import { useEffect, useState } from 'react';
import type { CorrectedField } from '../../domain/problems/remedy.ts';
import { useDeliveryAction } from '../delivery/use-delivery-action.ts';
import { showToast } from '../shell/app-bridge.ts';
import { useNotice } from '../shell/banners/notice.tsx';
import { failureText } from '../shell/banners/request-failure-banner.tsx';
import { useRequest, useRequestAtOnce } from '../shell/use-request.ts';
import { useTexts } from '../shell/use-texts.ts';
import {
  DESK_ROWS,
  type Corrected,
  type DeskCustomer,
  type DeskOrders,
  type RetryOutcome,
  type ReviewResult,
} from './review-result.ts';
import type { NamedOrder, ReviewGroup } from './review-view.ts';

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
          {order.toOperator && <Resolve order={order} name={name} />}
        </InlineStack>
      </BlockStack>
    </Box>
  );
}

const DESK_ORDERS = '/app/review/orders';

/** The customers of the orders that are shown, asked of Shopify once the page is there, and again when others are shown. */
export function useDeskOrders(groups: readonly ReviewGroup[]) {
  const rows = groups.flatMap(({ code, named }) => named.map(({ orderId }) => ({ orderId, code }))).slice(0, DESK_ROWS);
  const post = rows.length > 0 ? { rows } : null;
  const { body, failure } = useRequestAtOnce<DeskOrders>(DESK_ORDERS, 'customers', post);
  return { customers: body?.customers ?? {}, isFailed: failure !== null || body?.customers === null };
}

const TYPES = { phone: 'tel', date: 'date', address1: 'text', city: 'text' } as const satisfies Record<
  CorrectedField,
  string
>;

type CorrectionProps = Pick<PartProps, 'order' | 'name'> & {
  readonly group: ReviewGroup;
  readonly field: CorrectedField;
};

/** The field that is wrong. It is written to the order in Shopify, and the delivery is retried. */
function Correction({ group, field, order, name }: CorrectionProps) {
  const { review, error } = useTexts();
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
    const outcome = wordOf(review.outcome, answer.end);
    const end = answer.end === 'changed-meanwhile' ? texts.changed({ name }) : texts.saved({ name });
    const title = outcome === undefined ? end : review.outcomeLine({ name, outcome });
    tell({ tone: isGood ? 'success' : 'warning', title });
    revalidate();
  };
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
        error={failure ? failureText(failure, error.asked) : wordOf(texts.errors, body?.end ?? '')}
        connectedRight={
          <Button submit loading={isAsking} disabled={value.trim() === ''}>
            {isOfDelivery ? texts.saveAndRetry : texts.save}
          </Button>
        }
      />
    </form>
  );
}

const wordOf = (words: Readonly<Record<string, string>>, end: string): string | undefined => words[end];

/** A part of a row, with the name of its order. */
type PartProps = Pick<DeskRowProps, 'order' | 'customer'> & { readonly name: string };

/** The questions to the customer and to the operator, ready to be sent or copied. */
function Messages({ order: { toOperator }, customer, name }: PartProps) {
  const { message: texts } = useTexts().review;
  const link = (url: string | null | undefined, label: string) =>
    url && <RowButton label={label} name={name} url={url} target="_blank" />;
  return (
    <>
      {link(customer?.whatsApp, texts.whatsApp)}
      {link(customer?.mail, texts.mail)}
      {customer && <CopyButton message={customer.message} label={texts.copy} name={name} />}
      {link(toOperator?.mail, texts.mailOperator)}
      {toOperator && <CopyButton message={toOperator.message} label={texts.copyForOperator} name={name} />}
    </>
  );
}

interface RowButtonProps extends Pick<ButtonProps, 'url' | 'target' | 'loading' | 'onClick'> {
  readonly label: string;
  readonly name: string;
}

/** A button of a row. To those who do not see the row it names the order. */
function RowButton({ label, name, ...button }: RowButtonProps) {
  return (
    <Button variant="plain" accessibilityLabel={`${label}: ${name}`} {...button}>
      {label}
    </Button>
  );
}

function CopyButton({
  message,
  ...labels
}: {
  readonly message: string;
  readonly label: string;
  readonly name: string;
}) {
  const { review, delivery } = useTexts();
  const { tell } = useNotice();
  const copy = () =>
    navigator.clipboard.writeText(message).then(
      () => showToast(review.message.copied),
      () => tell({ tone: 'warning', title: delivery.support.copyFailed, lines: [message] }),
    );
  return <RowButton {...labels} onClick={() => void copy()} />;
}

/** Whoever can answer was called. The row goes to the end until they are to be called again. */
function Called({ order: { id, calledUntil }, name }: Pick<PartProps, 'order' | 'name'>) {
  const { review, deliveries } = useTexts();
  const texts = review.called;
  const { tell } = useNotice();
  const { state, submit, data } = useFetcher<ReviewResult>();
  useEffect(() => {
    if (data?.kind === 'unreachable') tell({ tone: 'critical', title: deliveries.unreachable });
  }, [data, deliveries, tell]);
  const isWaiting = calledUntil === null;
  return (
    <RowButton
      label={isWaiting ? texts.wait : texts.end}
      name={name}
      loading={state !== 'idle'}
      onClick={() => submit({ intent: 'called', id, isWaiting }, { method: 'post' })}
    />
  );
}

/** A person's word that a delivery that the operator has is taken care of. */
function Resolve({ order: { id, seen }, name }: Pick<PartProps, 'order' | 'name'>) {
  const label = useTexts().actions['dismiss-problem'];
  const { act, underWay } = useDeliveryAction(id, seen);
  return <RowButton label={label} name={name} loading={underWay !== null} onClick={() => act('dismiss-problem')} />;
}
