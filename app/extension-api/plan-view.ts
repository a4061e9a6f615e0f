import type { DeliveryPlan } from '../domain/planning/delivery-plan.ts';
import { describeProblem, describeSkip } from '../texts/describe-problem.ts';
import type { Locale } from '../texts/locale.ts';
import { plannedFields } from '../domain/planning/planned-fields.ts';
import type { OrderFulfillment, DryRun } from '../deliveries/merchant-actions/dry-run-order.ts';
import { textsIn } from '../texts/choose-texts.ts';
import { fieldLabel, sourceLabel } from '../texts/order-words.ts';
import { DELIVERY_SERVICES } from '../domain/mapping/delivery-services.ts';
import { promiseView } from './delivery-view.ts';
import type {
  Explanation,
  FulfillmentDryRun,
  PlanView,
  DryRunField,
  UndeliveredFulfillment,
} from './extension-answers.ts';

/** Those of an order's fulfillments that have no delivery, and what would become of them. */
export function undeliveredView(fulfillments: readonly OrderFulfillment[], locale: Locale): UndeliveredFulfillment[] {
  return fulfillments
    .filter(({ delivery }) => delivery === null)
    .map(({ fulfillmentId, name, dryRun }) => ({
      fulfillmentId,
      name,
      plan: planView(dryRun ?? 'not-checked', locale),
    }));
}

/** The dry runs that were made, with what would be sent field by field. */
export function fulfillmentDryRuns(fulfillments: readonly OrderFulfillment[], locale: Locale): FulfillmentDryRun[] {
  return fulfillments.flatMap(({ fulfillmentId, dryRun }) => {
    if (dryRun === null) return [];
    const plans = dryRun === 'not-checked' ? [] : [dryRun.plan, dryRun.anyway];
    const sent = plans.find((plan) => plan?.kind === 'hand-over');
    const anyway = plans[1];
    return {
      fulfillmentId,
      plan: planView(dryRun, locale),
      fields: sent?.kind === 'hand-over' ? dryRunFields(sent, locale) : [],
      request: sent?.kind === 'hand-over' ? JSON.stringify(sent.order, null, 2) : null,
      anywayProblems: anyway?.kind === 'problem' ? describeProblems(anyway, locale) : [],
    };
  });
}

/** What would become of a fulfillment, in words. */
export function planView(dryRun: DryRun | 'not-checked', locale: Locale): PlanView {
  if (dryRun === 'not-checked') return { kind: 'not-checked' };
  const { plan, anyway } = dryRun;
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

function dryRunFields(plan: Extract<DeliveryPlan, { kind: 'hand-over' }>, locale: Locale): DryRunField[] {
  return plannedFields(plan).map(({ field, value, decisions }) => ({
    field,
    label: fieldLabel(field, locale),
    value: printValue(field, value, locale),
    sources: [...new Set(decisions.map((decision) => sourceLabel(decision, locale)))],
  }));
}

function printValue(field: string, value: string | number | boolean, locale: Locale): string {
  const service = DELIVERY_SERVICES.find((name) => field === 'delivery_service' && name === value);
  if (service) return textsIn(locale).services[service].name;
  return typeof value === 'boolean' ? textsIn(locale).orderFields[value ? 'yes' : 'no'] : String(value);
}
