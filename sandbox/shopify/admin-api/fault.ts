import { z } from 'zod';

/**
 * A fault to inject. The next `times` requests that it applies to use it up. `match` limits it to requests whose body
 * contains the text (e.g. `fulfillmentEventCreate`). `on` chooses GraphQL or the token endpoint.
 */
export const faultSchema = z.intersection(
  z.object({
    times: z.number().int().min(1).default(1),
    on: z.enum(['graphql', 'token']).default('graphql'),
    match: z.string().default(''),
  }),
  z.discriminatedUnion('kind', [
    /**
     * An HTTP error. 429 and 503 have Retry-After in seconds if it is given. The bodies of 5xx are HTML, as from a
     * proxy.
     */
    z.object({
      kind: z.literal('http'),
      status: z.number().int().min(400).max(599),
      retryAfter: z.number().optional(),
    }),
    /** HTTP 200 with Shopify's INTERNAL_SERVER_ERROR. */
    z.object({ kind: z.literal('internal-error') }),
    /** HTTP 200 with what was done, and an error beside it. */
    z.object({ kind: z.literal('error-beside-data'), code: z.string().default('TIMEOUT') }),
    /** HTTP 200 with this `userErrors` message of each mutation of the request, which has no effect. */
    z.object({ kind: z.literal('user-error'), message: z.string().default('The shop is being moved.') }),
    /** HTTP 200 with THROTTLED, whatever the bucket contains. */
    z.object({ kind: z.literal('throttled') }),
    /** Answers late by this many milliseconds of real time. */
    z.object({ kind: z.literal('slow'), delay: z.number().int().min(0) }),
    /** HTTP 401 for a valid token, as after a rotation that has not reached every server. */
    z.object({ kind: z.literal('access-token-refused') }),
    /** `invalid_grant` for a valid refresh. It applies only to refreshes, whatever `on` says. */
    z.object({ kind: z.literal('refresh-token-refused') }),
    /** HTTP 200 whose JSON is cut off: in a complete response, or with the connection cut there. */
    z.object({
      kind: z.literal('truncated'),
      when: z.enum(['before', 'after-commit']),
      connection: z.enum(['kept', 'cut']).default('kept'),
    }),
    /** HTTP 200 with a body that is not a GraphQL answer. */
    z.object({
      kind: z.literal('unreadable'),
      when: z.enum(['before', 'after-commit']),
      body: z.enum(['html', 'empty', 'text', 'array', 'other']).default('html'),
    }),
    /** Resets the connection, either before anything happens or after the mutation took effect. */
    z.object({ kind: z.literal('reset'), when: z.enum(['before', 'after-commit']) }),
  ]),
);
export type Fault = z.output<typeof faultSchema>;
export type FaultInput = z.input<typeof faultSchema>;

/** Text that only the body of a refresh contains. */
const REFRESH = '"grant_type":"refresh_token"';

/** The faults that are waiting at one shop, in the order they were set. */
export class FaultList {
  #faults: Fault[] = [];

  set(faults: readonly FaultInput[]): void {
    this.#faults = faults.map((fault) => faultSchema.parse(fault));
  }

  get pending(): readonly Fault[] {
    return this.#faults;
  }

  /** Uses the first fault that applies; null when the request is answered normally. */
  spend(on: Fault['on'], text: string): Fault | null {
    const fault = this.#faults.find((each) => {
      const isItsPlace =
        each.kind === 'refresh-token-refused' ? on === 'token' && text.includes(REFRESH) : each.on === on;
      return isItsPlace && text.includes(each.match);
    });
    if (!fault) return null;
    fault.times -= 1;
    if (fault.times === 0) this.#faults = this.#faults.filter((each) => each !== fault);
    return fault;
  }
}
