-- The keys of an account that may be used, among all that were ever made: for the list of keys and their limit.
CREATE INDEX "api_keys_account_id_revoked_at_expires_at_idx" ON "api_keys" ("account_id", "revoked_at", "expires_at");
