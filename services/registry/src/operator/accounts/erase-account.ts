import { type Clock, type Database, type DatabaseSession, Prisma, recordChange } from '@kirchhoff/platform';
import { type CommandOutcome, done } from '../outcome.js';
import type { Telling } from '../telling.js';
import { whichAccount } from './which-account.js';

/** Rows of a transaction; few, so that locks are short. */
const BATCH = 1_000;
/** The name of erased rows that remain for a pin. */
const NAMELESS = 'erased';

/** A version of the account that a pin of another account needs, directly or through others. */
interface Kept {
  readonly circuit_id: string;
  readonly version: number;
}

/**
 * Erases an account: the personal data, the keys, and all rows that no pin of another account needs. Each step looks for the
 * remaining work, so that a killed command can be repeated. It first closes the account. It removes the e-mail last, since the
 * command finds the account by it.
 */
export async function eraseAccount({ database, revocations }: Telling, clock: Clock, account: string): Promise<CommandOutcome> {
  const which = await whichAccount(database, account, 'erased too');
  if (which.kind !== 'account') return which;
  const { id } = which;
  await close(database, id);
  await revocations.announce(id, clock.monotonic());
  const kept = await keptVersions(database, id);
  const gone = goneVersions(id, kept);
  const removed = {
    deliveries: await inBatches(
      database,
      'webhook_deliveries',
      Prisma.sql`webhook_id IN (SELECT id FROM webhooks WHERE account_id = ${id})`,
    ),
    verifications: await inBatches(
      database,
      'verifications',
      Prisma.sql`account_id = ${id} OR (circuit_id, version) IN (SELECT v.circuit_id, v.version ${gone})`,
    ),
    versions: await removeVersions(database, id, gone),
    decisions: await inBatches(database, 'policy_decisions', Prisma.sql`policy_id IN (SELECT id FROM policies WHERE account_id = ${id})`),
    policies: await removePolicies(database, id),
  };
  const erased = await database.$transaction(async (session) => {
    const counts = { ...removed, ...(await removeRest(session, id)) };
    const isNew = (await removePerson(session, id)) || Object.values(counts).some((count) => count > 0);
    const origin = { actor: 'operator', accountId: id } as const;
    const detail = { ...counts, kept_circuits: new Set(kept.map(({ circuit_id }) => circuit_id)).size };
    if (isNew) await recordChange(session, { origin, action: 'account.erased', subject: id, detail });
    return { isNew, detail };
  });
  const line = erased.isNew
    ? `${id} is erased: ${Object.entries(erased.detail)
        .map(([what, count]) => `${count} ${what.replaceAll('_', ' ')}`)
        .join(', ')}.`
    : `${id} was erased already; nothing was changed.`;
  const circuits = await keptCircuits(database, id);
  const shown = circuits.map(
    ({ id: pid, public: isPublic }) => `${pid} is kept for the pins of others${isPublic ? ', public as it was' : ''}.`,
  );
  return done([line, ...shown], { account_id: id, changed: erased.isNew, ...erased.detail, kept: circuits });
}

/** Stops all requests, runs and webhooks of the account. */
async function close(database: Database, id: string): Promise<void> {
  await database.$transaction([
    database.$executeRaw(Prisma.sql`UPDATE accounts SET suspended_at = now() WHERE id = ${id} AND suspended_at IS NULL`),
    database.$executeRaw(Prisma.sql`UPDATE api_keys SET revoked_at = now() WHERE account_id = ${id} AND revoked_at IS NULL`),
    database.$executeRaw(Prisma.sql`UPDATE webhooks SET deleted_at = now() WHERE account_id = ${id} AND deleted_at IS NULL`),
  ]);
}

