import { GraphqlQueryError, HttpResponseError, HttpThrottlingError, type Session } from '@shopify/shopify-api';
import { z } from 'zod';
import { ShopifyError } from './shopify-error.ts';
import type { ShopifyApi } from './shopify.server.ts';

/** A GraphQL document and the shape of its data. `npm run check` holds every document to the Admin schema. */
export interface Operation<Variables extends object, Data> {
  readonly document: string;
  readonly data: z.ZodType<Data>;
  /** Never set: carries the type of the variables. */
  readonly variables?: Variables;
}

export function defineOperation<Variables extends object>() {
  return <Data>(document: string, data: z.ZodType<Data>): Operation<Variables, Data> => ({ document, data });
}

/** Shopify's Admin GraphQL API of any shop that installed the app. */
export interface AdminApi {
  /** @throws ShopifyError */
  request<Variables extends object, Data>(
    shop: string,
    operation: Operation<Variables, Data>,
    variables: Variables,
  ): Promise<Data>;
}

const TIMEOUT_MS = 10_000;

const throttleSchema = z.object({
  requestedQueryCost: z.number(),
  throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() }),
});
const graphqlErrorsSchema = z.object({
  errors: z.object({
    graphQLErrors: z
      .array(z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() }))
      .default([]),
  }),
  extensions: z.object({ cost: throttleSchema.optional().catch(undefined) }).optional(),
});

/** @param given.refused told of a session whose token Shopify does not take */
export function createAdminApi(
  api: ShopifyApi,
  given: { sessionOf: (shop: string) => Promise<Session>; refused: (session: Session) => Promise<void> },
): AdminApi {
  return {
    async request(shop, operation, variables) {
      const session = await given.sessionOf(shop);
      const client = new api.clients.Graphql({ session });
      let answer: { data?: unknown };
      try {
        answer = await client.request(operation.document, {
          variables: { ...variables },
          retries: 0,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
      } catch (error) {
        const translated = translate(error);
        if (translated.failure === 'not-installed') await given.refused(session);
        throw translated;
      }
      const data = operation.data.safeParse(answer.data);
      if (data.success) return data.data;
      const places = data.error.issues.map(({ path }) => path.join('.'));
      throw new ShopifyError('refused', `Shopify's answer is not of the expected shape at ${places.join(', ')}`);
    },
  };
}

const httpStatusSchema = z.object({ response: z.object({ code: z.number() }) });

/** Of an HttpResponseError, whose type the package leaves open. */
export function httpStatusOf(error: unknown): number {
  return httpStatusSchema.parse(error).response.code;
}

/** Neither Shopify's answer nor our variables go into the message: both can hold a buyer's data. */
function translate(error: unknown): ShopifyError {
  if (error instanceof GraphqlQueryError) return translateGraphqlErrors(error.body);
  if (error instanceof HttpThrottlingError) {
    const seconds = error.response.retryAfter;
    return new ShopifyError('throttled', 'Shopify answered 429', seconds ? seconds * 1000 : null);
  }
  if (error instanceof HttpResponseError) {
    const code = httpStatusOf(error);
    if (code === 401) return new ShopifyError('not-installed', 'Shopify refuses the token');
    if (code === 402 || code === 403 || code === 423) {
      return new ShopifyError('access-denied', `Shopify answered ${code}: the shop is closed to the app`);
    }
    return new ShopifyError(code >= 500 ? 'unreachable' : 'refused', `Shopify answered ${code}`);
  }
  return new ShopifyError('unreachable', 'no answer from Shopify');
}

function translateGraphqlErrors(body: unknown): ShopifyError {
  const parsed = graphqlErrorsSchema.safeParse(body);
  const errors = parsed.data?.errors.graphQLErrors ?? [];
  const codes = errors.flatMap(({ extensions }) => extensions?.code ?? []);
  if (codes.includes('THROTTLED')) {
    const cost = parsed.data?.extensions?.cost;
    const missing = cost ? cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable : 0;
    const waitMs = cost ? Math.max(0, (missing / cost.throttleStatus.restoreRate) * 1000) : null;
    return new ShopifyError('throttled', "the shop's query budget is used up", waitMs);
  }
  if (codes.includes('ACCESS_DENIED')) return new ShopifyError('access-denied', 'Shopify denies access to a field');
  if (codes.includes('INTERNAL_SERVER_ERROR')) return new ShopifyError('unreachable', 'Shopify failed internally');
  return new ShopifyError('refused', `Shopify refuses the query${codes.length > 0 ? ` (${codes.join(', ')})` : ''}`);
}
