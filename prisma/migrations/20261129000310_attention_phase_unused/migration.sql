-- What needs a person is known by its time now, not by its phase.
DROP INDEX IF EXISTS "Delivery_attention";
