import { type Database, type Origin, Prisma, type Problem, recordChange, transact } from '@kirchhoff/platform';
import { CircuitRepository, lockOwned } from './repository.js';
import type { ChangePrecondition } from './view.js';

export interface WithdrawalRequest {
  readonly pid: string;
  readonly origin: Origin;
  readonly precondition: ChangePrecondition;
}

/** Withdraws circuits for their owners. */
export class Withdrawals {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Withdraws a circuit; `undefined` on success. A second withdrawal changes no row. */
  async withdraw({ pid, origin, precondition }: WithdrawalRequest): Promise<Problem | undefined> {
    return transact(this.#database, async (session) => {
      const owned = await lockOwned(session, pid, origin);
      if (owned.kind === 'problem') return owned;
      const { circuit } = owned;
      if (circuit.withdrawnAt !== null) return undefined;
      const refused = precondition(await new CircuitRepository(session).detail(circuit.pid));
      if (refused !== undefined) return refused;
      await session.$executeRaw(Prisma.sql`
        UPDATE circuits SET withdrawn_at = clock_timestamp(), publication_digest = NULL, revision = revision + 1 WHERE id = ${circuit.pid}`);
      const { name, version, hash } = circuit;
      await recordChange(session, { origin, action: 'circuit.withdrawn', subject: circuit.pid, detail: { name, version, hash } });
      return undefined;
    });
  }
}
