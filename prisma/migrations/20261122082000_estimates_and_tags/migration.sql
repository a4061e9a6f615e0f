-- Two more kinds of writes to Shopify: the estimated delivery, and the tag of an order.
ALTER TABLE "Publication" DROP CONSTRAINT "Publication_kind_check";
ALTER TABLE "Publication" ADD CONSTRAINT "Publication_kind_check"
  CHECK ("kind" IN ('tracking', 'event', 'order-metafield', 'estimate', 'state-tag')) NOT VALID;

-- The tag that a write adds. Stored before the call, so that it can be removed later whatever became of the call.
ALTER TABLE "Publication" ADD COLUMN "tag" TEXT;
