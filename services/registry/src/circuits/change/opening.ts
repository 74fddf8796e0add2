import { type DatabaseSession, Prisma, type Problem, problem } from '@kirchhoff/platform';
import type { Circuit } from '../circuit.js';

interface HiddenPin {
  readonly version: number;
  readonly pid: string;
}

/**
 * Returns the problem of making a private circuit public; `undefined` if it is allowed. Earlier versions stay readable and can be
 * pinned. Compiling a source that pins one reveals the operations of every circuit in it, so that all of them must be public.
 *
 * @param latest the last version to check; the version to be written is checked as a source
 */
export async function openingRefused(session: DatabaseSession, { pid, owner }: Circuit, latest: number): Promise<Problem | undefined> {
  const [hidden] = await session.$queryRaw<HiddenPin[]>(Prisma.sql`
    SELECT p.version, p.pinned_circuit_id AS pid
    FROM circuit_version_pins p JOIN circuits c ON c.id = p.pinned_circuit_id
    WHERE p.circuit_id = ${pid} AND p.version <= ${latest} AND c.visibility = 'private' AND c.account_id = ${owner}
    ORDER BY p.version DESC, p.place LIMIT 1`);
  if (hidden === undefined) return undefined;
  const detail = `Version ${hidden.version} would be open to everybody, and rests on ${hidden.pid}, which is private.`;
  return problem('conflict', detail, { members: { pid: hidden.pid } });
}
