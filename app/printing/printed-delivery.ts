import type { DeliveryService } from '../domain/mapping/delivery-services.ts';

/**
 * A delivery as it is printed, made from the live order. It contains the buyer's data and is never stored.
 */
export interface PrintedDelivery {
  readonly id: string;
  readonly orderNumber: string;
  /** As the merchant sees it, e.g. `#1001.1`. */
  readonly name: string;
  readonly isCancelled: boolean;
  readonly recipient: string;
  /** The address line by line, without the district. */
  readonly address: readonly string[];
  readonly district: string;
  readonly phone: string | null;
  readonly notes: string | null;
  /** Null before the delivery is sent to the operator. */
  readonly service: DeliveryService | null;
  /** `YYYY-MM-DD` */
  readonly promisedDate: string | null;
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
  readonly pickup: Pickup;
  readonly boxes: number;
  readonly lines: readonly PickedLine[];
}

/** Where the operator collects a delivery. */
export interface Pickup {
  /** As it is stored with the delivery; null when it is unknown. */
  readonly identity: string | null;
  /** Name of the Shopify location; null for a branch that has a number alone. */
  readonly name: string | null;
}

/** A product that is taken from the shelf. */
export interface PickedLine {
  readonly sku: string | null;
  /** The product with its variant. */
  readonly name: string;
  readonly product: string;
  readonly variant: string | null;
  /** Address of its image at Shopify. */
  readonly image: string | null;
  readonly quantity: number;
  /** Name of the Shopify location that has it; null when Shopify does not say. */
  readonly location: string | null;
}

/** A delivery that was selected and cannot be printed, or whose labels of before are no longer good. */
export interface NotPrinted {
  /** As the merchant knows it. */
  readonly name: string;
  readonly reason: NotPrintedReason;
}

export const NOT_PRINTED_REASONS = ['skipped', 'gone', 'not-read', 'no-number', 'too-many', 'old-labels'] as const;
export type NotPrintedReason = (typeof NOT_PRINTED_REASONS)[number];
