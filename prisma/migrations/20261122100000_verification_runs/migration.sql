-- Verifications are runs, as certifications are: a row from the moment when one is counted, worked on under a lease, and
-- ended once. Rows from before, and those that a process of an earlier build still writes, are done: that is the default.
ALTER TABLE "verifications"
  -- How it is called from outside; null of rows from before.
  ADD COLUMN "run_id" TEXT COLLATE "C",
  ADD COLUMN "status" "certification_status" NOT NULL DEFAULT 'done',
  ADD COLUMN "attempt" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "lease_until" TIMESTAMPTZ(3),
  -- The exact bytes of the answer; null of rows from before.
  ADD COLUMN "result" BYTEA,
  ADD COLUMN "failure" TEXT,
  ADD COLUMN "request_id" TEXT,
  ADD COLUMN "started_at" TIMESTAMPTZ(3),
  ADD COLUMN "finished_at" TIMESTAMPTZ(3);

-- What a check finds is not known before its end.
ALTER TABLE "verifications"
  ALTER COLUMN "verified" DROP NOT NULL,
  ALTER COLUMN "current_hash" DROP NOT NULL,
  ALTER COLUMN "phi_c" DROP NOT NULL,
  ALTER COLUMN "engine_version" DROP NOT NULL,
  ADD CONSTRAINT "verifications_done_is_whole" CHECK ("status" <> 'done' OR ("verified" IS NOT NULL AND "current_hash" IS NOT NULL
    AND "phi_c" IS NOT NULL AND "engine_version" IS NOT NULL AND ("run_id" IS NULL OR "result" IS NOT NULL)));

CREATE UNIQUE INDEX "verifications_run_id_key" ON "verifications" ("run_id");
-- The sweeper: rows that wait or whose lease ran out. Those that have ended, which are nearly all, are not in it.
CREATE INDEX "verifications_status_lease_until_idx" ON "verifications" ("status", "lease_until")
  WHERE "status" IN ('queued', 'running');
