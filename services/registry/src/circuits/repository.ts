import type { Assurance } from '@kirchhoff/coherence';
import { type Database, type DatabaseSession, Prisma, runPrepared } from '@kirchhoff/platform';
import type { Circuit, CircuitDetail, CircuitVersionState } from './circuit.js';
import { CIRCUIT_COLUMNS, CIRCUIT_WITH_CURRENT_VERSION, type CircuitRow, circuitOfRow } from './rows.js';

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
    if (row === undefined) throw new Error('a circuit that was just there is gone');
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
