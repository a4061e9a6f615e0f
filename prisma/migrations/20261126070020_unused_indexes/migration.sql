-- The planner would prefer it, and pass over the reads of all other accounts. Claims of the previous release sort what is
-- due until its processes have ended.
DROP INDEX "Delivery_read_due";
-- "Publication_deliveryId_id_idx" finds the publications of a delivery.
DROP INDEX "Publication_open";
