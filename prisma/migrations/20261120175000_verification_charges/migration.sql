-- What was counted for a verification that has not ended yet: gone with its record, or given back. Where a process dies
-- in between, what is left here says whose count it was.

-- Owner: registry.
CREATE TABLE "verification_charges" (
  "id" BIGSERIAL NOT NULL,
  "account_id" TEXT COLLATE "C" NOT NULL,
  "day" DATE NOT NULL,
  "lease_until" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "verification_charges_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "verification_charges_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "verification_charges_lease_until_idx" ON "verification_charges" ("lease_until");
