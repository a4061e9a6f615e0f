import { GraphQLError, GraphQLScalarType, valueFromASTUntyped, type GraphQLSchema } from 'graphql';

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

const checks: Readonly<Record<string, (value: unknown) => string | null>> = {
  DateTime: (value) =>
    typeof value === 'string' && ISO_8601.test(value) && !Number.isNaN(Date.parse(value)) ? null : 'Invalid DateTime',
  URL: (value) => {
    if (typeof value !== 'string') return 'Invalid URL';
    if (!/^[a-z][a-z0-9+.-]*:/i.test(value)) return `Invalid url '${value}', missing scheme`;
    return URL.canParse(value) && new URL(value).host ? null : `Invalid url '${value}', missing host`;
  },
  Decimal: (value) => (/^-?\d+(\.\d+)?$/.test(String(value)) ? null : 'Invalid decimal'),
  UnsignedInt64: (value) => (/^\d+$/.test(String(value)) ? null : 'Invalid unsigned integer'),
};

/**
 * A schema from introspection accepts any value for a custom scalar. This makes the input scalars as strict as
 * Shopify's.
 */
export function tightenScalars(schema: GraphQLSchema): void {
  for (const [name, check] of Object.entries(checks)) {
    const type = schema.getType(name);
    if (!(type instanceof GraphQLScalarType)) continue;
    type.parseValue = (value) => {
      const problem = check(value);
      if (problem) throw new GraphQLError(problem);
      return value;
    };
    type.parseLiteral = (node, variables) => type.parseValue(valueFromASTUntyped(node, variables));
  }
}
