import {
  auditInsert,
  type Database,
  type DatabaseSession,
  MAX_COUNTED,
  type Origin,
  type Page,
  type PageRequest,
  Prisma,
  type Problem,
  problem,
  recordChange,
  retried,
  runPrepared,
  type StorageRoom,
  storedBytes,
} from '@kirchhoff/platform';
import { haveChanged, type TestedRevision } from './case-repository.js';
import { changeLocked, findIn, POLICY_COLUMNS, type PolicyWrite, reportedIn, WITH_CURRENT_VERSION } from './locked-policy.js';
import type { NewVersion, Policy, PolicyDetail, ReportedPolicy } from './policy.js';

export interface NewPolicy {
  readonly policyId: string;
  readonly origin: Origin;
  readonly name: string;
  readonly description: string;
  readonly version: NewVersion;
}

/** The columns of a change; `undefined` leaves a column unchanged. */
export interface PolicyChange {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly version: NewVersion | undefined;
  /** The version whose source the change repeats: it has to be the current one still. `undefined` if it repeats none. */
  readonly repeated: number | undefined;
}

/** A version was not written, since the cases beside its policy are others than those that it was tested by. */
export const CASES_CHANGED = 'cases-changed';
export type CasesChanged = typeof CASES_CHANGED;

/** A candidate, with the version that was found for it. */
export interface AddedVersion {
  readonly version: number;
  /** False if a version with this source existed before. */
  readonly added: boolean;
}

/** The condition that refused a policy may be gone a moment later: then the write is tried again. */
const MAX_ATTEMPTS = 5;

export class PolicyRepository {
  readonly #database: Database;
  readonly #room: StorageRoom;

  constructor(database: Database, room: StorageRoom) {
    this.#database = database;
    this.#room = room;
  }

