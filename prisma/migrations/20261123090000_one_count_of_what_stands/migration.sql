-- What stands is counted by one function for circuits and policies: it stood twice. The triggers keep their names.
CREATE FUNCTION "count_standing"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign INTEGER := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  UPDATE account_storage s SET
    circuits = s.circuits + CASE TG_TABLE_NAME WHEN 'circuits' THEN sign * changed_by.count ELSE 0 END,
    policies = s.policies + CASE TG_TABLE_NAME WHEN 'policies' THEN sign * changed_by.count ELSE 0 END
  FROM (SELECT account_id, count(*)::integer AS count FROM changed WHERE withdrawn_at IS NULL GROUP BY account_id) changed_by
  WHERE s.account_id = changed_by.account_id;
  RETURN NULL;
END $$;

CREATE FUNCTION "count_withdrawn"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign INTEGER := CASE WHEN NEW.withdrawn_at IS NULL THEN 1 ELSE -1 END;
BEGIN
  UPDATE account_storage SET
    circuits = circuits + CASE TG_TABLE_NAME WHEN 'circuits' THEN sign ELSE 0 END,
    policies = policies + CASE TG_TABLE_NAME WHEN 'policies' THEN sign ELSE 0 END
  WHERE account_id = NEW.account_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "circuits_added" AFTER INSERT ON "circuits"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_standing();
CREATE OR REPLACE TRIGGER "circuits_deleted" AFTER DELETE ON "circuits"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_standing();
CREATE OR REPLACE TRIGGER "circuit_withdrawn" AFTER UPDATE OF "withdrawn_at" ON "circuits"
  FOR EACH ROW WHEN ((OLD.withdrawn_at IS NULL) <> (NEW.withdrawn_at IS NULL)) EXECUTE FUNCTION count_withdrawn();
CREATE OR REPLACE TRIGGER "policies_added" AFTER INSERT ON "policies"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_standing();
CREATE OR REPLACE TRIGGER "policies_deleted" AFTER DELETE ON "policies"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_standing();
CREATE OR REPLACE TRIGGER "policy_withdrawn" AFTER UPDATE OF "withdrawn_at" ON "policies"
  FOR EACH ROW WHEN ((OLD.withdrawn_at IS NULL) <> (NEW.withdrawn_at IS NULL)) EXECUTE FUNCTION count_withdrawn();

DROP FUNCTION "count_circuits"();
DROP FUNCTION "count_policies"();
DROP FUNCTION "count_withdrawn_circuit"();
DROP FUNCTION "count_withdrawn_policy"();
