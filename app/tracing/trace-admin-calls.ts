import type { AdminApi } from '../shopify/admin-api/admin-api.ts';
import type { Tracing } from './tracing.ts';

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
