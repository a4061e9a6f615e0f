-- Whether a shop's data was removed is asked for each webhook of a shop that is not there.
CREATE INDEX "AuditEntry_shop_action" ON "AuditEntry" ("shop", "action");
