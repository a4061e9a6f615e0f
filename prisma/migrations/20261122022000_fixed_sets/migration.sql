-- Every column that holds one of a fixed set is held to it, as "phase" has been. The sets are those of the program:
-- test/persistence/fixed-sets.test.ts compares them.
ALTER TABLE "Delivery"
  ADD CONSTRAINT "Delivery_heldFor_check" CHECK ("heldFor" IN
    ('no-shopify-token', 'set-up', 'switched-off', 'account-paused', 'uninstalled', 'release')),
  ADD CONSTRAINT "Delivery_service_check" CHECK ("service" IN
    ('Nextday', 'Express', 'Sameday', 'NextdayWithWindow', 'SamedayWithWindow')),
  ADD CONSTRAINT "Delivery_stateGroup_check" CHECK ("stateGroup" IN
    ('unknown', 'accepted', 'courier-assigned', 'picking-up', 'on-the-way', 'out-for-delivery', 'delivered', 'delayed',
     'attempt-failed', 'needs-merchant', 'ended-badly'));
ALTER TABLE "Attempt"
  ADD CONSTRAINT "Attempt_verb_check" CHECK ("verb" IN ('create', 'look-up', 'read')),
  ADD CONSTRAINT "Attempt_outcome_check" CHECK ("outcome" IN
    ('accepted', 'found', 'not-found', 'refused', 'account-refused', 'throttled', 'not-sent', 'not-received', 'unknown'));
ALTER TABLE "Publication"
  ADD CONSTRAINT "Publication_kind_check" CHECK ("kind" IN ('tracking', 'event', 'order-metafield')),
  ADD CONSTRAINT "Publication_outcome_check" CHECK ("outcome" IN ('published', 'refused', 'overtaken')),
  ADD CONSTRAINT "Publication_eventStatus_check" CHECK ("eventStatus" IN
    ('ATTEMPTED_DELIVERY', 'CARRIER_PICKED_UP', 'CONFIRMED', 'DELAYED', 'DELIVERED', 'FAILURE', 'IN_TRANSIT',
     'OUT_FOR_DELIVERY'));
ALTER TABLE "WebhookReceipt" ADD CONSTRAINT "WebhookReceipt_outcome_check" CHECK ("outcome" IN ('handled', 'skipped'));
ALTER TABLE "OperatorAccount"
  ADD CONSTRAINT "OperatorAccount_environment_check" CHECK ("environment" IN ('production', 'test')),
  ADD CONSTRAINT "OperatorAccount_restReason_check" CHECK ("restReason" IN ('throttled', 'failing'));
ALTER TABLE "Shop" ADD CONSTRAINT "Shop_language_check" CHECK ("language" IN ('en', 'es', 'pt'));
