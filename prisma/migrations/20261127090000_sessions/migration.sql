-- Sessions of browsers: each stands for the key that a person signed in with.
CREATE TABLE "sessions" (
  "hash" BYTEA NOT NULL,
  "api_key_id" TEXT COLLATE "C" NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_used_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "ends_at" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "sessions_pkey" PRIMARY KEY ("hash"),
  CONSTRAINT "sessions_hash_is_sha256" CHECK (octet_length("hash") = 32),
  -- The previous release deletes keys of an erased account, and knows no sessions.
  CONSTRAINT "sessions_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys" ("id") ON DELETE CASCADE ON UPDATE RESTRICT
);

CREATE INDEX "sessions_api_key_id_created_at_idx" ON "sessions" ("api_key_id", "created_at" DESC);
CREATE INDEX "sessions_expires_at_idx" ON "sessions" ("expires_at");
