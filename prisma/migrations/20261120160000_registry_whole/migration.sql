-- What the whole registry keeps beside its circuits: who changed what (audit), whom to tell (webhooks and their
-- deliveries), and what was answered to requests that may be repeated (idempotency).

CREATE TYPE "audit_actor" AS ENUM ('key', 'operator', 'system');
CREATE TYPE "delivery_status" AS ENUM ('pending', 'delivered', 'dead');
CREATE TYPE "idempotency_status" AS ENUM ('running', 'done');

-- Raised with every change that a reader of the circuit could see: what was rendered for a revision stays right.
ALTER TABLE "circuits" ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 1;
-- The state of the current version, here too, so that lists can be filtered by an index.
ALTER TABLE "circuits" ADD COLUMN "certified" BOOLEAN NOT NULL DEFAULT false;
UPDATE "circuits" c SET "certified" = v."certified"
  FROM "circuit_versions" v WHERE v."circuit_id" = c."id" AND v."version" = c."current_version" AND v."certified";

-- The request that asked for the run, for the audit record of its end.
ALTER TABLE "certifications" ADD COLUMN "request_id" TEXT;
-- A mended engine has found its certificate wrong: it counts for nothing any more.
ALTER TABLE "certifications" ADD COLUMN "refuted_at" TIMESTAMPTZ(3);

-- Owner: registry; the compiler writes its own changes. Append-only.
CREATE TABLE "audit_records" (
  "id" BIGSERIAL NOT NULL,
  "account_id" TEXT COLLATE "C" NOT NULL,
  "actor" "audit_actor" NOT NULL,
  "api_key_id" TEXT COLLATE "C",
  "request_id" TEXT,
  "action" TEXT NOT NULL,
  "subject" TEXT COLLATE "C" NOT NULL,
  "detail" JSONB NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "audit_records_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "audit_records_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "audit_records_key_has_id" CHECK (("actor" = 'key') = ("api_key_id" IS NOT NULL))
);
CREATE INDEX "audit_records_account_id_id_idx" ON "audit_records" ("account_id", "id" DESC);
CREATE INDEX "audit_records_created_at_idx" ON "audit_records" USING brin ("created_at");

-- Owner: registry. The secret signs; it is shown once and kept, because signing needs it.
CREATE TABLE "webhooks" (
  "id" TEXT COLLATE "C" NOT NULL,
  "account_id" TEXT COLLATE "C" NOT NULL,
  "url" TEXT NOT NULL,
  "description" TEXT NOT NULL,
  "events" TEXT[],
  "secret" BYTEA NOT NULL,
  "previous_secret" BYTEA,
  "previous_secret_until" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deleted_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "webhooks_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "webhooks_account_id_created_at_idx" ON "webhooks" ("account_id", "created_at" DESC);

-- Owner: registry. Written in the transaction of what it tells of, so that nothing that happened goes untold.
CREATE TABLE "webhook_deliveries" (
  "webhook_id" TEXT COLLATE "C" NOT NULL,
  "event_id" TEXT COLLATE "C" NOT NULL,
  "event_type" TEXT NOT NULL,
  "payload" BYTEA NOT NULL,
  "status" "delivery_status" NOT NULL DEFAULT 'pending',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_attempt_at" TIMESTAMPTZ(3),
  "last_status" INTEGER,
  "last_error" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "delivered_at" TIMESTAMPTZ(3),
  CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("webhook_id", "event_id"),
  CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "webhook_deliveries_webhook_id_created_at_event_id_idx" ON "webhook_deliveries" ("webhook_id", "created_at" DESC, "event_id" DESC);
CREATE INDEX "webhook_deliveries_status_next_attempt_at_idx" ON "webhook_deliveries" ("status", "next_attempt_at");
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries" USING brin ("created_at");

-- Owner: each service, of its own routes. `seed` makes the identifiers of a request, so that one that broke off and is
-- repeated writes under the same identifiers, and finds what it had written.
CREATE TABLE "idempotency_records" (
  "scope" TEXT COLLATE "C" NOT NULL,
  "route" TEXT COLLATE "C" NOT NULL,
  "key" TEXT COLLATE "C" NOT NULL,
  "request_digest" BYTEA NOT NULL,
  "seed" BYTEA NOT NULL,
  "status" "idempotency_status" NOT NULL DEFAULT 'running',
  "lease_until" TIMESTAMPTZ(3) NOT NULL,
  "response_status" INTEGER,
  "response_headers" JSONB,
  "response_body" BYTEA,
  "secret_key_id" TEXT COLLATE "C",
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("scope", "route", "key")
);
CREATE INDEX "idempotency_records_expires_at_idx" ON "idempotency_records" ("expires_at");

-- Retention: what is older than it has to be kept is found without an index that every write would pay for.
CREATE INDEX "verifications_created_at_idx" ON "verifications" USING brin ("created_at");
