import type { DeliveryPlan } from '../../domain/delivery-plan.ts';
import { describeProblem, describeSkip, type Locale } from '../../domain/describe-problem.ts';
import { explainPlan } from '../../domain/explain-plan.ts';
import type { OrderFulfillment, Preview } from '../../pipeline/preview-order.ts';
import { promiseView } from './delivery-view.ts';
import type {
  Explanation,
  FulfillmentPreview,
  PlanView,
  PreviewField,
  UndeliveredFulfillment,
} from './extension-answers.ts';

/** Those of an order's fulfillments that have no delivery, and what would become of them. */
export function undeliveredView(fulfillments: readonly OrderFulfillment[], locale: Locale): UndeliveredFulfillment[] {
  return fulfillments
    .filter(({ delivery }) => delivery === null)
    .map(({ fulfillmentId, name, preview }) => ({
      ...{ fulfillmentId, name },
      plan: planView(preview ?? 'not-checked', locale),
    }));
}

/** The dry runs that were made, with what would be sent field by field. */
export function fulfillmentPreviews(fulfillments: readonly OrderFulfillment[], locale: Locale): FulfillmentPreview[] {
  return fulfillments.flatMap(({ fulfillmentId, preview }) => {
    if (preview === null) return [];
    const plans = preview === 'not-checked' ? [] : [preview.plan, preview.anyway];
    const sent = plans.find((plan) => plan?.kind === 'hand-over');
    const anyway = plans[1];
    return {
      fulfillmentId,
      plan: planView(preview, locale),
      fields: sent?.kind === 'hand-over' ? previewFields(sent) : [],
      anywayProblems: anyway?.kind === 'problem' ? describeProblems(anyway, locale) : [],
    };
  });
}

/** What would become of a fulfillment, in words. */
export function planView(preview: Preview | 'not-checked', locale: Locale): PlanView {
  if (preview === 'not-checked') return { kind: 'not-checked' };
  const { plan, anyway } = preview;
  switch (plan.kind) {
    case 'hand-over':
      return { kind: 'hand-over', promise: promiseView(plan.promise, locale) };
    case 'skip':
      return { kind: 'skip', reason: describeSkip(plan.reason, locale), canSendAnyway: anyway !== null };
    case 'problem':
      return { kind: 'problem', problems: describeProblems(plan, locale) };
  }
}

function describeProblems({ problems }: Extract<DeliveryPlan, { kind: 'problem' }>, locale: Locale): Explanation[] {
  return problems.map((problem) => describeProblem(problem, locale));
}

function previewFields(plan: Extract<DeliveryPlan, { kind: 'hand-over' }>): PreviewField[] {
  return explainPlan(plan).map(({ field, value, decisions }) => ({
    field,
    value: String(value),
    sources: decisions.map(({ source, rule }) => (rule ? `${source} (${rule})` : source)),
  }));
}
