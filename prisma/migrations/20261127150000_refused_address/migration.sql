CREATE TABLE "AddressRefusal" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AddressRefusal_pkey" PRIMARY KEY ("id")
);
