import type { Decision, DeliveryPlan } from './delivery-plan.ts';

/** One field of the body that would be sent, and where it comes from. */
export interface PlannedField {
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
