import type { DeliveryOrder } from '../mapping/delivery-order.ts';
import type { Lengths, Limit } from '../mapping/fit-lengths.ts';
import type { DeliveryService } from '../mapping/delivery-services.ts';
import type { Fulfillment } from '../fulfillment/fulfillment.ts';
import type { Problem } from '../problems/problem.ts';
import type { ShopSettings } from '../settings/shop-settings.ts';
import type { SkipReason } from './skip-reason.ts';

/** Everything that the plan of one delivery depends on. The same input always gives the same plan. */
export interface PlanInput {
  readonly fulfillment: Fulfillment;
  readonly shop: ShopProfile;
  readonly settings: ShopSettings;
  readonly operator: OperatorProfile;
  readonly now: Date;
  /** How many boxes somebody has said that it has; null leaves it to the shop's rule. */
  readonly boxes?: number | null;
  /** The merchant asked for this delivery in spite of the rule that skips it. */
  readonly sendAnyway?: boolean;
}

export interface ShopProfile {
  /** `<handle>.myshopify.com` */
  readonly domain: string;
  readonly name: string;
  readonly currency: string;
  /** IANA name. */
  readonly timeZone: string;
}

interface OperatorProfile {
  /** IANA name of the zone of the operator's clock; null means the shop's zone. */
  readonly timeZone: string | null;
  /** District names as the operator writes them; null when the deployer supplies no list. */
  readonly servedDistricts: readonly string[] | null;
  /** The longest texts that the operator takes; none by default. */
  readonly lengths?: Lengths;
  /** How many packages it takes. More of them go as one package where `beyond` is `cut`. */
  readonly packages?: Limit | undefined;
  /** What it counts as packages; items by default. */
  readonly packagesAre?: 'items' | 'boxes';
}

/**
 * Why a field of the delivery order has its value. It contains names of fields and rules only, never a buyer's data.
 */
export interface Decision {
  /** Path in the delivery order, e.g. `dropoff.contact.phone`; or `eligibility`, `pickup`, `delivery_service`. */
  readonly field: string;
  /** Where the value comes from, e.g. `order.shippingAddress.phone` or `settings.pickup.default`. */
  readonly source: string;
  /** The rule that decided, of the merchant or built in, if one did. */
  readonly rule?: string;
}

/** What was promised, for people and for the tracking schedule. */
export interface DeliveryPromise {
  readonly service: DeliveryService;
  /** Local date `YYYY-MM-DD` in the operator's zone. */
  readonly date: string;
  /** `HH:MM` in the operator's zone. */
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
  /** The last moment that still keeps the promise. */
  readonly until: Date;
}

export type DeliveryPlan =
  | {
      readonly kind: 'hand-over';
      readonly order: DeliveryOrder;
      readonly promise: DeliveryPromise;
      /** How many boxes are packed. */
      readonly boxes: number;
      readonly decisions: readonly Decision[];
    }
  | { readonly kind: 'skip'; readonly reason: SkipReason; readonly decisions: readonly Decision[] }
  | { readonly kind: 'problem'; readonly problems: readonly Problem[]; readonly decisions: readonly Decision[] };

/** The default is used for a shipping method that has no service, although other methods have one. */
export const METHOD_WITHOUT_SERVICE = {
  field: 'delivery_service',
  source: 'settings.service.default',
  rule: 'shipping-method-without-service',
} as const satisfies Decision;
