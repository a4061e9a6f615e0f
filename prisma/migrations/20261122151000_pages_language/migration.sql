-- What is written to Shopify for the merchants is in the language in which they last opened the pages.
ALTER TABLE "Shop" ADD COLUMN "pagesLanguage" TEXT
  CONSTRAINT "Shop_pagesLanguage_check" CHECK ("pagesLanguage" IN ('en', 'es', 'pt'));