/** Returns the versions to keep. A public circuit with a kept version keeps all versions, since others read them there. */
async function keptVersions(database: Database, id: string): Promise<readonly Kept[]> {
  return database.$queryRaw<Kept[]>(Prisma.sql`
    WITH RECURSIVE kept (circuit_id, version) AS (
      SELECT p.pinned_circuit_id, p.pinned_version
      FROM circuits own JOIN circuit_version_pins p ON p.pinned_circuit_id = own.id JOIN circuits c ON c.id = p.circuit_id
      WHERE own.account_id = ${id} AND c.account_id <> ${id}
      UNION
      SELECT p.pinned_circuit_id, p.pinned_version
      FROM circuits own JOIN policy_version_pins p ON p.pinned_circuit_id = own.id JOIN policies c ON c.id = p.policy_id
      WHERE own.account_id = ${id} AND c.account_id <> ${id}
      UNION
      SELECT needed.circuit_id, needed.version
      FROM kept k CROSS JOIN LATERAL (
        SELECT p.pinned_circuit_id, p.pinned_version FROM circuit_version_pins p JOIN circuits own ON own.id = p.pinned_circuit_id
        WHERE p.circuit_id = k.circuit_id AND p.version = k.version AND own.account_id = ${id}
        UNION ALL
        SELECT v.circuit_id, v.version FROM circuit_versions v JOIN circuits c ON c.id = v.circuit_id
        WHERE v.circuit_id = k.circuit_id AND c.visibility = 'public' AND c.withdrawn_at IS NULL
      ) AS needed (circuit_id, version)
    )
    SELECT circuit_id, version FROM kept`);
}

/** Selects the account's versions `v` that are not kept: the end of a statement, from FROM on. */
function goneVersions(id: string, kept: readonly Kept[]): Prisma.Sql {
  const [circuits, versions] = [kept.map(({ circuit_id }) => circuit_id), kept.map(({ version }) => version)];
  return Prisma.sql`FROM circuit_versions v JOIN circuits c ON c.id = v.circuit_id
    WHERE c.account_id = ${id} AND (v.circuit_id, v.version) NOT IN (
      SELECT k.circuit_id, k.version FROM unnest(${circuits}::text[], ${versions}::integer[]) AS k (circuit_id, version))`;
}

/** Deletes rows of a table in batches, and returns their count. */
async function inBatches(
  database: Database,
  table: 'webhook_deliveries' | 'verifications' | 'policy_decisions',
  condition: Prisma.Sql,
): Promise<number> {
  const name = Prisma.raw(table);
  let count = 0;
  for (;;) {
    const deleted = await database.$executeRaw(
      Prisma.sql`DELETE FROM ${name} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${name} WHERE ${condition} LIMIT ${BATCH}))`,
    );
    count += deleted;
    if (deleted < BATCH) return count;
  }
}

/**
 * Deletes versions with their certifications and their pins. Pins of other accounts are never deleted: a new one makes Postgres
 * reject the deletion, and the command must be repeated.
 */
async function removeVersions(database: Database, id: string, gone: Prisma.Sql): Promise<number> {
  let count = 0;
  for (;;) {
    const removed = await database.$transaction(async (session) => {
      const batch = await session.$queryRaw<Kept[]>(Prisma.sql`SELECT v.circuit_id, v.version ${gone} LIMIT ${BATCH} FOR UPDATE OF v`);
      const [circuits, versions] = [batch.map(({ circuit_id }) => circuit_id), batch.map(({ version }) => version)];
      const among = Prisma.sql`SELECT b.circuit_id, b.version FROM unnest(${circuits}::text[], ${versions}::integer[]) AS b (circuit_id, version)`;
      await session.$executeRaw(Prisma.sql`
        DELETE FROM circuit_version_pins p WHERE (p.circuit_id, p.version) IN (${among})
          OR ((p.pinned_circuit_id, p.pinned_version) IN (${among}) AND p.circuit_id IN (SELECT id FROM circuits WHERE account_id = ${id}))`);
      await session.$executeRaw(Prisma.sql`UPDATE circuit_versions SET certification_id = NULL WHERE (circuit_id, version) IN (${among})`);
      await session.$executeRaw(Prisma.sql`DELETE FROM verifications WHERE (circuit_id, version) IN (${among})`);
      await session.$executeRaw(Prisma.sql`DELETE FROM certifications WHERE (circuit_id, version) IN (${among})`);
      await session.$executeRaw(Prisma.sql`DELETE FROM circuit_versions WHERE (circuit_id, version) IN (${among})`);
      return batch.length;
    });
    count += removed;
    if (removed < BATCH) return count;
  }
}

