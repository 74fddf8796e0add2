import type { Client } from 'pg';

/** A circuit that a test inserts directly; absent fields have one default. */
export interface TestCircuit {
  readonly name: string;
  readonly description?: string;
  readonly visibility?: 'public' | 'private';
  readonly certified?: boolean;
  readonly assurance?: 'kernel' | 'exhaustive' | 'solver';
}

/** Inserts circuits with one version each, in the given order and a millisecond apart. Returns their pids. */
export async function insertCircuits(client: Client, accountId: string, circuits: readonly TestCircuit[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO circuits (id, account_id, name, description, visibility, current_version, certified, assurance, created_at, updated_at)
     SELECT 'cir_' || substr(md5(random()::text), 1, 22), $1, c.name, coalesce(c.description, ''), coalesce(c.visibility, 'public')::visibility,
       1, coalesce(c.certified, false), c.assurance::assurance, now() + place * interval '1 millisecond', now() + place * interval '1 millisecond'
     FROM ROWS FROM (json_to_recordset($2) AS (name text, description text, visibility text, certified boolean, assurance text))
       WITH ORDINALITY AS c(name, description, visibility, certified, assurance, place)
     RETURNING id`,
    [accountId, JSON.stringify(circuits)],
  );
  const ids = rows.map(({ id }) => id);
  await client.query(
    `INSERT INTO circuit_versions (circuit_id, version, source, hash, proof_key, language_version, signature)
     SELECT id, 1, 'circuit c {}', repeat('0', 64), repeat('0', 64), '1', '\\x7b7d' FROM unnest($1::text[]) AS id`,
    [ids],
  );
  return ids;
}
