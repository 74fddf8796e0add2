-- What each account stores, counted in the transaction that writes it by whoever writes it. Whether there is room is asked
-- under the lock of the account's row, before anything is written (packages/platform/src/storage/room.ts).
CREATE TABLE "account_storage" (
  "account_id" TEXT COLLATE "C" NOT NULL,
  -- Of sources, signatures, and of policies also reports and certificates.
  "octets" BIGINT NOT NULL DEFAULT 0,
  -- Those that stand; versions stay when what they are of is withdrawn.
  "circuits" INTEGER NOT NULL DEFAULT 0,
  "policies" INTEGER NOT NULL DEFAULT 0,
  "versions" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "account_storage_pkey" PRIMARY KEY ("account_id"),
  CONSTRAINT "account_storage_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE ON UPDATE RESTRICT
);

-- What the ends of its certifications have written. A table of its own: a run that ends holds its version and its circuit,
-- and must not wait for a publication that waits for these.
CREATE TABLE "account_evidence" (
  "account_id" TEXT COLLATE "C" NOT NULL,
  "octets" BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT "account_evidence_pkey" PRIMARY KEY ("account_id"),
  CONSTRAINT "account_evidence_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE CASCADE ON UPDATE RESTRICT
);

CREATE FUNCTION "open_account_storage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_storage (account_id) SELECT id FROM changed;
  INSERT INTO account_evidence (account_id) SELECT id FROM changed;
  RETURN NULL;
END $$;

CREATE FUNCTION "count_circuits"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign INTEGER := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  UPDATE account_storage s SET circuits = s.circuits + sign * added.count
  FROM (SELECT account_id, count(*)::integer AS count FROM changed WHERE withdrawn_at IS NULL GROUP BY account_id) added
  WHERE s.account_id = added.account_id;
  RETURN NULL;
END $$;

CREATE FUNCTION "count_policies"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign INTEGER := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  UPDATE account_storage s SET policies = s.policies + sign * added.count
  FROM (SELECT account_id, count(*)::integer AS count FROM changed WHERE withdrawn_at IS NULL GROUP BY account_id) added
  WHERE s.account_id = added.account_id;
  RETURN NULL;
END $$;

CREATE FUNCTION "count_withdrawn_circuit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account_storage SET circuits = circuits + CASE WHEN NEW.withdrawn_at IS NULL THEN 1 ELSE -1 END WHERE account_id = NEW.account_id;
  RETURN NULL;
END $$;

CREATE FUNCTION "count_withdrawn_policy"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account_storage SET policies = policies + CASE WHEN NEW.withdrawn_at IS NULL THEN 1 ELSE -1 END WHERE account_id = NEW.account_id;
  RETURN NULL;
END $$;

CREATE FUNCTION "count_circuit_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign INTEGER := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  UPDATE account_storage s SET versions = s.versions + sign * added.count, octets = s.octets + sign * added.octets
  FROM (
    SELECT c.account_id, count(*)::integer AS count, sum(octet_length(v.source) + octet_length(v.signature))::bigint AS octets
    FROM changed v JOIN circuits c ON c.id = v.circuit_id GROUP BY c.account_id
  ) added
  WHERE s.account_id = added.account_id;
  RETURN NULL;
END $$;

CREATE FUNCTION "count_policy_versions"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign INTEGER := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  UPDATE account_storage s SET versions = s.versions + sign * added.count, octets = s.octets + sign * added.octets
  FROM (
    SELECT p.account_id, count(*)::integer AS count,
           sum(octet_length(v.source) + octet_length(v.report) + octet_length(v.certificate))::bigint AS octets
    FROM changed v JOIN policies p ON p.id = v.policy_id GROUP BY p.account_id
  ) added
  WHERE s.account_id = added.account_id;
  RETURN NULL;
END $$;

