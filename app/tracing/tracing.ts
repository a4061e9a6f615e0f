import type { AdminApi } from '../shopify/admin-api/admin-api.ts';

/**
 * What one step of the program did. It names ids, codes and counts. Nothing of a buyer, no message of an error and no
 * text of the operator may be an attribute.
 */
export interface SpanDetails {
  /** Such as `hand over`; one of a few. */
  readonly name: string;
  /** Whose call it is: of somebody outside, to somebody outside, or neither. */
  readonly kind?: 'incoming' | 'outgoing' | 'internal';
  readonly attributes?: Readonly<Record<string, string | number | null>>;
}

/**
 * Traces: one for each delivery, from its webhook to the writes to Shopify, whichever processes take part. Its id is
 * derived from the delivery's correlation id, so that nothing has to be passed on.
 */
export interface Tracing {
  /** Records the span with which a trace begins, after its end. */
  began(correlationId: string, details: SpanDetails, startedAt: number): void;
  /** Records a step of a trace, after its end. */
  ended(correlationId: string, details: SpanDetails, startedAt: number): void;
  /** Runs one step of a trace. */
  step<T>(correlationId: string | null, details: SpanDetails, work: () => Promise<T>): Promise<T>;
  /** Runs a call that belongs to the current step. Outside of a step it is not recorded. */
  call<T>(details: SpanDetails, work: () => Promise<T>): Promise<T>;
  /** Sends what is not sent yet. */
  stop(): Promise<void>;
}

/** The present, for `startedAt`: milliseconds since 1970, by the clock of this process. */
export const spanTime = (): number => performance.timeOrigin + performance.now();

/** Records nothing. */
export const NO_TRACING: Tracing = {
  began: () => undefined,
  ended: () => undefined,
  step: (_correlationId, _details, work) => work(),
  call: (_details, work) => work(),
  stop: () => Promise.resolve(),
};

/** The Admin API, with every call within a step recorded as a span under the name of its operation. */
export function traceAdminCalls(adminApi: AdminApi, tracing: Tracing): AdminApi {
  return {
    request(shop, operation, variables) {
      const name = /(?:query|mutation)\s+(\w+)/.exec(operation.document)?.[1] ?? 'unnamed';
      return tracing.call({ name: `Shopify ${name}`, kind: 'outgoing' }, () =>
        adminApi.request(shop, operation, variables),
      );
    },
  };
}
