import { type DatabaseSession, Prisma } from '@kirchhoff/platform';
import type { Circuit, CircuitDetail } from './circuit.js';
import { CIRCUIT_COLUMNS, CIRCUIT_WITH_CURRENT_VERSION, type CircuitRow, circuitOfRow, visibleTo } from './rows.js';

/** More are not listed with the circuit; each stays readable by its number. */
const MOST_VERSIONS = 100;

/** Reads circuits, in a transaction or out of one. */
export class CircuitRepository {
  readonly #session: DatabaseSession;

  constructor(session: DatabaseSession) {
    this.#session = session;
  }

  /** The circuit where the account may see it, withdrawn or not. */
  async findVisible(pid: string, accountId: string | undefined): Promise<Circuit | undefined> {
    const [row] = await this.#session.$queryRaw<CircuitRow[]>(
      Prisma.sql`SELECT ${CIRCUIT_COLUMNS} FROM ${CIRCUIT_WITH_CURRENT_VERSION} WHERE c.id = ${pid} AND ${visibleTo(accountId)}`,
    );
    return row === undefined ? undefined : circuitOfRow(row);
  }

  /** A circuit that was found, with source, signature and versions: as of its version, whatever came after. */
  async detailOf(circuit: Circuit): Promise<CircuitDetail> {
    const { pid: circuitId, version } = circuit;
    const current = await this.#session.circuitVersion.findUniqueOrThrow({
      where: { circuitId_version: { circuitId, version } },
      select: { source: true, signature: true },
    });
    const versions = await this.#session.circuitVersion.findMany({
      where: { circuitId, version: { lte: version } },
      select: { version: true, hash: true, certified: true, phiC: true, certifiedAt: true, createdAt: true },
      orderBy: { version: 'desc' },
      take: MOST_VERSIONS,
    });
    return { circuit, source: current.source, signature: current.signature, versions };
  }
}
