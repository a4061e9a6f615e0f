import type { Clock } from '../../clock.ts';
import { PROTECTED_CONTENTS, type ProtectedContent } from '../graphql/admin-schema.ts';
import type { ReceivedTrigger } from '../flow/flow-extensions.ts';
import { FaultList } from '../admin-api/fault.ts';
import type { CustomerRecord, FileRecord, LocationRecord, MetafieldRecord, ShopRecord } from './records.ts';
import type { LineItemRecord, OrderRecord } from './order-records.ts';
import type { EmailRecord, FulfillmentOrderRecord, FulfillmentRecord } from './fulfillment-records.ts';
import { ThrottleBucket, type QueryLimits } from '../admin-api/throttle.ts';

/** The app's installation in one shop. A shop without the app has none. */
export interface Installation {
  readonly id: string;
  scopes: string[];
  readonly installedAt: string;
}

/**
 * How protected customer data is withheld from an app that is not approved for it: answered as null, answered as null
 * with an error for each field, or whole objects refused.
 */
export type Withholding = 'fields' | 'fields-with-errors' | 'nothing' | 'objects';

/** One shop: its records, the app's installation, and its faults. */
export class SandboxShop {
  readonly record: ShopRecord;
  readonly locations = new Map<string, LocationRecord>();
  readonly orders = new Map<string, OrderRecord>();
  readonly lineItems = new Map<string, LineItemRecord>();
  readonly fulfillmentOrders = new Map<string, FulfillmentOrderRecord>();
  readonly fulfillments = new Map<string, FulfillmentRecord>();
  /** By the id of their owner: an order, the shop, or the installation. */
  readonly #metafields = new Map<string, MetafieldRecord[]>();
  installation: Installation | null = null;
  readonly files = new Map<string, FileRecord | FileRecord<'MediaImage'>>();
  /** The emails that the buyers received, in order. */
  readonly emails: EmailRecord[] = [];
  /** Whether the merchant's email templates for OUT_FOR_DELIVERY and DELIVERED events are on. */
  mailsEvents = false;
  /** The triggers that reached Shopify Flow, in order. */
  readonly flowTriggers: ReceivedTrigger[] = [];
  /** Whether the merchant has pinned the app's blocks to the pages that offer them. */
  hasPinnedBlocks = true;
  withholding: Withholding = 'nothing';
  /** The protected contents that are withheld field by field. */
  withheldContents: readonly ProtectedContent[] = PROTECTED_CONTENTS;
  /**
   * What the app has asked of the Admin API and was answered, by the operation's name, with the points that it cost.
   * `timesById` counts by the operation's variable `id`; an operation without one is counted under ''.
   */
  readonly asked = new Map<string, { times: number; points: number; timesById: Map<string, number> }>();
  readonly faults = new FaultList();
  readonly bucket: ThrottleBucket;
  /** The number of the next order, `#1001`, unless its draft names another. */
  nextOrderNumber = 1001;

  constructor(record: ShopRecord, clock: Clock, limits?: QueryLimits) {
    this.record = record;
    this.bucket = new ThrottleBucket(clock, limits);
  }

  get domain(): string {
    return this.record.myshopifyDomain;
  }

  /** `tienda-lima` for `tienda-lima.myshopify.com`. */
  get handle(): string {
    return this.domain.replace(/\.myshopify\.com$/, '');
  }

  metafieldsOf(ownerId: string): readonly MetafieldRecord[] {
    return this.#metafields.get(ownerId) ?? [];
  }

  allMetafields(): MetafieldRecord[] {
    return [...this.#metafields.values()].flat();
  }

  addMetafield(metafield: MetafieldRecord): void {
    this.#metafields.set(metafield.ownerId, [...this.metafieldsOf(metafield.ownerId), metafield]);
  }

  /** @returns false when there is none */
  deleteMetafield({ ownerId, namespace, key }: Pick<MetafieldRecord, 'ownerId' | 'namespace' | 'key'>): boolean {
    const held = this.metafieldsOf(ownerId);
    const kept = held.filter((each) => each.namespace !== namespace || each.key !== key);
    this.#metafields.set(ownerId, kept);
    return kept.length < held.length;
  }

  order(id: string): OrderRecord {
    return held(this.orders, id, 'order');
  }

  fulfillment(id: string): FulfillmentRecord {
    return held(this.fulfillments, id, 'fulfillment');
  }

  fulfillmentOrder(id: string): FulfillmentOrderRecord {
    return held(this.fulfillmentOrders, id, 'fulfillment order');
  }

  location(id: string): LocationRecord {
    return held(this.locations, id, 'location');
  }

  lineItem(id: string): LineItemRecord {
    return held(this.lineItems, id, 'line item');
  }

  orderOfShippingLine(id: string): OrderRecord {
    for (const order of this.orders.values()) if (order.shippingLines.some((line) => line.id === id)) return order;
    throw new Error(`this shop has no shipping line ${id}`);
  }

  customer(id: string): CustomerRecord | null {
    for (const { customer } of this.orders.values()) if (customer?.id === id) return customer;
    return null;
  }
}

function held<T>(records: ReadonlyMap<string, T>, id: string, noun: string): T {
  const record = records.get(id);
  if (!record) throw new Error(`this shop has no ${noun} ${id}`);
  return record;
}
