-- The log of a policy's decisions (docs/decisions-log.md): its settings, the decisions, and the count of those that were dropped.
CREATE TYPE "log_mode" AS ENUM ('off', 'sampled', 'all');
CREATE TYPE "decision_verdict" AS ENUM ('ALLOW', 'REVIEW', 'DENY');
CREATE TYPE "decision_drop" AS ENUM ('unwritten', 'storage');

CREATE TABLE "policy_logs" (
  "policy_id" TEXT COLLATE "C" NOT NULL,
  "mode" "log_mode" NOT NULL,
  -- Of this number of decisions one is sampled.
  "rate" INTEGER NOT NULL,
  -- The params that are kept with their values.
  "keep" TEXT[],
  "retention_days" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "policy_logs_pkey" PRIMARY KEY ("policy_id"),
  CONSTRAINT "policy_logs_policy_id_fkey" FOREIGN KEY ("policy_id") REFERENCES "policies" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE TABLE "policy_decisions" (
  "id" TEXT COLLATE "C" NOT NULL,
  "policy_id" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL,
  "account_id" TEXT COLLATE "C" NOT NULL,
  "decided_at" TIMESTAMPTZ(3) NOT NULL,
  "category" TEXT NOT NULL,
  "verdict" "decision_verdict" NOT NULL,
  "rule" TEXT,
  -- By name as JSON, null for a masked one.
  "params" TEXT NOT NULL,
  -- The names of masked params as JSON.
  "masked" TEXT NOT NULL,
  "replayable" BOOLEAN NOT NULL,
  -- Bytes in the account's storage.
  "octets" INTEGER NOT NULL,
  CONSTRAINT "policy_decisions_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "policy_decisions_policy_id_version_fkey" FOREIGN KEY ("policy_id", "version")
    REFERENCES "policy_versions" ("policy_id", "version") ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "policy_decisions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "policy_decisions_policy_id_decided_at_id_idx" ON "policy_decisions" ("policy_id", "decided_at", "id");
CREATE INDEX "policy_decisions_policy_id_verdict_decided_at_id_idx" ON "policy_decisions" ("policy_id", "verdict", "decided_at", "id");
CREATE INDEX "policy_decisions_policy_id_rule_decided_at_id_idx" ON "policy_decisions" ("policy_id", "rule", "decided_at", "id") WHERE ("rule" IS NOT NULL);

-- By hour: it says when the log has gaps, and stays small whatever was dropped.
CREATE TABLE "policy_decision_drops" (
  "policy_id" TEXT COLLATE "C" NOT NULL,
  "hour" TIMESTAMPTZ(3) NOT NULL,
  "reason" "decision_drop" NOT NULL,
  "count" INTEGER NOT NULL,
  "last_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "policy_decision_drops_pkey" PRIMARY KEY ("policy_id", "hour", "reason"),
  CONSTRAINT "policy_decision_drops_policy_id_fkey" FOREIGN KEY ("policy_id") REFERENCES "policies" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);

-- The bytes of an account's decisions. A table of its own: a batch of decisions must not wait for a publication that holds
-- account_storage.
CREATE TABLE "account_decisions" (
  "account_id" TEXT COLLATE "C" NOT NULL,
  "octets" BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT "account_decisions_pkey" PRIMARY KEY ("account_id"),
  CONSTRAINT "account_decisions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE ON UPDATE RESTRICT
);

CREATE OR REPLACE FUNCTION "open_account_storage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_storage (account_id) SELECT id FROM changed;
  INSERT INTO account_evidence (account_id) SELECT id FROM changed;
  INSERT INTO account_decisions (account_id) SELECT id FROM changed;
  RETURN NULL;
END $$;

INSERT INTO "account_decisions" ("account_id") SELECT "id" FROM "accounts" ON CONFLICT DO NOTHING;

-- Rows are locked in the order of accounts, as by who writes a batch: two statements never wait for each other.
CREATE FUNCTION "count_decisions"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign INTEGER := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  PERFORM 1 FROM account_decisions WHERE account_id IN (SELECT account_id FROM changed) ORDER BY account_id FOR UPDATE;
  UPDATE account_decisions d SET octets = d.octets + sign * added.octets
  FROM (SELECT account_id, sum(octets)::bigint AS octets FROM changed GROUP BY account_id) added
  WHERE d.account_id = added.account_id;
  RETURN NULL;
END $$;

CREATE TRIGGER "decisions_added" AFTER INSERT ON "policy_decisions"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_decisions();
CREATE TRIGGER "decisions_deleted" AFTER DELETE ON "policy_decisions"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_decisions();
