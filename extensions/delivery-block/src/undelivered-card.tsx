import { numberOf } from '../../shared/ask-app.ts';
import { Explanations } from '../../shared/delivery-card/explanations.tsx';
import { promiseText } from '../../shared/delivery-card/promise-text.ts';
import { NOTES, type ActionRunner } from '../../shared/use-actions.ts';
import type { PlanView, UndeliveredFulfillment } from '../../../app/extension-api/extension-answers.ts';
import type { BlockWords } from './words.ts';

/** A fulfillment without a delivery: what a hand-over would do, and why. */
export function UndeliveredCard({
  fulfillment: { fulfillmentId, name, plan },
  words,
  runner,
  onReview,
}: {
  readonly fulfillment: UndeliveredFulfillment;
  readonly words: BlockWords;
  readonly runner: ActionRunner;
  readonly onReview: () => void;
}) {
  const path = `/api/fulfillments/${numberOf(fulfillmentId)}/hand-over`;
  return (
    <s-stack gap="small-300">
      <s-stack direction="inline" gap="small-200" alignItems="center">
        <s-badge tone={plan.kind === 'problem' ? 'critical' : 'neutral'}>{words.t('notHandedOver')}</s-badge>
        <s-text type="strong">{name}</s-text>
      </s-stack>
      <Plan plan={plan} words={words} />
      <s-stack direction="inline" gap="small-200">
        {plan.kind === 'hand-over' && (
          <s-button
            loading={runner.underWay === path}
            disabled={runner.underWay !== null && runner.underWay !== path}
            onClick={() => void runner.run(path)}
          >
            {words.t('send')}
          </s-button>
        )}
        {(plan.kind !== 'skip' || plan.canSendAnyway) && (
          <s-button variant="tertiary" onClick={onReview}>
            {words.t('review')}
          </s-button>
        )}
      </s-stack>
      {runner.note?.path === path && (
        <s-text tone={NOTES[runner.note.note].tone}>{words.t(NOTES[runner.note.note].text)}</s-text>
      )}
    </s-stack>
  );
}

function Plan({ plan, words }: { readonly plan: PlanView; readonly words: BlockWords }) {
  switch (plan.kind) {
    case 'hand-over':
      return <s-text>{words.t('wouldBe', { promise: promiseText(plan.promise, words) })}</s-text>;
    case 'skip':
      return <Explanations explanations={[plan.reason]} />;
    case 'problem':
      return <Explanations explanations={plan.problems} tone="critical" />;
    case 'not-checked':
      return <s-text color="subdued">{words.t('notChecked')}</s-text>;
  }
}
