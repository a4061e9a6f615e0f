import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  Kind,
  OperationTypeNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';

/** Points of one mutation, whatever its payload contains. */
const MUTATION_COST = 10;
/** Points of a connection, without those of its records. */
const CONNECTION_COST = 2;

/** Whether a type is a part of a connection or a payload that contains records and costs nothing itself. */
function isCarrier(typeName: string): boolean {
  return /(Connection|Edge|Payload)$/.test(typeName) || typeName === 'PageInfo';
}

/**
 * The most points that a query can cost, by Shopify's published rules: an object costs 1, a connection 2 plus its size
 * times the cost of one record, a list with a size that size times the cost of one record, scalars and enums nothing, a
 * mutation 10, and an interface as much as its most expensive type.
 */
export function requestedCost(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
  variables: Readonly<Record<string, unknown>>,
): number {
  const root = schema.getRootType(operation.operation);
  if (!root) return 0;
  if (operation.operation === OperationTypeNode.MUTATION)
    return fieldsOf(operation.selectionSet).reduce(
      (sum, { name }) => sum + (name.value === '__typename' ? 0 : MUTATION_COST),
      0,
    );
  return costOf(root, operation.selectionSet, 1);

  /** @param size of the page, for `nodes` and `edges` of a connection */
  function costOf(type: GraphQLCompositeType, selections: SelectionSetNode, size: number): number {
    // Fields for one type of an interface cost nothing when another type is returned, so the most expensive type
    // counts.
    const kinds = new Map<string, number>();
    let common = 0;
    for (const selection of selections.selections) {
      if (isLeftOut(selection.directives, variables)) continue;
      if (selection.kind === Kind.FIELD) {
        common += costOfField(type, selection, size);
        continue;
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
      const condition = fragment?.typeCondition && schema.getType(fragment.typeCondition.name.value);
      const kind = condition && isCompositeType(condition) ? condition : type;
      if (!fragment) continue;
      const cost = costOf(kind, fragment.selectionSet, size);
      if (kind.name === type.name) common += cost;
      else kinds.set(kind.name, (kinds.get(kind.name) ?? 0) + cost);
    }
    return common + Math.max(0, ...kinds.values());
  }

  function costOfField(parent: GraphQLCompositeType, node: FieldNode, size: number): number {
    const field = 'getFields' in parent ? parent.getFields()[node.name.value] : undefined;
    if (!field || !node.selectionSet) return 0;
    const type = getNamedType(field.type);
    if (!isCompositeType(type)) return 0;
    const asked = pageSize(node, variables);
    if (type.name.endsWith('Connection')) return CONNECTION_COST + costOf(type, node.selectionSet, asked ?? 1);
    const children = costOf(type, node.selectionSet, size);
    if (parent.name.endsWith('Connection')) {
      if (type.name === 'PageInfo') return 0;
      return size * (children + (isCarrier(type.name) ? 0 : 1));
    }
    if (isCarrier(type.name)) return children;
    return (isList(field.type) ? (asked ?? 1) : 1) * (children + 1);
  }

  function fieldsOf(selections: SelectionSetNode): FieldNode[] {
    return selections.selections.flatMap((selection) => {
      if (isLeftOut(selection.directives, variables)) return [];
      if (selection.kind === Kind.FIELD) return [selection];
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
      return fragment ? fieldsOf(fragment.selectionSet) : [];
    });
  }
}

/**
 * Counts the points of what an execution really returned, by the same rules. A mutation costs the same whatever it
 * returns.
 */
export class CostMeter {
  readonly #operation: OperationTypeNode;
  points = 0;

  constructor(operation: OperationTypeNode) {
    this.#operation = operation;
  }

  count(parentType: string, type: GraphQLOutputType, value: unknown): void {
    if (this.#operation === OperationTypeNode.MUTATION) {
      if (parentType === 'Mutation') this.points += MUTATION_COST;
      return;
    }
    const named = getNamedType(type);
    if (!isCompositeType(named) || value === null || value === undefined) return;
    if (named.name.endsWith('Connection')) this.points += CONNECTION_COST;
    else if (!isCarrier(named.name)) this.points += Array.isArray(value) ? value.length : 1;
  }
}

function pageSize(node: FieldNode, variables: Readonly<Record<string, unknown>>): number | null {
  for (const argument of node.arguments ?? []) {
    if (argument.name.value !== 'first' && argument.name.value !== 'last') continue;
    const value = valueFromASTUntyped(argument.value, { ...variables });
    if (typeof value === 'number') return value;
  }
  return null;
}

function isLeftOut(directives: FieldNode['directives'], variables: Readonly<Record<string, unknown>>): boolean {
  return (directives ?? []).some(({ name, arguments: given }) => {
    const condition = given?.find((argument) => argument.name.value === 'if');
    const value = condition && valueFromASTUntyped(condition.value, { ...variables });
    return (name.value === 'skip' && value === true) || (name.value === 'include' && value === false);
  });
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type));
}
