-- The tables of the whole line: accounts and keys, circuits and their versions, certifications,
-- verifications, daily counts, policies. Identifiers are compared byte by byte (COLLATE "C"), so that
-- their order does not hang on the server's locale.

CREATE TYPE "tier" AS ENUM ('free', 'pro');
CREATE TYPE "visibility" AS ENUM ('public', 'private');
CREATE TYPE "certification_status" AS ENUM ('queued', 'running', 'done', 'failed');
CREATE TYPE "quota_kind" AS ENUM ('certification', 'verification');

-- Owner: registry.
CREATE TABLE "accounts" (
  "id" TEXT COLLATE "C" NOT NULL,
  "email" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "tier" "tier" NOT NULL DEFAULT 'free',
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- Owner: registry.
CREATE TABLE "api_keys" (
  "id" TEXT COLLATE "C" NOT NULL,
  "account_id" TEXT COLLATE "C" NOT NULL,
  "hash" BYTEA NOT NULL,
  "prefix" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "scopes" TEXT[],
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_used_at" TIMESTAMPTZ(3),
  "expires_at" TIMESTAMPTZ(3),
  "revoked_at" TIMESTAMPTZ(3),
  CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "api_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "api_keys_hash_is_sha256" CHECK (octet_length("hash") = 32)
);
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys" ("hash");
CREATE INDEX "api_keys_account_id_created_at_idx" ON "api_keys" ("account_id", "created_at" DESC);

-- Owner: registry.
CREATE TABLE "quota_counts" (
  "account_id" TEXT COLLATE "C" NOT NULL,
  "kind" "quota_kind" NOT NULL,
  "day" DATE NOT NULL,
  "count" INTEGER NOT NULL,
  "guard_returns" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "quota_counts_pkey" PRIMARY KEY ("account_id", "kind", "day"),
  CONSTRAINT "quota_counts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "quota_counts_not_negative" CHECK ("count" >= 0 AND "guard_returns" >= 0)
);

-- Owner: registry.
CREATE TABLE "circuits" (
  "id" TEXT COLLATE "C" NOT NULL,
  "account_id" TEXT COLLATE "C" NOT NULL,
  "name" TEXT NOT NULL,
  "description" TEXT NOT NULL,
  "visibility" "visibility" NOT NULL,
  "current_version" INTEGER NOT NULL,
  "publication_digest" BYTEA,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "withdrawn_at" TIMESTAMPTZ(3),
  CONSTRAINT "circuits_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "circuits_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE UNIQUE INDEX "circuits_publication_digest_key" ON "circuits" ("publication_digest");
CREATE INDEX "circuits_visibility_created_at_id_idx" ON "circuits" ("visibility", "created_at" DESC, "id" DESC);
CREATE INDEX "circuits_account_id_created_at_id_idx" ON "circuits" ("account_id", "created_at" DESC, "id" DESC);

-- Owner: registry.
CREATE TABLE "circuit_versions" (
  "circuit_id" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL,
  "source" TEXT NOT NULL,
  "hash" TEXT COLLATE "C" NOT NULL,
  "proof_key" TEXT COLLATE "C" NOT NULL,
  "language_version" TEXT NOT NULL,
  "signature" BYTEA NOT NULL,
  "certified" BOOLEAN NOT NULL DEFAULT false,
  "phi_c" DOUBLE PRECISION,
  "certified_at" TIMESTAMPTZ(3),
  "certification_id" TEXT COLLATE "C",
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "circuit_versions_pkey" PRIMARY KEY ("circuit_id", "version"),
  CONSTRAINT "circuit_versions_circuit_id_fkey" FOREIGN KEY ("circuit_id") REFERENCES "circuits" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE UNIQUE INDEX "circuit_versions_certification_id_key" ON "circuit_versions" ("certification_id");
CREATE INDEX "circuit_versions_hash_idx" ON "circuit_versions" ("hash");

-- Owner: registry.
CREATE TABLE "certifications" (
  "id" TEXT COLLATE "C" NOT NULL,
  "circuit_id" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL,
  "hash" TEXT COLLATE "C" NOT NULL,
  "proof_key" TEXT COLLATE "C" NOT NULL,
  "account_id" TEXT COLLATE "C" NOT NULL,
  "api_key_id" TEXT COLLATE "C" NOT NULL,
  "status" "certification_status" NOT NULL DEFAULT 'queued',
  "charged_day" DATE NOT NULL,
  "attempt" INTEGER NOT NULL DEFAULT 1,
  "lease_until" TIMESTAMPTZ(3),
  "engine_version" TEXT COLLATE "C",
  "certified" BOOLEAN,
  "phi_c" DOUBLE PRECISION,
  "result" BYTEA,
  "certificate" BYTEA,
  "failure" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "started_at" TIMESTAMPTZ(3),
  "finished_at" TIMESTAMPTZ(3),
  CONSTRAINT "certifications_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "certifications_circuit_id_version_fkey" FOREIGN KEY ("circuit_id", "version") REFERENCES "circuit_versions" ("circuit_id", "version") ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "certifications_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "certifications_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT,
  -- A done run has its result, and a certified one its certificate: no half-written row.
  CONSTRAINT "certifications_done_is_whole" CHECK ("status" <> 'done' OR ("result" IS NOT NULL AND "certified" IS NOT NULL AND "engine_version" IS NOT NULL AND (NOT "certified" OR "certificate" IS NOT NULL)))
);
CREATE INDEX "certifications_circuit_id_certified_finished_at_idx" ON "certifications" ("circuit_id", "certified", "finished_at" DESC);
CREATE INDEX "certifications_proof_key_engine_version_certified_idx" ON "certifications" ("proof_key", "engine_version", "certified");
CREATE INDEX "certifications_status_lease_until_idx" ON "certifications" ("status", "lease_until");
CREATE INDEX "certifications_account_id_created_at_idx" ON "certifications" ("account_id", "created_at" DESC);
ALTER TABLE "circuit_versions" ADD CONSTRAINT "circuit_versions_certification_id_fkey" FOREIGN KEY ("certification_id") REFERENCES "certifications" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Owner: registry.
CREATE TABLE "verifications" (
  "id" BIGSERIAL NOT NULL,
  "circuit_id" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL,
  "certification_id" TEXT COLLATE "C" NOT NULL,
  "account_id" TEXT COLLATE "C" NOT NULL,
  "api_key_id" TEXT COLLATE "C" NOT NULL,
  "verified" BOOLEAN NOT NULL,
  "original_hash" TEXT COLLATE "C" NOT NULL,
  "current_hash" TEXT COLLATE "C" NOT NULL,
  "phi_c" DOUBLE PRECISION NOT NULL,
  "charged_day" DATE NOT NULL,
  "engine_version" TEXT COLLATE "C" NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "verifications_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "verifications_circuit_id_version_fkey" FOREIGN KEY ("circuit_id", "version") REFERENCES "circuit_versions" ("circuit_id", "version") ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "verifications_certification_id_fkey" FOREIGN KEY ("certification_id") REFERENCES "certifications" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "verifications_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "verifications_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "verifications_circuit_id_created_at_idx" ON "verifications" ("circuit_id", "created_at" DESC);
CREATE INDEX "verifications_account_id_created_at_idx" ON "verifications" ("account_id", "created_at" DESC);

-- Owner: compiler.
CREATE TABLE "policies" (
  "id" TEXT COLLATE "C" NOT NULL,
  "account_id" TEXT COLLATE "C" NOT NULL,
  "name" TEXT NOT NULL,
  "description" TEXT NOT NULL,
  "current_version" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "withdrawn_at" TIMESTAMPTZ(3),
  CONSTRAINT "policies_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "policies_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "policies_account_id_created_at_id_idx" ON "policies" ("account_id", "created_at" DESC, "id" DESC);

-- Owner: compiler.
CREATE TABLE "policy_versions" (
  "policy_id" TEXT COLLATE "C" NOT NULL,
  "version" INTEGER NOT NULL,
  "source" TEXT NOT NULL,
  "hash" TEXT COLLATE "C" NOT NULL,
  "language_version" TEXT NOT NULL,
  "engine_version" TEXT COLLATE "C" NOT NULL,
  "report" BYTEA NOT NULL,
  "certificate" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "policy_versions_pkey" PRIMARY KEY ("policy_id", "version"),
  CONSTRAINT "policy_versions_policy_id_fkey" FOREIGN KEY ("policy_id") REFERENCES "policies" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);
