import { GraphqlQueryError, HttpResponseError, HttpThrottlingError, type Session } from '@shopify/shopify-api';
import { z } from 'zod';
import { ForbiddenError, saysItPasses, ShopifyError } from './shopify-error.ts';
import type { ShopifyApi } from '../access/shopify.server.ts';

/** A GraphQL document and the zod schema of its data. `npm run check` compares both with the Admin schema. */
export interface Operation<Variables extends object, Data> {
  readonly document: string;
  readonly data: z.ZodType<Data>;
  /**
   * Whether an answer is accepted when Shopify withholds some of its fields because the app has no approval for
   * protected customer data. Those fields are null, and `withheldFields` in the data lists their names in the document.
   */
  readonly takesWhatIsShown: boolean;
  /** Never set. It exists only to carry the type of the variables. */
  readonly variables?: Variables;
}

export function defineOperation<Variables extends object>() {
  return <Data>(document: string, data: z.ZodType<Data>): Operation<Variables, Data> => ({
    document,
    data,
    takesWhatIsShown: false,
  });
}

/** An operation whose answer may lack customer data. The schema of its data has `withheldFields`. */
export function defineCustomerDataOperation<Variables extends object>() {
  return <Data extends WithWithheldFields>(document: string, data: z.ZodType<Data>): Operation<Variables, Data> => ({
    document,
    data,
    takesWhatIsShown: true,
  });
}

interface WithWithheldFields {
  readonly withheldFields: readonly string[];
}

/** Shopify's Admin GraphQL API, for every shop that has installed the app. */
export interface AdminApi {
  /** @throws ShopifyError */
  request<Variables extends object, Data>(
    shop: string,
    operation: Operation<Variables, Data>,
    variables: Variables,
  ): Promise<Data>;
}

const throttleStatus = z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() });
const throttleSchema = z.object({ requestedQueryCost: z.number(), throttleStatus });
const budgetSchema = z
  .object({ cost: z.object({ throttleStatus: throttleStatus.extend({ maximumAvailable: z.number().positive() }) }) })
  .transform(({ cost }) => cost.throttleStatus)
  .transform(({ maximumAvailable: maximum, currentlyAvailable: available, restoreRate }) => {
    return { maximum, available, restoreRate };
  });
const graphqlError = z.object({
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.object({ code: z.string().optional() }).optional(),
});
type GraphqlError = z.infer<typeof graphqlError>;
const graphqlErrorsSchema = z.object({
  errors: z.object({ graphQLErrors: z.array(graphqlError).default([]) }),
  data: z.looseObject({}).nullish(),
  extensions: z.object({ cost: throttleSchema.optional().catch(undefined) }).optional(),
});

/**
 * @param given.renew returns another session for one whose token Shopify refuses
 * @param given.refused is called when Shopify refuses the renewed token as well
 */
export function createAdminApi(
  api: ShopifyApi,
  given: {
    sessionOf: (shop: string) => Promise<Session>;
    renew: (shop: string, refused: Session) => Promise<Session>;
    refused: (session: Session) => Promise<void>;
    /** Called with what Shopify's answer says about the shop's query budget. */
    noteBudget?: (shop: string, budget: z.infer<typeof budgetSchema>) => void;
    /** Caps Retry-After, so that a wrong header cannot stop calls to a shop for days. */
    retryAfterLimitMs: number;
  },
): AdminApi {
  const ask = async (session: Session, document: string, variables: object): Promise<Answered> => {
    const client = new api.clients.Graphql({ session });
    try {
      const { data, extensions }: { data?: unknown; extensions?: unknown } = await client.request(document, {
        variables: { ...variables },
        retries: 0,
      });
      const budget = budgetSchema.safeParse(extensions);
      if (budget.success) given.noteBudget?.(session.shop, budget.data);
      return { data, withheldFields: [] };
    } catch (error) {
      const shown = error instanceof GraphqlQueryError ? whatIsShown(error.body) : null;
      if (shown) return shown;
      throw translate(error, given.retryAfterLimitMs);
    }
  };
  /** Shopify checks the token first, so a call that it refuses because of the token had no effect. */
  const askWithGoodToken = async (shop: string, document: string, variables: object): Promise<Answered> => {
    const session = await given.sessionOf(shop);
    return ask(session, document, variables).catch(async (error: unknown) => {
      if (!isRefusedToken(error)) throw error;
      const renewed = await given.renew(shop, session);
      return ask(renewed, document, variables).catch(async (again: unknown) => {
        if (isRefusedToken(again)) await given.refused(renewed);
        throw again;
      });
    });
  };
  return {
    async request(shop, { document, data: schema, takesWhatIsShown }, variables) {
      const { data, withheldFields } = await askWithGoodToken(shop, document, variables);
      if (withheldFields.length > 0 && !takesWhatIsShown) throw dataWithheld();
      const answer = schema.safeParse(takesWhatIsShown ? Object.assign({}, data, { withheldFields }) : data);
      if (answer.success) return answer.data;
      if (withheldFields.length > 0) throw dataWithheld();
      const places = answer.error.issues.map(({ path }) => path.join('.'));
      throw new ShopifyError('unreadable', `Shopify's answer is not of the expected shape at ${places.join(', ')}`);
    },
  };
}

