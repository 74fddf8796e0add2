import type { StoredSource } from '@kirchhoff/engine-host';
import { type Database, frozenPins, Prisma } from '@kirchhoff/platform';
import { parseVersion } from '../circuits/versions/service.js';

/** A version with the state of its certification. */
export interface VersionState {
  readonly pid: string;
  readonly version: number;
  readonly hash: string;
  readonly certified: boolean;
  /** Null before the first certification. */
  readonly phiC: number | null;
  readonly certifiedAt: Date | null;
}

export interface ProvenVersion extends VersionState, StoredSource {
  /** The certificate; `null` if it is not certified. */
  readonly certificate: Uint8Array | null;
  /** The result of the certification that left it open; `null` if it is certified, or was never certified. */
  readonly openResult: Uint8Array | null;
}

interface StateRow {
  readonly version: number;
  readonly hash: string;
  readonly certified: boolean;
  readonly phi_c: number | null;
  readonly certified_at: Date | null;
}

interface VersionRow extends Omit<StateRow, 'version'>, StoredSource {
  readonly certificate: Uint8Array | null;
  readonly open_result: Uint8Array | null;
}

const PINS = frozenPins('circuit_version_pins', Prisma.sql`p.circuit_id = v.circuit_id AND p.version = v.version`);

/** Reads versions with everything that rendering needs. */
export class VersionSourceRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the state of a version; `undefined` if the circuit has none of this number or hash. Of one hash, the newest version. */
  async state(pid: string, version: string): Promise<VersionState | undefined> {
    const reference = parseVersion(version);
    if (reference === undefined) return undefined;
    const named = reference.kind === 'number' ? Prisma.sql`version = ${reference.number}` : Prisma.sql`hash = ${reference.hash}`;
    const [row] = await this.#database.$queryRaw<StateRow[]>(Prisma.sql`
      SELECT version, hash, certified, phi_c, certified_at FROM circuit_versions
      WHERE circuit_id = ${pid} AND ${named} ORDER BY version DESC LIMIT 1`);
    if (row === undefined) return undefined;
    const { certified_at: certifiedAt, phi_c: phiC, ...rest } = row;
    return { pid, phiC, certifiedAt, ...rest };
  }

  /** Returns a version by one statement, so that source, state and certificate belong together. */
  async find(pid: string, version: number): Promise<ProvenVersion> {
    const [row] = await this.#database.$queryRaw<VersionRow[]>(Prisma.sql`
      SELECT v.source, ${PINS} AS pinned, v.hash, v.certified, v.phi_c, v.certified_at,
        CASE WHEN v.certified THEN k.certificate END AS certificate, CASE WHEN NOT v.certified AND NOT k.certified THEN k.result END AS open_result
      FROM circuit_versions v LEFT JOIN certifications k ON k.id = v.certification_id
      WHERE v.circuit_id = ${pid} AND v.version = ${version}`);
    if (row === undefined) throw new Error('a version has disappeared during the transaction');
    const { certified_at: certifiedAt, phi_c: phiC, open_result: openResult, ...rest } = row;
    return { pid, version, phiC, certifiedAt, openResult, ...rest };
  }
}
