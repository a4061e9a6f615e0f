import { useRef } from 'preact/hooks';
import { HoldBanner } from '../../shared/hold-banner.tsx';
import { useOrderDeliveries, type OrderFollowed } from '../../shared/use-order-deliveries.ts';
import { useServerTime } from '../../shared/use-server-time.ts';
import { useActions, type ActionRunner } from '../../shared/use-actions.ts';
import type { OrderDryRun } from '../../../app/extension-api/extension-answers.ts';
import { FulfillmentSection } from './fulfillment-section.tsx';
import { handOverOf, type HandOver } from './hand-over.ts';
import type { ActionWords } from './words.ts';

interface DeliveryActionProps {
  /** gid */
  readonly orderId: string;
  readonly words: ActionWords;
  readonly onClose: () => void;
}

/** Shows what would be sent for an order, asks for confirmation, and shows the result. */
export function DeliveryAction(props: DeliveryActionProps) {
  const { orderId, words, onClose } = props;
  const followed = useOrderDeliveries<OrderDryRun>(orderId, { locale: words.locale, first: 'preview' });
  const { order, failure, reload } = followed;
  if (order) return <DryRun {...props} order={order} followed={followed} />;
  return (
    <s-admin-action heading={words.t('name')} loading={failure === null}>
      {failure ? (
        <s-banner tone="warning">{words.t(`failures.${failure}`)}</s-banner>
      ) : (
        <s-spinner accessibilityLabel={words.t('loading')} />
      )}
      {failure && (
        <s-button slot="primary-action" variant="primary" onClick={reload}>
          {words.t('tryAgain')}
        </s-button>
      )}
      <s-button slot="secondary-actions" onClick={onClose}>
        {words.t('close')}
      </s-button>
    </s-admin-action>
  );
}

function DryRun({
  order,
  followed,
  words,
  onClose,
}: DeliveryActionProps & { readonly order: OrderDryRun; readonly followed: OrderFollowed<OrderDryRun> }) {
  const { deliveries, undelivered, dryRuns, timeZone, hold, operatorName } = order;
  const isCounting = deliveries.some(({ sendAt }) => sendAt !== null);
  const now = useServerTime(followed.clockAhead, isCounting ? 1_000 : 15_000);
  const runner = useActions(words.locale, followed.keep);
  const fulfillments = [
    ...deliveries.map((delivery) => ({ ...delivery, name: delivery.fulfillmentName, delivery })),
    ...(undelivered ?? []).map(({ fulfillmentId, name }) => ({ fulfillmentId, name, delivery: null })),
  ].map(({ fulfillmentId, name, delivery }) => {
    const dryRun = dryRuns.find((each) => each.fulfillmentId === fulfillmentId) ?? null;
    const handOver = hold ? null : handOverOf({ fulfillmentId, delivery, dryRun });
    return { fulfillmentId, name, delivery, dryRun, handOver };
  });
  const isAlone = fulfillments.length === 1;
  const confirmable = fulfillments.flatMap(({ handOver }) =>
    handOver && (isAlone || !handOver.isAnyway) ? handOver : [],
  );
  return (
    <s-admin-action heading={words.t('name')}>
      <s-stack gap="large">
        {hold && <HoldBanner hold={hold} />}
        {fulfillments.length === 0 && <s-text>{words.t('nothingFulfilled', { operator: operatorName })}</s-text>}
        {fulfillments.map((fulfillment) => (
          <FulfillmentSection
            {...fulfillment}
            isAlone={isAlone}
            operatorName={operatorName}
            now={now}
            timeZone={timeZone}
            words={words}
            runner={runner}
            shopHold={hold}
            key={fulfillment.fulfillmentId}
          />
        ))}
      </s-stack>
      <Confirm handOvers={confirmable} words={words} runner={runner} />
      <s-button slot="secondary-actions" onClick={onClose}>
        {words.t('close')}
      </s-button>
    </s-admin-action>
  );
}

/**
 * The button stays in its place once it has been shown, so that the second click of a double click does not hit the
 * button beside it.
 */
function Confirm({
  handOvers,
  words,
  runner,
}: {
  readonly handOvers: readonly HandOver[];
  readonly words: ActionWords;
  readonly runner: ActionRunner;
}) {
  const [first] = handOvers;
  const label = useRef<string | null>(null);
  if (first) {
    label.current = handOvers.length > 1 ? words.t('handOverAll', { number: handOvers.length }) : words.t(first.label);
  }
  if (label.current === null) return null;
  const confirm = async () => {
    for (const { path, body } of handOvers) await runner.run(path, body);
  };
  return (
    <s-button
      slot="primary-action"
      variant="primary"
      loading={runner.underWay !== null}
      disabled={!first}
      onClick={() => void confirm()}
    >
      {label.current}
    </s-button>
  );
}
