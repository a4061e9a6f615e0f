-- Whether the server showed that this database is a backup, a copy or a standby of another one. An empty one is not: its
-- life begins now, and what was fulfilled since then cannot have been sent by another database.
ALTER TABLE "DatabaseLife" ADD COLUMN "isRestored" BOOLEAN NOT NULL DEFAULT true;
UPDATE "DatabaseLife" SET "isRestored" = false WHERE "startedAt" = 'epoch';
UPDATE "DatabaseLife" SET "startedAt" = now() WHERE "startedAt" = 'epoch' AND NOT EXISTS (SELECT 1 FROM "Shop");
