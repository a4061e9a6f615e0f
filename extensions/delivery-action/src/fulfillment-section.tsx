import { useState } from 'preact/hooks';
import { DeliveryCard } from '../../shared/delivery-card/delivery-card.tsx';
import { Explanations } from '../../shared/delivery-card/explanations.tsx';
import { promiseText } from '../../shared/delivery-card/promise-text.ts';
import { NOTES, type ActionRunner } from '../../shared/use-actions.ts';
import type { DeliveryView, FulfillmentDryRun, HoldView } from '../../../app/extension-api/extension-answers.ts';
import type { HandOver } from './hand-over.ts';
import { DryRunTable } from './dry-run-table.tsx';
import type { ActionWords } from './words.ts';

interface FulfillmentSectionProps {
  readonly name: string | null;
  readonly delivery: DeliveryView | null;
  readonly dryRun: FulfillmentDryRun | null;
  readonly handOver: HandOver | null;
  /** Whether it is the order's only fulfillment. If so, the action's own button confirms it. */
  readonly isAlone: boolean;
  readonly operatorName: string;
  readonly now: number;
  readonly timeZone: string | null;
  readonly shopHold: HoldView | null;
  readonly words: ActionWords;
  readonly runner: ActionRunner;
}

const OPEN: ReadonlySet<DeliveryView['phase']> = new Set(['waiting', 'needs-attention', 'skipped']);

/** One fulfillment: the state of its delivery and, as long as it can be handed over, what would be sent. */
export function FulfillmentSection(props: FulfillmentSectionProps) {
  const { name, delivery, dryRun, handOver, now, timeZone, shopHold, words, runner, isAlone } = props;
  const isOpen = !delivery || OPEN.has(delivery.phase);
  // the button at the bottom of the action is not shown a second time
  const actions = delivery?.actions.filter((action) => !handOver?.path.endsWith(`/${action}`)) ?? [];
  return (
    <s-stack gap="base">
      {delivery ? (
        <DeliveryCard
          delivery={{ ...delivery, actions }}
          newest={10}
          now={now}
          timeZone={timeZone}
          shopHold={shopHold}
          words={words}
          runner={runner}
        />
      ) : (
        <s-stack direction="inline" gap="small-200" alignItems="center">
          <s-badge tone="neutral">{words.t('notHandedOver')}</s-badge>
          <s-text type="strong">{name}</s-text>
        </s-stack>
      )}
      {isOpen && dryRun && <Plan {...props} dryRun={dryRun} />}
      {handOver && !isAlone && (
        <s-stack direction="inline">
          <s-button
            loading={runner.underWay === handOver.path}
            disabled={runner.underWay !== null && runner.underWay !== handOver.path}
            onClick={() => void runner.run(handOver.path, handOver.body)}
          >
            {words.t(handOver.label)}
          </s-button>
        </s-stack>
      )}
      {!delivery && handOver && runner.note?.path === handOver.path && (
        <s-text tone={NOTES[runner.note.note].tone}>{words.t(NOTES[runner.note.note].text)}</s-text>
      )}
    </s-stack>
  );
}

function Plan({
  dryRun: { plan, fields, anywayProblems },
  delivery,
  operatorName,
  words,
  isAlone,
}: FulfillmentSectionProps & { readonly dryRun: FulfillmentDryRun }) {
  const operator = operatorName;
  const isAnyway = plan.kind === 'skip';
  return (
    <>
      {plan.kind === 'hand-over' && (
        <s-text>{words.t('wouldBe', { promise: promiseText(plan.promise, words) })}</s-text>
      )}
      {plan.kind === 'skip' && !delivery?.skipped && <Explanations explanations={[plan.reason]} />}
      {plan.kind === 'problem' && <Explanations explanations={plan.problems} tone="critical" />}
      {plan.kind === 'not-checked' && <s-text color="subdued">{words.t('notChecked')}</s-text>}
      {anywayProblems.length > 0 && (
        <>
          <s-text>{words.t('anywayProblems')}</s-text>
          <Explanations explanations={anywayProblems} tone="critical" />
        </>
      )}
      {fields.length > 0 && (
        <Folded isOpen={isAlone} label={words.t('showFields')}>
          <s-text>{words.t(isAnyway ? 'whatWouldBeSent' : 'whatIsSent', { operator })}</s-text>
          <DryRunTable fields={fields} words={words} />
        </Folded>
      )}
    </>
  );
}

function Folded(props: {
  readonly isOpen: boolean;
  readonly label: string;
  readonly children: preact.ComponentChildren;
}) {
  const [isOpen, setIsOpen] = useState(props.isOpen);
  if (isOpen) return <>{props.children}</>;
  return (
    <s-stack direction="inline">
      <s-link onClick={() => setIsOpen(true)}>{props.label}</s-link>
    </s-stack>
  );
}