  /** The account's own policy, withdrawn or not. */
  async find(policyId: string, accountId: string): Promise<PolicyDetail | undefined> {
    return findIn(this.#database, policyId, accountId);
  }

  /** One page of the account's policies, newest first, then by id; policies created after `asOf` are left out. */
  async page(accountId: string, asOf: Date | undefined, { page, limit }: PageRequest): Promise<Page<Policy>> {
    const since = asOf === undefined ? Prisma.empty : Prisma.sql`AND p.created_at <= ${asOf}`;
    const found = Prisma.sql`FROM ${WITH_CURRENT_VERSION} WHERE p.account_id = ${accountId} AND p.withdrawn_at IS NULL ${since}`;
    const [items, [{ counted }]] = await Promise.all([
      this.#database.$queryRaw<Policy[]>(
        Prisma.sql`SELECT ${POLICY_COLUMNS} ${found} ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
      ),
      this.#database.$queryRaw<[{ counted: number }]>(
        Prisma.sql`SELECT count(*)::integer AS counted FROM (SELECT 1 ${found} LIMIT ${MAX_COUNTED + 1}) first`,
      ),
    ]);
    return { items, counted };
  }

  /**
   * Writes a policy with its first version in one statement, which is one transaction. If the identifier exists, the same request
   * wrote the policy before it was interrupted; that policy is returned.
   */
  async create(policy: NewPolicy): Promise<ReportedPolicy | Problem> {
    const { policyId, origin, version } = policy;
    const adding = { ...addingOf(version), policies: 1 };
    const statement = insert(policy, this.#room.select(origin.accountId, adding));
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const [row] = await retried(async () => runPrepared<CreatedRow>(this.#database, statement));
      if (row !== undefined) return createdPolicy(policy, row);
      const before = await reportedIn(this.#database, policyId, origin.accountId);
      if (before !== undefined) return before;
      // If there is room now, another write of the account was rolled back meanwhile.
      const full = await this.#room.refusal(this.#database, origin.accountId, adding);
      if (full !== undefined) return full;
    }
    return problem('unavailable', 'The storage of this account changed too often during this write. Nothing was written; try again.');
  }

  /**
   * Writes a change; a new version gets the next number.
   * @returns the policy after the change; `undefined` if it has been withdrawn meanwhile; a problem if the account has no room or
   * the precondition does not hold
   */
  async change(
    write: PolicyWrite,
    { name, description, version, repeated }: PolicyChange,
    tested: TestedRevision,
  ): Promise<ReportedPolicy | Problem | CasesChanged | undefined> {
    const { policyId, origin, precondition } = write;
    return changeLocked(this.#database, write, async (session, current) => {
      const refusal = precondition(current);
      if (refusal !== undefined) return refusal;
      if (repeated !== undefined && current.version !== repeated) return versionChanged();
      const next = version === undefined ? undefined : await this.#placeOf(session, write, version, tested);
      if (typeof next === 'object' || next === CASES_CHANGED) return next;
      await session.$executeRaw(Prisma.sql`
        UPDATE policies SET name = coalesce(${name ?? null}, name), description = coalesce(${description ?? null}, description),
          current_version = coalesce(${next ?? null}::integer, current_version), updated_at = now()
        WHERE id = ${policyId}`);
      if (version !== undefined && next !== undefined) await writeVersion(session, policyId, next, version);
      const changed = Object.entries({ name, description, source: version }).flatMap(([field, given]) =>
        given === undefined ? [] : [field],
      );
      const detail = { version: next ?? current.version, changed };
      await recordChange(session, { origin, action: 'policy.updated', subject: policyId, detail });
      return existing(await reportedIn(session, policyId, origin.accountId));
    });
  }

  /**
   * Writes a version that decides nothing yet. If a version has this source, it is that one.
   * @returns `undefined` if the policy has been withdrawn meanwhile; a problem if the account has no room or the precondition does not
   * hold
   */
  async addCandidate(
    write: PolicyWrite,
    version: NewVersion,
    tested: TestedRevision,
  ): Promise<AddedVersion | Problem | CasesChanged | undefined> {
    const { policyId, origin, precondition } = write;
    return changeLocked(this.#database, write, async (session, current) => {
      const refusal = precondition(current);
      if (refusal !== undefined) return refusal;
      const [same] = await session.$queryRaw<{ version: number }[]>(Prisma.sql`
        SELECT version FROM policy_versions WHERE policy_id = ${policyId} AND hash = ${version.hash} AND source = ${version.source}
        ORDER BY version DESC LIMIT 1`);
      if (same !== undefined) return { version: same.version, added: false };
      const next = await this.#placeOf(session, write, version, tested);
      if (typeof next !== 'number') return next;
      await writeVersion(session, policyId, next, version);
      const detail = { version: next, hash: version.hash };
      await recordChange(session, { origin, action: 'policy.version_added', subject: policyId, detail });
      return { version: next, added: true };
    });
  }

  /**
   * Activates a version, an earlier or a later one: it decides checks from then on. For the active version it writes nothing.
   * @returns the policy after the change; `undefined` if it has been withdrawn meanwhile; a problem if the precondition does not
   * hold
   */
  async activate(
    write: PolicyWrite,
    version: number,
    tested: TestedRevision,
  ): Promise<ReportedPolicy | Problem | CasesChanged | undefined> {
    const { policyId, origin, precondition } = write;
    return changeLocked(this.#database, write, async (session, current) => {
      const refusal = precondition(current);
      if (refusal !== undefined) return refusal;
      if (current.version === version) return current;
      if (await haveChanged(session, policyId, tested)) return CASES_CHANGED;
      await session.$executeRaw(Prisma.sql`UPDATE policies SET current_version = ${version}, updated_at = now() WHERE id = ${policyId}`);
      const detail = { version, before: current.version };
      await recordChange(session, { origin, action: 'policy.activated', subject: policyId, detail });
      return existing(await reportedIn(session, policyId, origin.accountId));
    });
  }

  /**
   * Withdraws a policy; again changes nothing. Its versions stay for audits of their decisions.
   * @returns the problem, if the precondition does not hold
   */
  async withdraw(write: PolicyWrite): Promise<Problem | undefined> {
    const { policyId, origin, precondition } = write;
    return changeLocked(this.#database, write, async (session, current) => {
      const refusal = precondition(current);
      if (refusal !== undefined) return refusal;
      await session.$executeRaw(Prisma.sql`UPDATE policies SET withdrawn_at = now() WHERE id = ${policyId}`);
      await recordChange(session, { origin, action: 'policy.withdrawn', subject: policyId, detail: {} });
      return undefined;
    });
  }

  /** Returns the number of the next version, under the lock of the policy; a problem if the account has no room for it. */
  async #placeOf(
    session: DatabaseSession,
    { policyId, origin: { accountId } }: PolicyWrite,
    version: NewVersion,
    tested: TestedRevision,
  ): Promise<number | Problem | CasesChanged> {
    if (await haveChanged(session, policyId, tested)) return CASES_CHANGED;
    // After the policy's row, as when a policy is withdrawn: in another order two changes could wait for each other.
    const full = await this.#room.refusal(session, accountId, addingOf(version));
    if (full !== undefined) return full;
    const [row] = await session.$queryRaw<{ next: number }[]>(
      Prisma.sql`SELECT max(version) + 1 AS next FROM policy_versions WHERE policy_id = ${policyId}`,
    );
    if (row === undefined) throw new Error('a maximum is one row');
    return row.next;
  }
}

function versionChanged(): Problem {
  const detail = 'Another version of this policy became the current one during this write. Nothing was written; try again.';
  return problem('unavailable', detail);
}

/** The bytes that a version adds to the account's storage. */
function addingOf({ source, report, certificate }: NewVersion) {
  return { octets: storedBytes(source, report, certificate), versions: 1 };
}

/** Columns of a new policy that Postgres determines. */
interface CreatedRow {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Writes if `room` selects a row, and returns a `CreatedRow`. It does not use Prisma, which is slow with a large source. */
function insert({ policyId, origin, name, description, version }: NewPolicy, room: Prisma.Sql): Prisma.Sql {
  const { source, hash, languageVersion, engineVersion, assurance, report, certificate, pinned } = version;
  const change = { origin, action: 'policy.created', subject: policyId, detail: { version: 1, hash } } as const;
  return Prisma.sql`/* prepared: policy-create */
    WITH room AS (${room}), policy AS (
      INSERT INTO policies (id, account_id, name, description, current_version)
      SELECT ${policyId}::text, room.account_id, ${name}::text, ${description}::text, 1 FROM room
      ON CONFLICT (id) DO NOTHING RETURNING id, created_at, updated_at
    ), version AS (
      INSERT INTO policy_versions (policy_id, version, source, hash, language_version, engine_version, assurance, report, certificate)
      SELECT id, 1, ${source}::text, ${hash}::text, ${languageVersion}::text, ${engineVersion}::text, ${assurance}::assurance,
        ${report}::bytea, ${certificate}::bytea FROM policy
    ), pins AS (
      INSERT INTO policy_version_pins (policy_id, version, place, pinned_circuit_id, pinned_version)
      SELECT policy.id, 1, pin.rank - 1, pin.id, pin.version
      FROM policy, unnest(${pinned.map(({ circuitId }) => circuitId)}::text[], ${pinned.map((each) => each.version)}::integer[])
        WITH ORDINALITY pin (id, version, rank)
    ), audit AS (${auditInsert(change, Prisma.sql`EXISTS (SELECT 1 FROM policy)`)})
    SELECT created_at AS "createdAt", updated_at AS "updatedAt" FROM policy`;
}

function createdPolicy({ policyId, name, description, version }: NewPolicy, { createdAt, updatedAt }: CreatedRow): ReportedPolicy {
  const { hash, assurance, report } = version;
  return { policyId, name, description, version: 1, hash, assurance, createdAt, updatedAt, report, withdrawn: false };
}

/** Written in SQL: Prisma would process a large source several times. */
async function writeVersion(
  session: DatabaseSession,
  policyId: string,
  version: number,
  { source, hash, languageVersion, engineVersion, assurance, report, certificate, pinned }: NewVersion,
): Promise<void> {
  await session.$executeRaw(Prisma.sql`
    WITH version AS (
      INSERT INTO policy_versions (policy_id, version, source, hash, language_version, engine_version, assurance, report, certificate)
      VALUES (${policyId}, ${version}, ${source}, ${hash}, ${languageVersion}, ${engineVersion}, ${assurance}::assurance, ${report}, ${certificate})
      RETURNING policy_id, version
    )
    INSERT INTO policy_version_pins (policy_id, version, place, pinned_circuit_id, pinned_version)
    SELECT version.policy_id, version.version, pin.rank - 1, pin.id, pin.version
    FROM version, unnest(${pinned.map(({ circuitId }) => circuitId)}::text[], ${pinned.map((each) => each.version)}::integer[])
      WITH ORDINALITY pin (id, version, rank)`);
}

function existing(policy: ReportedPolicy | undefined): ReportedPolicy {
  if (policy === undefined) throw new Error('a policy that was just written is missing');
  return policy;
}
