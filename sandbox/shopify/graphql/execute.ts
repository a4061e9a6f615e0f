import {
  execute,
  getOperationAST,
  GraphQLError,
  Kind,
  getVariableValues,
  parse,
  validate,
  type DocumentNode,
  type FormattedExecutionResult,
} from 'graphql';
import { z } from 'zod';
import { loadAdminSchema, type AdminSchema } from './admin-schema.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Installation, SandboxShop } from '../shop/shop.ts';
import { AccessRules } from './access.ts';
import { resolveField } from './field-resolver.ts';
import { CostMeter, requestedCost } from './query-cost.ts';
import { tightenScalars } from './scalars.ts';

const requestSchema = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

/** The Admin API of one version: Shopify's own schema, executed on the sandbox's records. */
export class AdminGraphql {
  readonly #admin: AdminSchema;
  readonly #rules: AccessRules;
  /** Documents that passed validation, because apps send the same few again and again. */
  readonly #documents = new Map<string, DocumentNode | readonly GraphQLError[]>();

  private constructor(admin: AdminSchema) {
    this.#admin = admin;
    this.#rules = new AccessRules(admin);
  }

  static async load(version: string): Promise<AdminGraphql> {
    const admin = await loadAdminSchema(version);
    tightenScalars(admin.schema);
    return new AdminGraphql(admin);
  }

  /** @returns the body of the answer, which always comes with HTTP 200: errors are in `errors` */
  async answer(
    sandbox: Sandbox,
    shop: SandboxShop,
    installation: Installation,
    body: unknown,
  ): Promise<FormattedExecutionResult> {
    const request = requestSchema.safeParse(body).data;
    if (!request) return refusal([new GraphQLError('query is required and variables must be an object')]);
    const document = this.#read(request.query);
    if (!('kind' in document)) return refusal(document);
    const operation = getOperationAST(document, request.operationName);
    if (!operation) return refusal([new GraphQLError('operationName must name one of the operations')]);
    const { schema } = this.#admin;
    const variables = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables ?? {});
    if (variables.errors) return refusal(variables.errors.map(invalidVariable));
    const requested = requestedCost(schema, operation, fragmentsOf(document), variables.coerced);
    const cost = { requestedQueryCost: requested, actualQueryCost: null, throttleStatus: shop.bucket.status };
    const { maxQueryCost } = shop.bucket;
    if (requested > maxQueryCost) return refusal([tooDear(requested, maxQueryCost)]);
    if (!shop.bucket.affords(requested)) return refusal([throttled()], { cost });
    const meter = new CostMeter(operation.operation);
    const result = await execute({
      schema,
      document,
      operationName: request.operationName,
      variableValues: request.variables,
      contextValue: { sandbox, shop, installation, rules: this.#rules, meter },
      fieldResolver: resolveField,
    });
    const throttleStatus = shop.bucket.spend(meter.points);
    const name = operation.name?.value ?? '';
    const id = typeof request.variables?.id === 'string' ? request.variables.id : '';
    const { times, points, timesById } = shop.asked.get(name) ?? {
      times: 0,
      points: 0,
      timesById: new Map<string, number>(),
    };
    timesById.set(id, (timesById.get(id) ?? 0) + 1);
    shop.asked.set(name, { times: times + 1, points: points + meter.points, timesById });
    return {
      ...(result.errors ? { errors: result.errors.map((error) => error.toJSON()) } : {}),
      data: result.data,
      extensions: { cost: { requestedQueryCost: requested, actualQueryCost: meter.points, throttleStatus } },
    };
  }

  #read(query: string): DocumentNode | readonly GraphQLError[] {
    let known = this.#documents.get(query);
    if (!known) {
      known = this.#validated(query);
      this.#documents.set(query, known);
    }
    return known;
  }

  #validated(query: string): DocumentNode | readonly GraphQLError[] {
    try {
      const document = parse(query);
      const errors = validate(this.#admin.schema, document);
      return errors.length > 0 ? errors : document;
    } catch (error) {
      if (error instanceof GraphQLError) return [error];
      throw error;
    }
  }
}

/** The THROTTLED error, which Shopify sends with HTTP 200. */
export function throttled(): GraphQLError {
  return new GraphQLError('Throttled', {
    extensions: { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' },
  });
}

function tooDear(cost: number, maxCost: number): GraphQLError {
  return new GraphQLError(`Query cost is ${cost}, which exceeds the single query max cost limit (${maxCost}).`, {
    extensions: {
      code: 'MAX_COST_EXCEEDED',
      cost,
      maxCost,
      documentation: 'https://shopify.dev/api/usage/rate-limits',
    },
  });
}

export function refusal(
  errors: readonly GraphQLError[],
  extensions?: Record<string, unknown>,
): FormattedExecutionResult {
  return { errors: errors.map((error) => error.toJSON()), ...(extensions ? { extensions } : {}) };
}

function invalidVariable({ message, nodes }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes, extensions: { code: 'INVALID_VARIABLE' } });
}

function fragmentsOf(document: DocumentNode) {
  return Object.fromEntries(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  );
}
