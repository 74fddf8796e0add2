import { type Database, type DatabaseSession, Prisma, type Problem, recordChange, type StorageRoom } from '@kirchhoff/platform';
import { changeLocked, type PolicyWrite } from './locked-policy.js';
import type { KeptCases, PolicyCase } from './policy.js';

/** The revision of the cases that a version has passed; `untested` if it was not to be tested. */
export type TestedRevision = number | 'untested';

/** The cases beside policies. */
export class PolicyCaseRepository {
  readonly #database: Database;
  readonly #room: StorageRoom;

  constructor(database: Database, room: StorageRoom) {
    this.#database = database;
    this.#room = room;
  }

  /** The cases beside a policy of the account; none if it has no such policy. */
  async find(policyId: string, accountId: string): Promise<KeptCases> {
    return casesIn(this.#database, policyId, accountId);
  }

  /**
   * Replaces the cases beside a policy.
   * @returns `undefined` if the policy has been withdrawn meanwhile; a problem if the account has no room or the precondition does not
   * hold
   */
  async set(write: PolicyWrite<KeptCases>, cases: readonly PolicyCase[]): Promise<KeptCases | Problem | undefined> {
    const { policyId, origin, precondition } = write;
    const written = Buffer.from(JSON.stringify(cases), 'utf8');
    return changeLocked(this.#database, write, async (session) => {
      const before = await casesIn(session, policyId, origin.accountId);
      const refusal = precondition(before);
      if (refusal !== undefined) return refusal;
      const more = written.length - (before.revision === 0 ? 0 : Buffer.byteLength(JSON.stringify(before.cases)));
      const full = more > 0 ? await this.#room.refusal(session, origin.accountId, { octets: more }) : undefined;
      if (full !== undefined) return full;
      await session.$executeRaw(Prisma.sql`
        INSERT INTO policy_cases (policy_id, cases, revision) VALUES (${policyId}, ${written}, 1)
        ON CONFLICT (policy_id) DO UPDATE SET cases = EXCLUDED.cases, revision = policy_cases.revision + 1`);
      await recordChange(session, { origin, action: 'policy.cases_set', subject: policyId, detail: { cases: cases.length } });
      return { cases, revision: before.revision + 1 };
    });
  }
}

async function casesIn(session: DatabaseSession, policyId: string, accountId: string): Promise<KeptCases> {
  const [row] = await session.$queryRaw<{ cases: Uint8Array; revision: number }[]>(Prisma.sql`
    SELECT c.cases, c.revision FROM policy_cases c JOIN policies p ON p.id = c.policy_id
    WHERE p.id = ${policyId} AND p.account_id = ${accountId}`);
  if (row === undefined) return { cases: [], revision: 0 };
  const cases: readonly PolicyCase[] = JSON.parse(Buffer.from(row.cases).toString('utf8'));
  return { cases, revision: row.revision };
}

/** Returns true if the cases are others than those that were tested. The lock of the policy keeps them as they are. */
export async function haveChanged(session: DatabaseSession, policyId: string, tested: TestedRevision): Promise<boolean> {
  if (tested === 'untested') return false;
  const rows = await session.$queryRaw<{ revision: number }[]>(Prisma.sql`SELECT revision FROM policy_cases WHERE policy_id = ${policyId}`);
  return (rows[0]?.revision ?? 0) !== tested;
}
