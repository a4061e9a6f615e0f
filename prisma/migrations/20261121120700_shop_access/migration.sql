-- What Shopify lets the app see in a shop: the granted scopes (null: not known, to be asked), and whether it blanks the buyer's data.
ALTER TABLE "Shop" ADD COLUMN "grantedScopes" TEXT, ADD COLUMN "customerDataWithheld" BOOLEAN NOT NULL DEFAULT false;
