import type { Assurance } from '@kirchhoff/coherence';
import {
  type Database,
  type DatabaseSession,
  lockedKeyRefusal,
  type Origin,
  Prisma,
  type Problem,
  problem,
  runPrepared,
} from '@kirchhoff/platform';
import type { Circuit, CircuitDetail, CircuitVersionState, Visibility } from './circuit.js';
import { CircuitLookup, noSuchCircuit, parsePid } from './lookup.js';

/** A circuit joined with its current version, as every query for a `Circuit` returns it. */
export interface CircuitRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly account_id: string;
  readonly version: number;
  readonly hash: string;
  readonly certified: boolean;
  readonly phi_c: number | null;
  readonly assurance: Assurance | null;
  readonly certified_at: Date | null;
  readonly engine_version: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly withdrawn_at: Date | null;
  readonly revision: number;
}

/** The columns of a `CircuitRow`, with the circuit as `c` and its current version as `v`. */
export const CIRCUIT_COLUMNS = Prisma.sql`c.id, c.name, c.description, c.visibility::text AS visibility, c.account_id,
  v.version, v.hash, v.certified, v.phi_c, v.assurance::text AS assurance, v.certified_at,
  (SELECT d.engine_version FROM certifications d WHERE d.id = v.certification_id) AS engine_version,
  c.created_at, c.updated_at, c.withdrawn_at, c.revision`;

/** Circuits joined with their current versions. */
export const CIRCUIT_WITH_CURRENT_VERSION = Prisma.sql`circuits c
  JOIN circuit_versions v ON v.circuit_id = c.id AND v.version = c.current_version`;

/** Condition: the account may see the circuit, withdrawn or not. `undefined` stands for a caller without a key. */
export function visibleTo(accountId: string | undefined): Prisma.Sql {
  return accountId === undefined
    ? Prisma.sql`c.visibility = 'public'`
    : Prisma.sql`(c.visibility = 'public' OR c.account_id = ${accountId})`;
}

export function circuitOfRow(row: CircuitRow): Circuit {
  return {
    pid: row.id,
    name: row.name,
    description: row.description,
    visibility: row.visibility,
    owner: row.account_id,
    version: row.version,
    hash: row.hash,
    certified: row.certified,
    phiC: row.phi_c,
    assurance: row.assurance,
    certifiedAt: row.certified_at,
    engineVersion: row.engine_version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    withdrawnAt: row.withdrawn_at,
    revision: row.revision,
  };
}

/** Count of the versions listed with the circuit; earlier ones stay readable by number. */
const MAX_VERSIONS = 100;

interface DetailRow extends CircuitRow {
  readonly source: string;
  readonly signature: Uint8Array;
  /** Newest first. */
  readonly versions: readonly VersionJson[];
}

interface VersionJson {
  readonly version: number;
  readonly hash: string;
  readonly certified: boolean;
  readonly phi_c: number | null;
  readonly assurance: Assurance | null;
  readonly certified_at: string | null;
  readonly created_at: string;
}

/** Reads circuits without a check of visibility, inside or outside a transaction. */
export class CircuitRepository {
  readonly #session: DatabaseSession;

  constructor(session: DatabaseSession) {
    this.#session = session;
  }

  /** Returns the circuit, withdrawn or not. */
  async find(pid: string): Promise<Circuit | undefined> {
    const [row] = await this.#session.$queryRaw<CircuitRow[]>(circuitsOf([pid]));
    return row === undefined ? undefined : circuitOfRow(row);
  }

  /** Returns a circuit with source, signature and versions, all of one revision: it is one statement. */
  async detail(pid: string): Promise<CircuitDetail> {
    const [row] = await this.#session.$queryRaw<DetailRow[]>(Prisma.sql`/* prepared: circuit-detail */
      SELECT ${CIRCUIT_COLUMNS}, v.source, v.signature, (
        SELECT json_agg(listed ORDER BY listed.version DESC) FROM (
          SELECT version, hash, certified, phi_c, assurance, certified_at, created_at FROM circuit_versions
          WHERE circuit_id = c.id ORDER BY version DESC LIMIT ${MAX_VERSIONS}
        ) listed
      ) AS versions
      FROM ${CIRCUIT_WITH_CURRENT_VERSION} WHERE c.id = ${pid}`);
    if (row === undefined) throw new Error('a circuit has disappeared during the transaction');
    return { circuit: circuitOfRow(row), source: row.source, signature: row.signature, versions: row.versions.map(versionState) };
  }
}

/** Returns the existing circuits of these pids, withdrawn or not. Every read of a circuit begins with this query. */
export async function readCircuits(database: Database, pids: readonly string[]): Promise<ReadonlyMap<string, Circuit>> {
  const rows = await runPrepared<CircuitRow>(database, circuitsOf(pids));
  return new Map(rows.map((row) => [row.id, circuitOfRow(row)]));
}

function circuitsOf(pids: readonly string[]): Prisma.Sql {
  return Prisma.sql`/* prepared: circuits */
    SELECT ${CIRCUIT_COLUMNS} FROM ${CIRCUIT_WITH_CURRENT_VERSION} WHERE c.id = ANY(${pids}::text[])`;
}

function versionState({ version, hash, certified, phi_c, assurance, certified_at, created_at }: VersionJson): CircuitVersionState {
  return {
    version,
    hash,
    certified,
    phiC: phi_c,
    assurance,
    certifiedAt: certified_at === null ? null : new Date(certified_at),
    createdAt: new Date(created_at),
  };
}

/** A circuit of the account, withdrawn or not, or the problem: 404, 410 or 403, and 401 or 403 for a key that has ended meanwhile. */
export type Owned = { readonly kind: 'owned'; readonly circuit: Circuit } | Problem;

/**
 * Locks a circuit for its owner, and the key against revocation, until the transaction ends: changes come one after another, and none by
 * a revoked key.
 *
 * @param pid the text in the path
 */
export async function lockOwned(session: DatabaseSession, pid: string, origin: Origin): Promise<Owned> {
  const { accountId } = origin;
  const parsed = parsePid(pid);
  if (parsed === undefined) return noSuchCircuit();
  const circuits = new CircuitRepository(session);
  await session.$queryRaw(Prisma.sql`SELECT 1 FROM circuits WHERE id = ${parsed} AND account_id = ${accountId} FOR UPDATE`);
  const ended = await lockedKeyRefusal(session, origin);
  if (ended !== undefined) return ended;
  // A separate statement: the one that waited for the lock has an older snapshot of the versions.
  const circuit = await circuits.find(parsed);
  if (circuit?.owner === accountId) return { kind: 'owned', circuit };
  const found = await new CircuitLookup(async () => circuit).find(parsed, accountId);
  return found.kind === 'problem' ? found : problem('not-owner', 'Only the account that published a circuit can change or withdraw it.');
}
