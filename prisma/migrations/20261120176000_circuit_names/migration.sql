-- The compatibility form of a letter may be eighteen letters long: without a limit a name of such letters would not fit
-- into its index. Nobody sorts by what comes behind 200 letters.
ALTER TABLE "circuits" DROP COLUMN "name_key";
ALTER TABLE "circuits" ADD COLUMN "name_key" TEXT COLLATE "C" NOT NULL
  GENERATED ALWAYS AS (left(lower(normalize("name", NFKC)), 200)) STORED;
CREATE INDEX "circuits_certified_name_key_id_idx" ON "circuits" ("certified", "name_key", "id")
  INCLUDE ("created_at", "published_xid") WHERE "visibility" = 'public' AND "withdrawn_at" IS NULL;

-- With the names in it, one's own circuits are sorted by name, and found by it, from the index alone.
DROP INDEX "circuits_account_id_visibility_created_at_id_idx";
CREATE INDEX "circuits_account_id_visibility_created_at_id_idx" ON "circuits" ("account_id", "visibility", "created_at" DESC, "id" DESC)
  INCLUDE ("certified", "updated_at", "name_key", "published_xid") WHERE "withdrawn_at" IS NULL;
