import type { Database } from '@kirchhoff/platform';
import type { CircuitVersionState } from '../circuit.js';
import type { VersionReference } from './service.js';

/** A version with the fields that only its own page shows. */
export interface CircuitVersion extends CircuitVersionState {
  readonly pid: string;
  readonly source: string;
  /** The exact bytes of the signature's JSON. */
  readonly signature: Uint8Array;
}

const STATE = { version: true, hash: true, certified: true, phiC: true, assurance: true, certifiedAt: true, createdAt: true } as const;

export class VersionRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns versions, newest first, from `newest` down. Version numbers have no gaps. */
  async downFrom(pid: string, newest: number, limit: number): Promise<readonly CircuitVersionState[]> {
    return this.#database.circuitVersion.findMany({
      where: { circuitId: pid, version: { lte: newest } },
      select: STATE,
      orderBy: { version: 'desc' },
      take: limit,
    });
  }

  /**
   * Finds a version. If several versions share a hash, it is the one that a pin with this hash means: the first certified one.
   *
   * @param newest later versions are excluded: they were written after the look-up of the circuit, and may be private
   */
  async find(pid: string, reference: VersionReference, newest: number): Promise<CircuitVersion | undefined> {
    const row = await this.#database.circuitVersion.findFirst({
      where: {
        circuitId: pid,
        AND: [reference.kind === 'number' ? { version: reference.number } : { hash: reference.hash }, { version: { lte: newest } }],
      },
      select: { ...STATE, source: true, signature: true },
      orderBy: [{ certified: 'desc' }, { version: 'asc' }],
    });
    return row === null ? undefined : { pid, ...row };
  }
}