CREATE FUNCTION "count_evidence"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before BIGINT := CASE TG_OP WHEN 'INSERT' THEN 0 ELSE coalesce(octet_length(OLD.result), 0) + coalesce(octet_length(OLD.certificate), 0) END;
  after BIGINT := CASE TG_OP WHEN 'DELETE' THEN 0 ELSE coalesce(octet_length(NEW.result), 0) + coalesce(octet_length(NEW.certificate), 0) END;
  account TEXT := CASE TG_OP WHEN 'DELETE' THEN OLD.account_id ELSE NEW.account_id END;
BEGIN
  IF before <> after THEN
    UPDATE account_evidence SET octets = octets + after - before WHERE account_id = account;
  END IF;
  RETURN NULL;
END $$;

INSERT INTO "account_storage" ("account_id", "octets", "circuits", "policies", "versions")
SELECT a.id,
       coalesce(cv.octets, 0) + coalesce(pv.octets, 0),
       (SELECT count(*) FROM circuits WHERE account_id = a.id AND withdrawn_at IS NULL),
       (SELECT count(*) FROM policies WHERE account_id = a.id AND withdrawn_at IS NULL),
       coalesce(cv.count, 0) + coalesce(pv.count, 0)
FROM accounts a
LEFT JOIN (
  SELECT c.account_id, count(*) AS count, sum(octet_length(v.source) + octet_length(v.signature)) AS octets
  FROM circuit_versions v JOIN circuits c ON c.id = v.circuit_id GROUP BY c.account_id
) cv ON cv.account_id = a.id
LEFT JOIN (
  SELECT p.account_id, count(*) AS count, sum(octet_length(v.source) + octet_length(v.report) + octet_length(v.certificate)) AS octets
  FROM policy_versions v JOIN policies p ON p.id = v.policy_id GROUP BY p.account_id
) pv ON pv.account_id = a.id;

INSERT INTO "account_evidence" ("account_id", "octets")
SELECT a.id, coalesce(sum(coalesce(octet_length(c.result), 0) + coalesce(octet_length(c.certificate), 0)), 0)
FROM accounts a LEFT JOIN certifications c ON c.account_id = a.id GROUP BY a.id;

CREATE TRIGGER "account_opened" AFTER INSERT ON "accounts"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION open_account_storage();
CREATE TRIGGER "circuits_added" AFTER INSERT ON "circuits"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_circuits();
CREATE TRIGGER "circuits_deleted" AFTER DELETE ON "circuits"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_circuits();
CREATE TRIGGER "circuit_withdrawn" AFTER UPDATE OF "withdrawn_at" ON "circuits"
  FOR EACH ROW WHEN ((OLD.withdrawn_at IS NULL) <> (NEW.withdrawn_at IS NULL)) EXECUTE FUNCTION count_withdrawn_circuit();
CREATE TRIGGER "circuit_versions_added" AFTER INSERT ON "circuit_versions"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_circuit_versions();
CREATE TRIGGER "circuit_versions_deleted" AFTER DELETE ON "circuit_versions"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_circuit_versions();
CREATE TRIGGER "policies_added" AFTER INSERT ON "policies"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_policies();
CREATE TRIGGER "policies_deleted" AFTER DELETE ON "policies"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_policies();
CREATE TRIGGER "policy_withdrawn" AFTER UPDATE OF "withdrawn_at" ON "policies"
  FOR EACH ROW WHEN ((OLD.withdrawn_at IS NULL) <> (NEW.withdrawn_at IS NULL)) EXECUTE FUNCTION count_withdrawn_policy();
CREATE TRIGGER "policy_versions_added" AFTER INSERT ON "policy_versions"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_policy_versions();
CREATE TRIGGER "policy_versions_deleted" AFTER DELETE ON "policy_versions"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_policy_versions();
CREATE TRIGGER "evidence_written" AFTER INSERT OR DELETE OR UPDATE OF "result", "certificate" ON "certifications"
  FOR EACH ROW EXECUTE FUNCTION count_evidence();
