import {
  getNullableType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isInterfaceType,
  isScalarType,
  Kind,
  typeFromAST,
  type DocumentNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLType,
  type SelectionSetNode,
} from 'graphql';
import { z } from 'zod';

/** The JSON types of a scalar of the Admin schema. All other scalars are strings. */
const JSON_OF_SCALAR: Readonly<Record<string, readonly string[]>> = {
  Int: ['integer', 'number'],
  Float: ['number'],
  Boolean: ['boolean'],
};

interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}

interface Selected {
  readonly type: GraphQLOutputType;
  readonly selections: SelectionSetNode | undefined;
  /** Whether `@include` can leave the field out. */
  readonly isConditional: boolean;
}

/**
 * Compares the zod schema of an answer with the document that asks for it. Each field that the zod schema requires must be
 * selected, may be null where Shopify may answer null, and must have the JSON type of Shopify's schema. An enum is read as a
 * string: Shopify adds values, and an answer with a new one is to be read.
 */
export function answerProblems(schema: GraphQLSchema, document: DocumentNode, data: z.ZodType): string[] {
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return ['the document has no operation'];
  const root = schema.getRootType(operation.operation);
  if (!root) return [`the schema has no ${operation.operation}`];
  const shape: Shape = JSON.parse(
    JSON.stringify(z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' })),
  ) as Shape;
  return ofObject(schema, { type: root, selections: operation.selectionSet }, shape, '');
}

function ofObject(
  schema: GraphQLSchema,
  { type, selections }: { type: GraphQLType; selections: SelectionSetNode | undefined },
  { properties = {}, required = [] }: Shape,
  path: string,
): string[] {
  const selected = fieldsOf(schema, type, selections);
  return Object.entries(properties).flatMap(([name, shape]) => {
    if (name === 'withheldFields' && path === '') return []; // the client adds this field
    const at = path ? `${path}.${name}` : name;
    const field = selected.get(name);
    if (!field) return [`${at} is read, but the document does not ask for it`];
    const isMissing = field.isConditional && required.includes(name) ? [`${at} can be left out`] : [];
    return [...isMissing, ...ofValue(schema, field, shape, at)];
  });
}

function ofValue(
  schema: GraphQLSchema,
  { type, selections }: Omit<Selected, 'isConditional'>,
  shape: Shape,
  path: string,
): string[] {
  const shapes = alternativesOf(shape);
  const isEverything = shapes.some((each) => Object.keys(each).length === 0);
  if (isEverything) return [];
  const canBeNull = shapes.some((each) => each.type === 'null');
  const nulls = !isNonNullType(type) && !canBeNull ? [`${path} can be null`] : [];
  const bare = getNullableType(type);
  const [value] = shapes.filter((each) => each.type !== 'null');
  if (!value) return [`${path} is never null alone`];
  if (isListType(bare)) {
    if (value.type !== 'array' || !value.items) return [...nulls, `${path} is a list`];
    return [...nulls, ...ofValue(schema, { type: bare.ofType, selections }, value.items, `${path}[]`)];
  }
  if (isCompositeType(bare)) {
    if (value.type !== 'object') return [...nulls, `${path} is an object`];
    return [...nulls, ...ofObject(schema, { type: bare, selections }, value, path)];
  }
  if (isEnumType(bare)) {
    return value.enum ? [...nulls, `${path} can get further values`] : nulls;
  }
  const expected = isScalarType(bare) ? (JSON_OF_SCALAR[bare.name] ?? ['string']) : [];
  return expected.includes(String(value.type)) ? nulls : [...nulls, `${path} is ${expected.join(' or ')} in JSON`];
}

/** zod writes a value that can be null in two ways: as alternatives, and as a list of types. */
function alternativesOf(shape: Shape): readonly Shape[] {
  if (shape.anyOf) return shape.anyOf;
  return typeof shape.type === 'object' ? shape.type.map((type) => ({ ...shape, type })) : [shape];
}

/** The fields of a selection by their names in the answer, including those of inline fragments. */
function fieldsOf(
  schema: GraphQLSchema,
  type: GraphQLType,
  selections: SelectionSetNode | undefined,
): Map<string, Selected> {
  const fields = new Map<string, Selected>();
  for (const selection of selections?.selections ?? []) {
    if (selection.kind === Kind.FIELD) {
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[selection.name.value] : undefined;
      if (!field) continue;
      fields.set(selection.alias?.value ?? selection.name.value, {
        type: field.type,
        selections: selection.selectionSet,
        isConditional: (selection.directives ?? []).length > 0,
      });
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      const inner = selection.typeCondition ? typeFromAST(schema, selection.typeCondition) : type;
      if (inner) for (const [name, field] of fieldsOf(schema, inner, selection.selectionSet)) fields.set(name, field);
    }
  }
  return fields;
}
