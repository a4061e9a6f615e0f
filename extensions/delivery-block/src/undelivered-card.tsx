import { numberOf } from '../../shared/ask-app.ts';
import { Explanations } from '../../shared/explanations.tsx';
import { promiseText } from '../../shared/promise-text.ts';
import type { Wishes } from '../../shared/use-wishes.ts';
import type { PlanView, UndeliveredFulfillment } from '../../../app/web/extension-view/extension-answers.ts';
import type { BlockWords } from './words.ts';

/** A fulfillment without a delivery: what would become of it, and why. */
export function UndeliveredCard({
  fulfillment: { fulfillmentId, name, plan },
  words,
  wishes,
  onReview,
}: {
  readonly fulfillment: UndeliveredFulfillment;
  readonly words: BlockWords;
  readonly wishes: Wishes;
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
            loading={wishes.underWay === path}
            disabled={wishes.underWay !== null && wishes.underWay !== path}
            onClick={() => void wishes.wish(path)}
          >
            {words.t('handOver')}
          </s-button>
        )}
        {(plan.kind !== 'skip' || plan.canSendAnyway) && (
          <s-button variant="tertiary" onClick={onReview}>
            {words.t('review')}
          </s-button>
        )}
      </s-stack>
      {wishes.note?.path === path && (
        <s-text tone={wishes.note.note === 'failed' ? 'critical' : 'auto'}>
          {words.t(wishes.note.note === 'failed' ? 'failed' : 'nothingDone')}
        </s-text>
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
