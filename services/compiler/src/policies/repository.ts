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
  storedOctets,
  transact,
} from '@kirchhoff/platform';
import type { KeptCases, NewVersion, Policy, PolicyCase, PolicyDetail, ReportedPolicy } from './policy.js';
import type { Precondition } from './view.js';

export interface NewPolicy {
  readonly policyId: string;
  readonly origin: Origin;
  readonly name: string;
  readonly description: string;
  readonly version: NewVersion;
}

/** The columns of a change; `undefined` leaves a column as it is. */
export interface PolicyChange {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly version: NewVersion | undefined;
  readonly tested: Tested;
  /** The version whose source the change repeats: it has to be the current one still. `undefined` if it repeats none. */
  readonly repeated: number | undefined;
}

/** The revision of the cases that a version has passed; `untested` if it was not to be tested. */
export type Tested = number | 'untested';

/** A candidate beside the version that was found for it. */
export interface AddedVersion {
  readonly version: number;
  /** False if a version of this source was there before. */
  readonly added: boolean;
}

const POLICY_COLUMNS = Prisma.sql`p.id AS "policyId", p.name, p.description, v.version, v.hash, v.assurance::text AS assurance,
  p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;
const REPORTED_COLUMNS = Prisma.sql`${POLICY_COLUMNS}, v.report, p.withdrawn_at IS NOT NULL AS withdrawn`;
const WITH_CURRENT_VERSION = Prisma.sql`policies p JOIN policy_versions v ON v.policy_id = p.id AND v.version = p.current_version`;

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

  /** One page of the account's policies, newest first, then by id; those made after `asOf` are left out. */
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
   * Writes a policy with its first version, in one statement, which is one transaction. If the identifier exists, the same
   * request wrote it before it broke off: that policy is returned.
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
      // If there is room by now, another write of the account was undone meanwhile.
      const full = await this.#room.refusal(this.#database, origin.accountId, adding);
      if (full !== undefined) return full;
    }
    return problem('unavailable', 'The storage of this account changed too often during this write. Nothing was written; try again.');
  }

  /**
   * Writes a change in one transaction; a new version gets the next number. The lock on the policy's row puts concurrent changes
   * one after the other.
   * @returns the policy after the change; `undefined` if it has been withdrawn meanwhile; a problem if the account has no room or
   * the precondition does not hold
   */
  async change(
    policyId: string,
    origin: Origin,
    { name, description, version, tested, repeated }: PolicyChange,
    precondition: Precondition,
  ): Promise<ReportedPolicy | Problem | undefined> {
    const { accountId } = origin;
    return transact(this.#database, async (session) => {
      const refusal = await refusalOf(session, policyId, accountId, precondition);
      if (refusal !== undefined) return refusal;
      if (repeated !== undefined && !(await isCurrent(session, policyId, repeated))) return versionChanged();
      const next = version === undefined ? undefined : await this.#placeOf(session, policyId, accountId, version, tested);
      if (typeof next === 'object') return next;
      const [row] = await session.$queryRaw<{ current_version: number }[]>(Prisma.sql`
        UPDATE policies SET name = coalesce(${name ?? null}, name), description = coalesce(${description ?? null}, description),
          current_version = coalesce(${next ?? null}::integer, current_version), updated_at = now()
        WHERE id = ${policyId} AND account_id = ${accountId} AND withdrawn_at IS NULL RETURNING current_version`);
      if (row === undefined) return undefined;
      if (version !== undefined) await writeVersion(session, policyId, row.current_version, version);
      const changed = Object.entries({ name, description, source: version }).flatMap(([field, given]) =>
        given === undefined ? [] : [field],
      );
      const detail = { version: row.current_version, changed };
      await recordChange(session, { origin, action: 'policy.updated', subject: policyId, detail });
      return existing(await reportedIn(session, policyId, accountId));
    });
  }

  /**
   * Writes a version that decides nothing yet. If a version has this source, it is that one.
   * @returns `undefined` if the policy has been withdrawn meanwhile; a problem if the account has no room
   */
  async addCandidate(
    policyId: string,
    origin: Origin,
    version: NewVersion,
    tested: Tested,
    precondition: Precondition,
  ): Promise<AddedVersion | Problem | undefined> {
    const { accountId } = origin;
    return transact(this.#database, async (session) => {
      const refusal = await refusalOf(session, policyId, accountId, precondition);
      if (refusal !== undefined) return refusal;
      if (!(await isStanding(session, policyId, accountId))) return undefined;
      const [same] = await session.$queryRaw<{ version: number }[]>(Prisma.sql`
        SELECT version FROM policy_versions WHERE policy_id = ${policyId} AND hash = ${version.hash} AND source = ${version.source}
        ORDER BY version DESC LIMIT 1`);
      if (same !== undefined) return { version: same.version, added: false };
      const next = await this.#placeOf(session, policyId, accountId, version, tested);
      if (typeof next === 'object') return next;
      await writeVersion(session, policyId, next, version);
      const detail = { version: next, hash: version.hash };
      await recordChange(session, { origin, action: 'policy.version_added', subject: policyId, detail });
      return { version: next, added: true };
    });
  }

  /**
   * Lets checks be decided by a version, an earlier or a later one. If they are already, nothing is written.
   * @returns the policy after the change; `undefined` if it has been withdrawn meanwhile; a problem if the precondition does not hold
   */
  async activate(
    policyId: string,
    origin: Origin,
    version: number,
    tested: Tested,
    precondition: Precondition,
  ): Promise<ReportedPolicy | Problem | undefined> {
    const { accountId } = origin;
    return transact(this.#database, async (session) => {
      const refusal = await refusalOf(session, policyId, accountId, precondition);
      if (refusal !== undefined) return refusal;
      const before = await reportedIn(session, policyId, accountId);
      if (before === undefined || before.withdrawn) return undefined;
      if (before.version === version) return before;
      if (await haveChanged(session, policyId, tested)) return casesChanged();
      await session.$executeRaw(Prisma.sql`UPDATE policies SET current_version = ${version}, updated_at = now() WHERE id = ${policyId}`);
      await recordChange(session, { origin, action: 'policy.activated', subject: policyId, detail: { version, before: before.version } });
      return existing(await reportedIn(session, policyId, accountId));
    });
  }

  /** The cases beside a policy of the account; none if it has no such policy. */
  async cases(policyId: string, accountId: string): Promise<KeptCases> {
    return casesIn(this.#database, policyId, accountId);
  }

  /**
   * Replaces the cases beside a policy.
   * @returns `undefined` if the policy has been withdrawn meanwhile; a problem if the account has no room or the precondition does not
   * hold
   */
  async setCases(
    policyId: string,
    origin: Origin,
    cases: readonly PolicyCase[],
    precondition: (current: KeptCases) => Problem | undefined,
  ): Promise<KeptCases | Problem | undefined> {
    const { accountId } = origin;
    const written = Buffer.from(JSON.stringify(cases), 'utf8');
    return transact(this.#database, async (session) => {
      await lock(session, policyId, accountId);
      if (!(await isStanding(session, policyId, accountId))) return undefined;
      const before = await casesIn(session, policyId, accountId);
      const refusal = precondition(before);
      if (refusal !== undefined) return refusal;
      const more = written.length - (before.revision === 0 ? 0 : Buffer.byteLength(JSON.stringify(before.cases)));
      const full = more > 0 ? await this.#room.refusal(session, accountId, { octets: more }) : undefined;
      if (full !== undefined) return full;
      await session.$executeRaw(Prisma.sql`
        INSERT INTO policy_cases (policy_id, cases, revision) VALUES (${policyId}, ${written}, 1)
        ON CONFLICT (policy_id) DO UPDATE SET cases = EXCLUDED.cases, revision = policy_cases.revision + 1`);
      await recordChange(session, { origin, action: 'policy.cases_set', subject: policyId, detail: { cases: cases.length } });
      return { cases, revision: before.revision + 1 };
    });
  }

  /**
   * Withdraws a policy. Its versions stay for audits of their decisions.
   * @returns the problem, if the precondition does not hold
   */
  async withdraw(policyId: string, origin: Origin, precondition: Precondition): Promise<Problem | undefined> {
    const change = { origin, action: 'policy.withdrawn', subject: policyId, detail: {} } as const;
    return transact(this.#database, async (session) => {
      const refusal = await refusalOf(session, policyId, origin.accountId, precondition);
      if (refusal !== undefined) return refusal;
      await session.$executeRaw(Prisma.sql`
        WITH withdrawn AS (
          UPDATE policies SET withdrawn_at = now()
          WHERE id = ${policyId} AND account_id = ${origin.accountId} AND withdrawn_at IS NULL RETURNING id
        ) ${auditInsert(change, Prisma.sql`EXISTS (SELECT 1 FROM withdrawn)`)}`);
      return undefined;
    });
  }

  /**
   * Returns the number of the next version, under the lock of the policy's row; a problem if it was tested by other cases than there
   * are, or the account has no room.
   */
  async #placeOf(
    session: DatabaseSession,
    policyId: string,
    accountId: string,
    version: NewVersion,
    tested: Tested,
  ): Promise<number | Problem> {
    if (await haveChanged(session, policyId, tested)) return casesChanged();
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

async function casesIn(session: DatabaseSession, policyId: string, accountId: string): Promise<KeptCases> {
  const [row] = await session.$queryRaw<{ cases: Uint8Array; revision: number }[]>(Prisma.sql`
    SELECT c.cases, c.revision FROM policy_cases c JOIN policies p ON p.id = c.policy_id
    WHERE p.id = ${policyId} AND p.account_id = ${accountId}`);
  if (row === undefined) return { cases: [], revision: 0 };
  const cases: readonly PolicyCase[] = JSON.parse(Buffer.from(row.cases).toString('utf8'));
  return { cases, revision: row.revision };
}

async function haveChanged(session: DatabaseSession, policyId: string, tested: Tested): Promise<boolean> {
  if (tested === 'untested') return false;
  const rows = await session.$queryRaw<{ revision: number }[]>(Prisma.sql`SELECT revision FROM policy_cases WHERE policy_id = ${policyId}`);
  return (rows[0]?.revision ?? 0) !== tested;
}

function casesChanged(): Problem {
  return problem('unavailable', 'The cases of this policy were changed during this write. Nothing was written; try again.');
}

async function isCurrent(session: DatabaseSession, policyId: string, version: number): Promise<boolean> {
  const rows = await session.$queryRaw<unknown[]>(
    Prisma.sql`SELECT 1 FROM policies WHERE id = ${policyId} AND current_version = ${version}`,
  );
  return rows.length > 0;
}

function versionChanged(): Problem {
  const detail = 'Another version of this policy became the current one during this write. Nothing was written; try again.';
  return problem('unavailable', detail);
}

async function isStanding(session: DatabaseSession, policyId: string, accountId: string): Promise<boolean> {
  const rows = await session.$queryRaw<unknown[]>(
    Prisma.sql`SELECT 1 FROM policies WHERE id = ${policyId} AND account_id = ${accountId} AND withdrawn_at IS NULL`,
  );
  return rows.length > 0;
}

async function lock(session: DatabaseSession, policyId: string, accountId: string): Promise<void> {
  await session.$executeRaw(Prisma.sql`SELECT 1 FROM policies WHERE id = ${policyId} AND account_id = ${accountId} FOR UPDATE`);
}

/** The bytes that a version adds to the account's storage. */
function addingOf({ source, report, certificate }: NewVersion) {
  return { octets: storedOctets(source, report, certificate), versions: 1 };
}

/** Columns of a new policy that only Postgres knows. */
interface CreatedRow {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Writes where `room` selects a row, and answers with a `CreatedRow`. It goes to Postgres past Prisma, which would take a large source apart. */
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

/** In the database's own language: the client would take a large source apart several times. */
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

async function findIn(session: DatabaseSession, policyId: string, accountId: string): Promise<PolicyDetail | undefined> {
  const [row] = await session.$queryRaw<PolicyDetail[]>(Prisma.sql`SELECT ${REPORTED_COLUMNS}, v.source ${ofAccount(policyId, accountId)}`);
  return row;
}

/** The answer to a write leaves the source out: its author has it, and it may be large. */
async function reportedIn(session: DatabaseSession, policyId: string, accountId: string): Promise<ReportedPolicy | undefined> {
  const [row] = await session.$queryRaw<ReportedPolicy[]>(Prisma.sql`SELECT ${REPORTED_COLUMNS} ${ofAccount(policyId, accountId)}`);
  return row;
}

function ofAccount(policyId: string, accountId: string): Prisma.Sql {
  return Prisma.sql`FROM ${WITH_CURRENT_VERSION} WHERE p.id = ${policyId} AND p.account_id = ${accountId}`;
}

/** Returns the problem of a change, and locks the policy until the transaction ends. A withdrawn policy has no precondition. */
async function refusalOf(
  session: DatabaseSession,
  policyId: string,
  accountId: string,
  precondition: Precondition,
): Promise<Problem | undefined> {
  await lock(session, policyId, accountId);
  const current = await findIn(session, policyId, accountId);
  return current === undefined || current.withdrawn ? undefined : precondition(current);
}

function existing(policy: ReportedPolicy | undefined): ReportedPolicy {
  if (policy === undefined) throw new Error('a policy that was just written is missing');
  return policy;
}
