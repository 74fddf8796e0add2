import { type DatabaseSession, Prisma, type Problem, problem } from '@kirchhoff/platform';
import type { Circuit } from './circuit.js';
import { noSuchCircuit, parsePid } from './identifier.js';
import { CircuitLookup } from './lookup.js';
import { CircuitRepository } from './repository.js';

/** A circuit of the account, withdrawn or not, or the problem: 404, 410 or 403. */
export type Owned = { readonly kind: 'owned'; readonly circuit: Circuit } | Problem;

/**
 * Locks a circuit for its owner until the transaction ends, so that changes come one after another.
 *
 * @param pid the text in the path
 */
export async function lockOwned(session: DatabaseSession, pid: string, accountId: string): Promise<Owned> {
  const parsed = parsePid(pid);
  if (parsed === undefined) return noSuchCircuit();
  const circuits = new CircuitRepository(session);
  await session.$queryRaw(Prisma.sql`SELECT 1 FROM circuits WHERE id = ${parsed} AND account_id = ${accountId} FOR UPDATE`);
  // A separate statement: the one that waited for the lock has an older snapshot of the versions.
  const circuit = await circuits.find(parsed);
  if (circuit?.owner === accountId) return { kind: 'owned', circuit };
  const found = await new CircuitLookup(async () => circuit).find(parsed, accountId);
  return found.kind === 'problem' ? found : problem('not-owner', 'Only the account that published a circuit changes or withdraws it.');
}
