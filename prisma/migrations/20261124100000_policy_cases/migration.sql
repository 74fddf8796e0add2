-- The actions beside a policy, with the verdicts that each new version has to give.
CREATE TABLE "policy_cases" (
  "policy_id" TEXT COLLATE "C" NOT NULL,
  "cases" BYTEA NOT NULL,
  "revision" INTEGER NOT NULL,
  CONSTRAINT "policy_cases_pkey" PRIMARY KEY ("policy_id"),
  CONSTRAINT "policy_cases_policy_id_fkey" FOREIGN KEY ("policy_id") REFERENCES "policies" ("id") ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE FUNCTION "count_policy_cases"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before BIGINT := CASE TG_OP WHEN 'INSERT' THEN 0 ELSE octet_length(OLD.cases) END;
  after BIGINT := CASE TG_OP WHEN 'DELETE' THEN 0 ELSE octet_length(NEW.cases) END;
  policy TEXT := CASE TG_OP WHEN 'DELETE' THEN OLD.policy_id ELSE NEW.policy_id END;
BEGIN
  IF before <> after THEN
    UPDATE account_storage s SET octets = octets + after - before FROM policies p WHERE p.id = policy AND s.account_id = p.account_id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "policy_cases_written" AFTER INSERT OR DELETE OR UPDATE OF "cases" ON "policy_cases"
  FOR EACH ROW EXECUTE FUNCTION count_policy_cases();
