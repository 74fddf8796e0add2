import { type Database, type PinnedVersion, Prisma, pinRows } from '@kirchhoff/platform';
import type { Circuit, CircuitDetail, Visibility } from './circuit.js';
import { CIRCUIT_COLUMNS, CIRCUIT_WITH_CURRENT_VERSION, type CircuitRow, circuitOfRow, visibleTo } from './rows.js';

/** What publishing writes. */
export interface NewCircuit {
  readonly pid: string;
  readonly accountId: string;
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly source: string;
  readonly hash: string;
  readonly proofKey: string;
  readonly languageVersion: string;
  readonly signature: Uint8Array<ArrayBuffer>;
  /** What its pins were resolved to. */
  readonly pinned: readonly PinnedVersion[];
  /** Equal for the same owner, name and source. */
  readonly publicationDigest: Uint8Array<ArrayBuffer>;
}

/** More are not listed with the circuit; each stays readable by its number. */
const MOST_VERSIONS = 100;
const UNIQUE_VIOLATION = 'P2002';

export class CircuitRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The circuit where the account may see it, withdrawn or not. */
  async findVisible(pid: string, accountId: string | undefined): Promise<Circuit | undefined> {
    const [row] = await this.#database.$queryRaw<CircuitRow[]>(
      Prisma.sql`SELECT ${CIRCUIT_COLUMNS} FROM ${CIRCUIT_WITH_CURRENT_VERSION} WHERE c.id = ${pid} AND ${visibleTo(accountId)}`,
    );
    return row === undefined ? undefined : circuitOfRow(row);
  }

  /** A circuit that was found, with source, signature and versions. */
  async detailOf(circuit: Circuit): Promise<CircuitDetail> {
    const { pid } = circuit;
    const [current, versions] = await Promise.all([
      this.#database.circuitVersion.findUniqueOrThrow({
        where: { circuitId_version: { circuitId: pid, version: circuit.version } },
        select: { source: true, signature: true },
      }),
      this.#database.circuitVersion.findMany({
        where: { circuitId: pid },
        select: { version: true, hash: true, certified: true, phiC: true, certifiedAt: true, createdAt: true },
        orderBy: { version: 'desc' },
        take: MOST_VERSIONS,
      }),
    ]);
    return { circuit, source: current.source, signature: current.signature, versions };
  }

  /**
   * Writes a circuit with its first version, unless the owner has the same source under the same name already: two
   * at once come to one circuit, by the unique digest.
   */
  async publish(circuit: NewCircuit): Promise<{ readonly kind: 'created' | 'existed'; readonly circuit: Circuit }> {
    const kind = await this.#insert(circuit);
    const row = await this.#database.circuit.findUniqueOrThrow({
      where: { publicationDigest: circuit.publicationDigest },
      select: { id: true },
    });
    const published = await this.findVisible(row.id, circuit.accountId);
    if (published === undefined) throw new Error('a circuit that was just published is not there');
    return { kind, circuit: published };
  }

  async #insert(circuit: NewCircuit): Promise<'created' | 'existed'> {
    const { pid, source, hash, proofKey, languageVersion, signature, pinned, ...rest } = circuit;
    const pins = { create: pinRows(pinned) };
    const version = { version: 1, source, hash, proofKey, languageVersion, signature, pins };
    try {
      await this.#database.circuit.create({
        data: { id: pid, currentVersion: 1, ...rest, versions: { create: version } },
        select: { id: true },
      });
      return 'created';
    } catch (error) {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === UNIQUE_VIOLATION) return 'existed';
      throw error;
    }
  }
}
