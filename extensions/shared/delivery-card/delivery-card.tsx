import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { DeliveryAction, DeliveryView, HoldView } from '../../../app/extension-api/extension-answers.ts';
import { DeliveryHistory } from './delivery-history.tsx';
import { deliveryTone } from '../../../app/extension-api/delivery-tone.ts';
import { Explanations } from './explanations.tsx';
import { RemedyLinks } from './remedy-links.tsx';
import { promiseText } from './promise-text.ts';
import { printCountdown } from '../use-server-time.ts';
import { NOTES, type ActionRunner } from '../use-actions.ts';
import type { Words } from '../words.ts';

export type CardKey =
  | 'history.all'
  | 'history.fewer'
  | 'locale'
  | `flags.${DeliveryView['flags'][number]['code']}`
  | `actions.${DeliveryAction | 'send-anyway'}`
  | 'alsoSaid'
  | 'checked'
  | 'countdown'
  | 'failed'
  | 'neverChecked'
  | 'operatorDate'
  | 'nothingDone'
  | 'notRead'
  | 'readJustNow'
  | 'recovered'
  | 'sending'
  | 'tooOften'
  | 'track'
  | 'trackDelivery';

interface DeliveryCardProps {
  readonly delivery: DeliveryView;
  /** The present time by the server's clock. */
  readonly now: number;
  readonly timeZone: string | null;
  /** What holds all deliveries of the shop. It is shown once, above all cards. */
  readonly shopHold: HoldView | null;
  /** How many history entries to show at first. With 0, the link to the history is in the line above. */
  readonly newest: number;
  readonly words: Words<CardKey>;
  readonly runner: ActionRunner;
  /** Opens "send anyway". Absent where another page offers that. */
  readonly onSendAnyway?: () => void;
}

/** The state of one delivery in a few lines: what a person must know first, and what they can do about it. */
export function DeliveryCard(props: DeliveryCardProps) {
  const { delivery, words, newest, timeZone, shopHold, now } = props;
  const {
    fulfillmentName,
    label,
    state,
    promise,
    hold,
    checking,
    skipped,
    problems,
    flags,
    alsoSaid,
    operatorDate,
    isRecovered,
    history,
  } = delivery;
  const [isWhole, setIsWhole] = useState(false);
  const toggle = history.length > newest && (
    <s-link onClick={() => setIsWhole(!isWhole)}>
      {isWhole ? words.t('history.fewer') : words.t('history.all', { number: history.length })}
    </s-link>
  );
  return (
    <s-stack gap="small-300">
      <s-stack direction="inline" gap="small-200" alignItems="center">
        <s-badge tone={deliveryTone(delivery)}>{label}</s-badge>
        {state && <s-text color="subdued">{state}</s-text>}
        {fulfillmentName && <s-link href={`app:app/deliveries/${delivery.id}`}>{fulfillmentName}</s-link>}
        {promise && <s-text>{promiseText(promise, words)}</s-text>}
      </s-stack>
      <AtTheOperator {...props}>{newest === 0 && toggle}</AtTheOperator>
      {hold && hold.reason !== shopHold?.reason && (
        <s-stack gap="none">
          <s-text color="subdued">{hold.sentence}</s-text>
          <RemedyLinks remedies={hold.remedies} />
        </s-stack>
      )}
      {checking && <s-text color="subdued">{checking}</s-text>}
      <Explanations explanations={problems} tone="critical" />
      {operatorDate && <s-text tone="warning">{words.t('operatorDate', { day: words.day(operatorDate) })}</s-text>}
      {flags.slice(0, 1).map(({ code, since }) => (
        <s-text key={code} tone="warning">
          {words.t(`flags.${code}`, { ago: words.ago(now - since) })}
        </s-text>
      ))}
      {skipped && <Explanations explanations={[skipped]} />}
      {alsoSaid && <s-text color="subdued">{words.t('alsoSaid', { state: alsoSaid })}</s-text>}
      {isRecovered && <s-text color="subdued">{words.t('recovered')}</s-text>}
      <Waiting {...props} />
      <DeliveryHistory entries={isWhole ? history : history.slice(0, newest)} timeZone={timeZone} words={words} />
      {newest > 0 && toggle && <s-stack direction="inline">{toggle}</s-stack>}
      <Note {...props} />
    </s-stack>
  );
}