async function removePolicies(database: Database, id: string): Promise<number> {
  const own = Prisma.sql`policy_id IN (SELECT id FROM policies WHERE account_id = ${id})`;
  const [, , , , , , removed] = await database.$transaction([
    // A check that was answered before the account was closed may have been logged since.
    database.$executeRaw(Prisma.sql`DELETE FROM policy_decisions WHERE ${own}`),
    database.$executeRaw(Prisma.sql`DELETE FROM policy_decision_drops WHERE ${own}`),
    database.$executeRaw(Prisma.sql`DELETE FROM policy_logs WHERE ${own}`),
    database.$executeRaw(Prisma.sql`DELETE FROM policy_cases WHERE ${own}`),
    database.$executeRaw(Prisma.sql`DELETE FROM policy_version_pins WHERE ${own}`),
    database.$executeRaw(Prisma.sql`DELETE FROM policy_versions WHERE ${own}`),
    database.$executeRaw(Prisma.sql`DELETE FROM policies WHERE account_id = ${id}`),
  ]);
  return removed;
}

/** Deletes the remaining circuits, webhooks and keys. A kept circuit that is not public loses its name. */
async function removeRest(session: DatabaseSession, id: string) {
  const hasVersions = Prisma.sql`EXISTS (SELECT 1 FROM circuit_versions v WHERE v.circuit_id = circuits.id)`;
  const circuits = await session.$executeRaw(Prisma.sql`DELETE FROM circuits WHERE account_id = ${id} AND NOT ${hasVersions}`);
  await session.$executeRaw(Prisma.sql`DELETE FROM certifications WHERE account_id = ${id} AND status IN ('queued', 'running')`);
  await session.$executeRaw(Prisma.sql`
    UPDATE circuits c SET name = ${NAMELESS}, description = '', withdrawn_at = coalesce(c.withdrawn_at, now()), publication_digest = NULL,
      revision = revision + 1, current_version = v.version, certified = v.certified, assurance = v.assurance
    FROM circuit_versions v
    WHERE c.account_id = ${id} AND (c.visibility = 'private' OR c.withdrawn_at IS NOT NULL) AND c.name <> ${NAMELESS}
      AND v.circuit_id = c.id AND v.version = (SELECT max(version) FROM circuit_versions WHERE circuit_id = c.id)`);
  const webhooks = await session.$executeRaw(Prisma.sql`DELETE FROM webhooks WHERE account_id = ${id}`);
  const answers = await session.$executeRaw(Prisma.sql`DELETE FROM idempotency_records WHERE scope = ${id}`);
  await session.$executeRaw(Prisma.sql`DELETE FROM sessions s USING api_keys k WHERE k.id = s.api_key_id AND k.account_id = ${id}`);
  const keys = await session.$executeRaw(Prisma.sql`
    DELETE FROM api_keys k WHERE k.account_id = ${id}
      AND NOT EXISTS (SELECT 1 FROM certifications WHERE api_key_id = k.id) AND NOT EXISTS (SELECT 1 FROM verifications WHERE api_key_id = k.id)`);
  // Kept certifications refer to the key that requested them: its row stays, without its identifying columns.
  await session.$executeRaw(Prisma.sql`
    UPDATE api_keys SET name = ${NAMELESS}, prefix = '', scopes = '{}', last_used_at = NULL, hash = sha256(convert_to(id || gen_random_uuid(), 'UTF8'))
    WHERE account_id = ${id} AND name <> ${NAMELESS}`);
  return { circuits, webhooks, answers, keys };
}

/** Removes e-mail and name, and the free text of audit records. False if they were removed before. */
async function removePerson(session: DatabaseSession, id: string): Promise<boolean> {
  const erased = Prisma.sql`UPDATE accounts SET email = '', name = '', limits = '{}', erased_at = now() WHERE id = ${id} AND erased_at IS NULL`;
  const isNew = (await session.$executeRaw(erased)) === 1;
  await session.$executeRaw(
    Prisma.sql`UPDATE audit_records SET detail = '{}' WHERE account_id = ${id} AND action <> 'account.erased' AND detail <> '{}'`,
  );
  return isNew;
}

async function keptCircuits(database: Database, id: string) {
  const rows = await database.circuit.findMany({
    where: { accountId: id },
    orderBy: { id: 'asc' },
    select: { id: true, visibility: true, withdrawnAt: true },
  });
  return rows.map(({ id: pid, visibility, withdrawnAt }) => ({ id: pid, public: visibility === 'public' && withdrawnAt === null }));
}