function isRefusedToken(error: unknown): boolean {
  return error instanceof ShopifyError && error.failure === 'not-installed';
}

interface Answered extends WithWithheldFields {
  readonly data?: unknown;
}

/** The data of an answer with errors; null when an error is about anything other than withheld customer data. */
function whatIsShown(body: unknown): Answered | null {
  const { data, errors } = graphqlErrorsSchema.safeParse(body).data ?? {};
  const refusals = errors?.graphQLErrors ?? [];
  if (!data || refusals.length === 0 || !refusals.every(isWithholding)) return null;
  const nameOf = ({ path = [] }: (typeof refusals)[number]) => path.findLast((step) => typeof step === 'string');
  return { data, withheldFields: refusals.map((refusal) => nameOf(refusal) ?? '') };
}

function dataWithheld(): ShopifyError {
  return new ShopifyError('data-withheld', 'Shopify withholds customer data: the app is not approved for it');
}

/**
 * Recognises "This app is not approved to use the phone field", and not "Required access: `read_orders` access scope".
 */
function isWithholding({ message, extensions }: GraphqlError): boolean {
  return extensions?.code === 'ACCESS_DENIED' && /not approved|protected.customer/i.test(message);
}

const httpStatusSchema = z.object({ response: z.object({ code: z.number() }) });
const retryAfterSchema = z.object({
  response: z.object({ headers: z.object({ 'Retry-After': z.array(z.string()) }) }),
});

/** The status of an HttpResponseError, whose type the package does not declare. */
export function httpStatusOf(error: unknown): number {
  return httpStatusSchema.parse(error).response.code;
}

/** In seconds, as Shopify sends it; null when it does not. */
function retryAfterOf(error: unknown, limitMs: number): number | null {
  const [seconds] = retryAfterSchema.safeParse(error).data?.response.headers['Retry-After'] ?? [];
  const ms = Number(seconds) * 1_000;
  return ms > 0 ? Math.min(ms, limitMs) : null;
}

/** The message contains neither Shopify's answer nor our variables, because both can contain a buyer's data. */
function translate(error: unknown, retryAfterLimitMs: number): ShopifyError {
  if (error instanceof GraphqlQueryError) return translateGraphqlErrors(error.body);
  if (error instanceof HttpThrottlingError) {
    return new ShopifyError('throttled', 'Shopify answered 429', retryAfterOf(error, retryAfterLimitMs));
  }
  if (error instanceof HttpResponseError) {
    const code = httpStatusOf(error);
    if (code === 401) return new ShopifyError('not-installed', 'Shopify refuses the token');
    if (code === 403) return new ForbiddenError();
    if (code === 402 || code === 423) {
      return new ShopifyError('access-denied', `Shopify answered ${code}: the shop is closed to the app`);
    }
    const retryAfterMs = code >= 500 ? retryAfterOf(error, retryAfterLimitMs) : null;
    return new ShopifyError(code >= 500 ? 'unreachable' : 'unreadable', `Shopify answered ${code}`, retryAfterMs);
  }
  return new ShopifyError('unreachable', 'no answer from Shopify');
}

/** A write that ends so may have taken effect. */
const PASSING_CODES: ReadonlySet<string> = new Set([
  ...['INTERNAL_SERVER_ERROR', 'TIMEOUT', 'SERVICE_UNAVAILABLE', 'BAD_GATEWAY', 'GATEWAY_TIMEOUT'],
]);

function translateGraphqlErrors(body: unknown): ShopifyError {
  const parsed = graphqlErrorsSchema.safeParse(body);
  const errors = parsed.data?.errors.graphQLErrors ?? [];
  if (errors.length === 0) return new ShopifyError('unreadable', "Shopify's answer cannot be read");
  const codes = errors.flatMap(({ extensions }) => extensions?.code ?? []);
  if (codes.includes('THROTTLED')) {
    const cost = parsed.data?.extensions?.cost;
    const missing = cost ? cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable : 0;
    const waitMs = cost ? Math.max(0, (missing / cost.throttleStatus.restoreRate) * 1000) : null;
    return new ShopifyError('throttled', "the shop's query budget is used up", waitMs);
  }
  if (errors.some(isWithholding)) return dataWithheld();
  if (codes.includes('ACCESS_DENIED')) return new ShopifyError('access-denied', 'Shopify denies access to a field');
  if (codes.some((code) => PASSING_CODES.has(code)) || errors.some(({ message }) => saysItPasses(message))) {
    return new ShopifyError('unreachable', 'Shopify failed internally');
  }
  if (Object.values(parsed.data?.data ?? {}).some((value) => value !== null)) {
    return new ShopifyError('unreadable', "Shopify's answer has an error beside its data");
  }
  return new ShopifyError('refused', `Shopify refuses the query${codes.length > 0 ? ` (${codes.join(', ')})` : ''}`);
}
