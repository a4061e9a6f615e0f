-- A late app/uninstalled of an earlier life must not end a shop that has been authorized since, even where that life's
-- end was never heard of.
ALTER TABLE "Shop" ADD COLUMN "authorizedAt" TIMESTAMPTZ(3);
UPDATE "Shop" SET "authorizedAt" = "installedAt";
