import type { DeliveryOrder } from '../domain/mapping/delivery-order.ts';
import type { DistrictPromise } from '../domain/scorecard/times.ts';
import type { Decision, DeliveryPlan } from '../domain/planning/delivery-plan.ts';
import type { Locale } from '../texts/locale.ts';
import type { DryRun, OrderFulfillment } from '../deliveries/merchant-actions/dry-run.ts';
import { textsIn } from '../texts/choose-texts.ts';
import { fieldLabel, sourceLabel } from '../texts/order-words.ts';
import { mayBeMisread } from '../domain/mapping/clean-text.ts';
import { amountByRule } from '../domain/mapping/price.ts';
import { DELIVERY_SERVICES } from '../domain/mapping/delivery-services.ts';
import { printDay } from './printed-times.ts';
import { promiseInWords } from './promise-in-words.ts';
import { promiseView } from './delivery-view.ts';
import { explainProblem, explainSkip, type Asker } from './explain.ts';
import type {
  DryRunField,
  Explanation,
  FulfillmentDryRun,
  PlanView,
  UndeliveredFulfillment,
} from './extension-answers.ts';

/** The fulfillments of an order that have no delivery, and what a hand-over would do. */
export function undeliveredView(
  fulfillments: readonly OrderFulfillment[],
  orderId: string,
  asker: Asker,
): UndeliveredFulfillment[] {
  return fulfillments
    .filter(({ delivery }) => delivery === null)
    .map(({ fulfillmentId, name, dryRun }) => ({
      fulfillmentId,
      name,
      plan: planView(dryRun ?? 'not-checked', orderId, asker),
    }));
}

/**
 * The dry runs that were made, with the fields that would be sent.
 *
 * @param given.write gives an order the forms in which the operator takes it
 * @param given.promises what is promised now, shown with the date
 */
export function fulfillmentDryRuns(
  fulfillments: readonly OrderFulfillment[],
  orderId: string,
  asker: Asker,
  { write, promises }: { write: (order: DeliveryOrder) => unknown; promises: readonly DistrictPromise[] },
): FulfillmentDryRun[] {
  return fulfillments.flatMap(({ fulfillmentId, dryRun }) => {
    if (dryRun === null) return [];
    const plans = dryRun === 'not-checked' ? [] : [dryRun.plan, dryRun.anyway];
    const sent = plans.find((plan) => plan?.kind === 'hand-over');
    const anyway = plans[1];
    return {
      fulfillmentId,
      plan: planView(dryRun, orderId, asker),
      fields: sent?.kind === 'hand-over' ? dryRunFields(sent, dryRun, { promises, asker }) : [],
      request: sent?.kind === 'hand-over' ? JSON.stringify(write(sent.order), null, 2) : null,
      anywayProblems: anyway?.kind === 'problem' ? explainProblems(anyway, orderId, asker) : [],
    };
  });
}

/** What a hand-over would do, in words. */
export function planView(dryRun: DryRun | 'not-checked', orderId: string, asker: Asker): PlanView {
  if (dryRun === 'not-checked') return { kind: 'not-checked' };
  const { plan, anyway } = dryRun;
  switch (plan.kind) {
    case 'hand-over':
      return { kind: 'hand-over', promise: promiseView(plan.promise, asker.locale) };
    case 'skip':
      return { kind: 'skip', reason: explainSkip(plan.reason, orderId, asker), canSendAnyway: anyway !== null };
    case 'problem':
      return { kind: 'problem', problems: explainProblems(plan, orderId, asker) };
  }
}

function explainProblems(
  { problems }: Extract<DeliveryPlan, { kind: 'problem' }>,
  orderId: string,
  asker: Asker,
): Explanation[] {
  return problems.map((problem) => explainProblem(problem, orderId, asker));
}

function dryRunFields(
  plan: Extract<DeliveryPlan, { kind: 'hand-over' }>,
  dryRun: DryRun | 'not-checked',
  { promises, asker }: { promises: readonly DistrictPromise[]; asker: Asker },
): DryRunField[] {
  const { locale, country } = asker;
  const { delivery_service: service, dropoff } = plan.order;
  const kept = promises.find((each) => each.service === service && each.district === dropoff.location.district);
  const reading = dryRun === 'not-checked' ? null : dryRun.reading;
  const texts = textsIn(locale, country);
  const { why } = texts.delivery;
  const read = reading ? [why.read({ ...reading })] : [];
  return plannedFields(plan).map(({ field, value, decisions }) => ({
    field,
    label: fieldLabel(field, locale, country),
    value: printValue({ field, value, decisions }, locale),
    sources: [
      ...new Set(decisions.map((decision) => sourceLabel(decision, locale))),
      ...(field === 'dropoff.location.district' ? read : []),
      ...(field === 'delivery_date' && kept ? [promiseInWords(kept, texts, locale)] : []),
      ...(mayBeMisread(String(value)) ? [why.mayBeMisread] : []),
    ],
  }));
}

function printValue({ field, value, decisions }: PlannedField, locale: Locale): string {
  const price = amountByRule(String(value), decisions.at(-1)?.rule ?? '');
  if (price) {
    return price.amount.toLocaleString(locale, {
      style: 'currency',
      currency: price.currency,
      currencyDisplay: 'code',
      trailingZeroDisplay: 'stripIfInteger',
    });
  }
  const service = DELIVERY_SERVICES.find((name) => field === 'delivery_service' && name === value);
  if (service) return textsIn(locale).services[service].name;
  // the time in it says nothing: it is sent because the operator asks for one
  if (field === 'delivery_date') return printDay(String(value).slice(0, 10), locale);
  return typeof value === 'boolean' ? textsIn(locale).orderFields[value ? 'yes' : 'no'] : String(value);
}

/** One field of the body that would be sent, and where it comes from. */
interface PlannedField {
  /** Path in the delivery order, e.g. `packages[0].price`. */
  readonly field: string;
  /** What would be sent. It may be the buyer's data: show it, never store it. */
  readonly value: string | number | boolean;
  /** All decisions about the field, in order. The last one counts. */
  readonly decisions: readonly Decision[];
}

/** The dry run: every field of the body with its value, its source and the rules that decided it. */
export function plannedFields(plan: Extract<DeliveryPlan, { kind: 'hand-over' }>): PlannedField[] {
  return leavesOf(plan.order, '').map(({ field, value }) => ({
    field,
    value,
    decisions: plan.decisions.filter((decision) => decision.field === field),
  }));
}

type Node = string | number | boolean | undefined | readonly Node[] | { readonly [key: string]: Node };

function leavesOf(node: Node, path: string): Pick<PlannedField, 'field' | 'value'>[] {
  if (node === undefined) return [];
  if (typeof node !== 'object') return [{ field: path, value: node }];
  if (isList(node)) return node.flatMap((item, index) => leavesOf(item, `${path}[${index}]`));
  return Object.entries(node).flatMap(([key, value]) => leavesOf(value, path === '' ? key : `${path}.${key}`));
}

/** `Array.isArray` does not know readonly arrays. */
function isList(node: object): node is readonly Node[] {
  return Array.isArray(node);
}
