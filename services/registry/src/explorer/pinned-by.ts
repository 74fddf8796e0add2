import { type Database, Prisma } from '@kirchhoff/platform';
import { visibleTo } from '../circuits/repository.js';

/** A circuit whose current version uses another one. */
export interface PinningCircuit {
  readonly pid: string;
  readonly name: string;
}

export interface PinnedBy {
  readonly circuits: readonly PinningCircuit[];
  /** True if there may be more than are listed. */
  readonly isCut: boolean;
}

const SHOWN = 20;
/** Pins that are looked at: a circuit that everybody uses must not make its page slow. */
const LOOKED_AT = 1_000;

/** Returns circuits that use a circuit in their current version, as far as the account may see them. */
export async function pinnedBy(database: Database, pid: string, accountId: string | undefined): Promise<PinnedBy> {
  const looked = Prisma.sql`SELECT circuit_id, version FROM circuit_version_pins WHERE pinned_circuit_id = ${pid} LIMIT ${LOOKED_AT}`;
  const [rows, [count]] = await Promise.all([
    database.$queryRaw<PinningCircuit[]>(Prisma.sql`
      SELECT DISTINCT c.name, c.id AS pid FROM (${looked}) p JOIN circuits c ON c.id = p.circuit_id AND c.current_version = p.version
      WHERE c.withdrawn_at IS NULL AND ${visibleTo(accountId)} ORDER BY c.name, c.id LIMIT ${SHOWN + 1}`),
    database.$queryRaw<{ readonly pins: number }[]>(Prisma.sql`SELECT count(*)::integer AS pins FROM (${looked}) p`),
  ]);
  return { circuits: rows.slice(0, SHOWN), isCut: rows.length > SHOWN || (count?.pins ?? 0) >= LOOKED_AT };
}
