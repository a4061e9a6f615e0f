-- Written by /readyz, so that a full disk is noticed. Its content means nothing and need not survive a crash.
CREATE UNLOGGED TABLE "WriteCheck" ("at" TIMESTAMPTZ(3) PRIMARY KEY);
