-- Named queries of the list of deliveries.
CREATE TABLE "SavedView" (
    "id" UUID NOT NULL,
    "shopDomain" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SavedView_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "SavedView_shopDomain_fkey" FOREIGN KEY ("shopDomain") REFERENCES "Shop"("domain") ON DELETE CASCADE ON UPDATE CASCADE
);
-- Promise: two views of a shop never have the same name.
CREATE UNIQUE INDEX "SavedView_shopDomain_name_key" ON "SavedView"("shopDomain", "name");
