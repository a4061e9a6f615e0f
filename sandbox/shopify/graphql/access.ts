import { GraphQLError, getNamedType, type GraphQLOutputType } from 'graphql';
import type { AdminSchema, ProtectedContent } from './admin-schema.ts';

/** Rules that are missing in the published ones: cancelling needs the same scopes as creating. */
const FURTHER_RULES = [
  {
    typeName: 'Mutation',
    fieldName: 'fulfillmentCancel',
    scopes: [
      'write_assigned_fulfillment_orders',
      'write_merchant_managed_fulfillment_orders',
      'write_third_party_fulfillment_orders',
    ],
  },
];

/** Shopify's rules for who may read and change what, by `Type` and `Type.field`. */
export class AccessRules {
  readonly #rules = new Map<string, readonly string[]>();
  readonly #protectedFields: ReadonlyMap<string, ProtectedContent>;
  readonly #protectedTypes: ReadonlySet<string>;

  constructor({ offlineScopes, protectedFields }: AdminSchema) {
    for (const { typeName, fieldName, scopes } of [...offlineScopes, ...FURTHER_RULES])
      this.#rules.set(fieldName === null ? typeName : `${typeName}.${fieldName}`, scopes);
    this.#protectedFields = protectedFields;
    this.#protectedTypes = new Set([...protectedFields.keys()].map((field) => field.split('.')[0] ?? field));
  }

  /** @throws GraphQLError ACCESS_DENIED unless the field, and the type it returns, may be read with these scopes */
  requireField(granted: readonly string[], typeName: string, fieldName: string, type: GraphQLOutputType): void {
    const scopes = this.#rules.get(`${typeName}.${fieldName}`) ?? this.#rules.get(recordType(type));
    if (scopes) requireScopes(granted, scopes, `${fieldName} field`);
  }

  /** Checks a type alone, for a field that returns an interface. */
  requireType(granted: readonly string[], typeName: string): void {
    const scopes = this.#rules.get(typeName);
    if (scopes) requireScopes(granted, scopes, `${typeName} object`);
  }

  /** The approval that `Type.field` needs as protected customer data; null when it is none. */
  protectedContent(typeName: string, fieldName: string): ProtectedContent | null {
    return this.#protectedFields.get(`${typeName}.${fieldName}`) ?? null;
  }

  holdsCustomerData(type: GraphQLOutputType): boolean {
    return this.#protectedTypes.has(recordType(type));
  }
}

/** @throws GraphQLError ACCESS_DENIED unless one of `scopes` was granted */
export function requireScopes(granted: readonly string[], scopes: readonly string[], what: string): void {
  if (isGranted(granted, scopes)) return;
  const names = scopes.map((scope) => `\`${scope}\` access scope`);
  const listed = names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : names.join();
  throw new GraphQLError(`Access denied for ${what}. Required access: ${listed}.`, {
    extensions: {
      code: 'ACCESS_DENIED',
      documentation: 'https://shopify.dev/api/usage/access-scopes',
      requiredAccess: `${listed}.`,
    },
  });
}

/** A write scope includes reading. */
export function isGranted(granted: readonly string[], scopes: readonly string[]): boolean {
  return scopes.some((scope) => granted.includes(scope) || granted.includes(scope.replace(/^read_/, 'write_')));
}

/** The type of the records behind a field: `Order` for an order, a list of orders or an `OrderConnection`. */
function recordType(type: GraphQLOutputType): string {
  return getNamedType(type).name.replace(/Connection$/, '');
}
