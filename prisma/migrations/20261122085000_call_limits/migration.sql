-- What all processes share about the calls to one operator account: pace, rest, and the part that each may use.
CREATE TABLE "CallLimit" (
    "key" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "pace" JSONB NOT NULL,
    "restUntil" TIMESTAMPTZ(3),
    "shares" JSONB NOT NULL,
    "changedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "CallLimit_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "CallLimit_changedAt_idx" ON "CallLimit"("changedAt");
