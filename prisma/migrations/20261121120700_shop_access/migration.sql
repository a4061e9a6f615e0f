-- What Shopify lets the app see in a shop: the granted scopes (null: not known, to be asked), and whether it blanks the buyer's data.
ALTER TABLE "Shop" ADD COLUMN "grantedScopes" TEXT, ADD COLUMN "customerDataWithheld" BOOLEAN NOT NULL DEFAULT false;

-- How many actions of a shop's merchants are left in the present minute; of all processes together.
CREATE TABLE "ActionBudget" ("key" VARCHAR(255) PRIMARY KEY, "points" INTEGER NOT NULL DEFAULT 0, "expire" BIGINT);
