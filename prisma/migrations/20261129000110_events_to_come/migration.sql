-- Two events of later versions of the Admin API: app/domain/tracking/fulfillment-events.ts. The rows are within the former
-- set, so none has to be looked at.
ALTER TABLE "Publication" DROP CONSTRAINT "Publication_eventStatus_check",
  ADD CONSTRAINT "Publication_eventStatus_check" CHECK ("eventStatus" IN
    ('ATTEMPTED_DELIVERY', 'BUYER_ACTION_REQUIRED', 'CARRIER_PICKED_UP', 'CONFIRMED', 'DELAYED', 'DELIVERED', 'FAILURE',
     'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'RETURNING_TO_SENDER')) NOT VALID;
