import type {
  DeliveryMethodRecord,
  DestinationRecord,
  FulfillmentEventRecord,
  FulfillmentHoldRecord,
  FulfillmentLineItemRecord,
  FulfillmentOrderLineItemRecord,
  FulfillmentOrderRecord,
  FulfillmentRecord,
} from './fulfillment-records.ts';
import type { LineItemRecord, OrderRecord, ShippingLineRecord } from './order-records.ts';
import type {
  CustomerRecord,
  FileRecord,
  LocationRecord,
  MailingAddressRecord,
  MetafieldRecord,
  ShopRecord,
} from './records.ts';

export type SandboxRecord =
  | CustomerRecord
  | DeliveryMethodRecord
  | DestinationRecord
  | FileRecord
  | FileRecord<'MediaImage'>
  | FulfillmentEventRecord
  | FulfillmentHoldRecord
  | FulfillmentLineItemRecord
  | FulfillmentOrderLineItemRecord
  | FulfillmentOrderRecord
  | FulfillmentRecord
  | LineItemRecord
  | LocationRecord
  | MailingAddressRecord
  | MailingAddressRecord<'ShopAddress'>
  | MetafieldRecord
  | OrderRecord
  | ShippingLineRecord
  | ShopRecord;
