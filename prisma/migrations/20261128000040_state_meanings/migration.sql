-- What merchants have said that the operator's states mean.
ALTER TABLE "OperatorAccount" ADD COLUMN "stateMeanings" JSONB NOT NULL DEFAULT '[]';
