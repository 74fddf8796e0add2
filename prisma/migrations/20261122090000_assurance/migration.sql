-- The grade of the evidence that a certified version rests on. Versions that were certified before have no grade: their
-- certificates are of earlier engines, and do not check any more. Certifying again, or `recheck`, gives them one.
CREATE TYPE "assurance" AS ENUM ('kernel', 'exhaustive', 'solver');
ALTER TABLE "circuit_versions" ADD COLUMN "assurance" "assurance";
ALTER TABLE "policy_versions" ADD COLUMN "assurance" "assurance";

-- The grade of the current version, here too, so that lists can be filtered by an index.
ALTER TABLE "circuits" ADD COLUMN "assurance" "assurance";

-- An index for each order of the public list by grade, and one for an account's own, like those by `certified` beside
-- them. A circuit without a grade is in none of them.
CREATE INDEX "circuits_assurance_created_at_id_idx" ON "circuits" ("assurance", "created_at" DESC, "id" DESC)
  INCLUDE ("published_xid") WHERE "visibility" = 'public' AND "withdrawn_at" IS NULL AND "certified" AND "assurance" IS NOT NULL;
CREATE INDEX "circuits_assurance_updated_at_id_idx" ON "circuits" ("assurance", "updated_at" DESC, "id" DESC)
  INCLUDE ("created_at", "published_xid") WHERE "visibility" = 'public' AND "withdrawn_at" IS NULL AND "certified" AND "assurance" IS NOT NULL;
CREATE INDEX "circuits_assurance_name_key_id_idx" ON "circuits" ("assurance", "name_key", "id")
  INCLUDE ("created_at", "published_xid") WHERE "visibility" = 'public' AND "withdrawn_at" IS NULL AND "certified" AND "assurance" IS NOT NULL;
CREATE INDEX "circuits_account_id_visibility_assurance_created_at_id_idx" ON "circuits"
  ("account_id", "visibility", "assurance", "created_at" DESC, "id" DESC)
  INCLUDE ("updated_at", "name_key", "published_xid") WHERE "withdrawn_at" IS NULL AND "certified" AND "assurance" IS NOT NULL;
