-- Runs are taken in turn by group and account: while one is open its row says who shares with whom. A process of an earlier
-- build writes no share; each account is then a group. The trace is the one of the request that asked for the run.
ALTER TABLE "certifications"
  ADD COLUMN "share_group" TEXT COLLATE "C",
  ADD COLUMN "share_weight" SMALLINT,
  ADD COLUMN "traceparent" TEXT;
ALTER TABLE "verifications"
  ADD COLUMN "share_group" TEXT COLLATE "C",
  ADD COLUMN "share_weight" SMALLINT,
  ADD COLUMN "traceparent" TEXT;
