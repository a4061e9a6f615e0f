-- The fields of an order that Shopify can filter by: app/domain/tracking/order-fields.ts.
ALTER TABLE "Publication" ADD COLUMN "removesFields" BOOLEAN NOT NULL DEFAULT false;

-- Orders from before have none of them yet. They get them in portions, the newest first.
ALTER TABLE "Shop" ADD COLUMN "fieldsFilledTo" TIMESTAMPTZ(3);
UPDATE "Shop" SET "fieldsFilledTo" = now();
