import type { Decision } from '../delivery-plan.ts';

/** The default is used for a shipping method that has no service, although other methods have one. */
export const METHOD_WITHOUT_SERVICE = {
  field: 'delivery_service',
  source: 'settings.service.default',
  rule: 'shipping-method-without-service',
} as const satisfies Decision;
