-- What the list of circuits needs to be fast at any size: a column to search, one to sort names by, and an index for
-- each order. docs/decisions/0016-search.md says why they are as they are.

-- Which transaction published the circuit: `as_of` in the links of a list holds a snapshot, so that pages stay as they
-- were also where a transaction commits late. Those that stand already are in every snapshot.
ALTER TABLE "circuits" ADD COLUMN "published_xid" xid8 NOT NULL DEFAULT '0';
ALTER TABLE "circuits" ALTER COLUMN "published_xid" SET DEFAULT pg_current_xact_id();

ALTER TABLE "circuits"
  -- What names are compared and sorted by.
  ADD COLUMN "name_key" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(normalize("name", NFKC))) STORED,
  -- Words of the name with weight A, of the description with weight B. Any sign of ASCII ends a word, so that
  -- `card_fee` and `income/tax` are two words each; services/registry/src/circuits/list takes queries apart alike.
  ADD COLUMN "search" tsvector NOT NULL GENERATED ALWAYS AS (
    setweight(to_tsvector('simple', translate(normalize("name", NFKC),
      '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                ')), 'A') ||
    setweight(to_tsvector('simple', translate(normalize("description", NFKC),
      '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', '                                ')), 'B')) STORED;

-- An index for each order of the public list. `certified` comes first, so that each serves the list of the certified
-- ones, that of the others and, merged, that of all. What else is asked of every row is included: counting and
-- skipping pages need not visit the table.
DROP INDEX "circuits_visibility_created_at_id_idx";
CREATE INDEX "circuits_certified_created_at_id_idx" ON "circuits" ("certified", "created_at" DESC, "id" DESC)
  INCLUDE ("published_xid") WHERE "visibility" = 'public' AND "withdrawn_at" IS NULL;
CREATE INDEX "circuits_certified_updated_at_id_idx" ON "circuits" ("certified", "updated_at" DESC, "id" DESC)
  INCLUDE ("created_at", "published_xid") WHERE "visibility" = 'public' AND "withdrawn_at" IS NULL;
CREATE INDEX "circuits_certified_name_key_id_idx" ON "circuits" ("certified", "name_key", "id")
  INCLUDE ("created_at", "published_xid") WHERE "visibility" = 'public' AND "withdrawn_at" IS NULL;

-- The circuits of one account. Its private ones, which it also sees in the list of all, are a range of their own.
DROP INDEX "circuits_account_id_created_at_id_idx";
CREATE INDEX "circuits_account_id_visibility_created_at_id_idx" ON "circuits" ("account_id", "visibility", "created_at" DESC, "id" DESC)
  INCLUDE ("certified", "updated_at", "published_xid") WHERE "withdrawn_at" IS NULL;

CREATE INDEX "circuits_search_idx" ON "circuits" USING gin ("search") WHERE "withdrawn_at" IS NULL;