function AtTheOperator({
  delivery,
  now,
  words,
  runner,
  children,
}: DeliveryCardProps & { readonly children: ComponentChildren }) {
  const { orderNumber, trackingUrl, checkedAt, actions } = delivery;
  if (!orderNumber) return null;
  const canRefresh = actions.includes('refresh');
  return (
    <s-stack direction="inline" gap="small-200" alignItems="center">
      <s-text>{orderNumber}</s-text>
      {trackingUrl && (
        <s-link
          href={trackingUrl}
          target="_blank"
          accessibilityLabel={words.t('trackDelivery', { number: orderNumber })}
        >
          {words.t('track')}
        </s-link>
      )}
      {canRefresh && (
        <s-text color="subdued">
          {checkedAt === null ? words.t('neverChecked') : words.t('checked', { ago: words.ago(now - checkedAt) })}
        </s-text>
      )}
      {canRefresh && (
        <ActionButton delivery={delivery} action="refresh" words={words} runner={runner} variant="tertiary" />
      )}
      {children}
    </s-stack>
  );
}

/** The countdown of the grace period, with the actions that a person can take. */
function Waiting({ delivery, now, words, runner, onSendAnyway }: DeliveryCardProps) {
  const { phase, sendAt, actions } = delivery;
  // the page of the delivery asks before one that needs attention is left unsent, and can undo it
  const isElsewhere: Partial<Record<DeliveryAction, boolean>> = {
    refresh: true,
    retry: phase === 'skipped',
    stop: phase === 'needs-attention',
  };
  const offered = actions.filter((action) => !isElsewhere[action]);
  const canSendAnyway = actions.includes('retry') && phase === 'skipped' && onSendAnyway !== undefined;
  if (sendAt === null && offered.length === 0 && !canSendAnyway) return null;
  return (
    <s-stack direction="inline" gap="small-200" alignItems="center">
      {sendAt !== null && (
        <s-text fontVariantNumeric="tabular-nums">
          {sendAt > now ? words.t('countdown', { time: printCountdown(sendAt - now) }) : words.t('sending')}
        </s-text>
      )}
      {offered.map((action) => (
        <ActionButton
          key={action}
          delivery={delivery}
          action={action}
          words={words}
          runner={runner}
          variant="secondary"
        />
      ))}
      {canSendAnyway && <s-button onClick={onSendAnyway}>{words.t('actions.send-anyway')}</s-button>}
    </s-stack>
  );
}

function ActionButton(props: {
  readonly delivery: DeliveryView;
  readonly action: DeliveryAction;
  readonly words: Words<CardKey>;
  readonly runner: ActionRunner;
  readonly variant: 'secondary' | 'tertiary';
}) {
  const { delivery, action, words, runner, variant } = props;
  const path = pathOf(delivery.id, action);
  return (
    <s-button
      variant={variant}
      loading={runner.underWay === path}
      disabled={runner.underWay !== null && runner.underWay !== path}
      onClick={() => void runner.run(path, { seen: delivery.seen })}
    >
      {words.t(`actions.${action}`)}
    </s-button>
  );
}

function Note({ delivery: { id }, words, runner: { note } }: DeliveryCardProps) {
  if (!note?.path.startsWith(pathOf(id, ''))) return null;
  if (note.note !== 'nothing-done') {
    const { text, tone } = NOTES[note.note];
    return <s-text tone={tone}>{words.t(text)}</s-text>;
  }
  const isRead = note.path === pathOf(id, 'refresh');
  return <s-text color="subdued">{words.t(isRead ? 'readJustNow' : 'nothingDone')}</s-text>;
}

export function pathOf(id: string, action: DeliveryAction | ''): string {
  return `/api/deliveries/${id}/${action}`;
}
