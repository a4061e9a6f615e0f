-- The list: each tab is a seek, in both orders.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "Delivery_list_attention" ON "Delivery"("shopDomain", "delivery_tab"("phase", "attentionSince"), "createdAt" DESC, "id");
