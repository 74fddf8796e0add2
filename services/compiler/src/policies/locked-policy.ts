import {
  type Database,
  type DatabaseSession,
  type Identifier,
  lockedKeyRefusal,
  type Origin,
  Prisma,
  type Problem,
  transact,
} from '@kirchhoff/platform';
import type { PolicyDetail, ReportedPolicy } from './policy.js';

/**
 * A write to a policy: whose policy, who asks, and the problem if its state is another one than they expect.
 *
 * @typeParam State the state that the precondition is about
 */
export interface PolicyWrite<State = PolicyDetail> {
  readonly policyId: Identifier<'policy'>;
  readonly origin: Origin;
  readonly precondition: (current: State) => Problem | undefined;
}

export const POLICY_COLUMNS = Prisma.sql`p.id AS "policyId", p.name, p.description, v.version, v.hash, v.assurance::text AS assurance,
  p.created_at AS "createdAt", p.updated_at AS "updatedAt"`;
const REPORTED_COLUMNS = Prisma.sql`${POLICY_COLUMNS}, v.report, p.withdrawn_at IS NOT NULL AS withdrawn`;
export const WITH_CURRENT_VERSION = Prisma.sql`policies p JOIN policy_versions v ON v.policy_id = p.id AND v.version = p.current_version`;

/**
 * Changes a policy in one transaction. The lock on its row puts concurrent changes one after the other.
 *
 * @returns `undefined`, and changes nothing, if there is no such policy or it has been withdrawn; a problem if the key has been revoked
 */
export async function changeLocked<Changed>(
  database: Database,
  { policyId, origin }: Pick<PolicyWrite, 'policyId' | 'origin'>,
  change: (session: DatabaseSession, current: PolicyDetail) => Promise<Changed>,
): Promise<Changed | Problem | undefined> {
  const { accountId } = origin;
  return transact(database, async (session) => {
    await session.$executeRaw(Prisma.sql`SELECT 1 FROM policies WHERE id = ${policyId} AND account_id = ${accountId} FOR UPDATE`);
    const ended = await lockedKeyRefusal(session, origin);
    if (ended !== undefined) return ended;
    const current = await findIn(session, policyId, accountId);
    return current === undefined || current.withdrawn ? undefined : change(session, current);
  });
}

export async function findIn(session: DatabaseSession, policyId: string, accountId: string): Promise<PolicyDetail | undefined> {
  const [row] = await session.$queryRaw<PolicyDetail[]>(Prisma.sql`SELECT ${REPORTED_COLUMNS}, v.source ${ofAccount(policyId, accountId)}`);
  return row;
}

/** The answer to a write leaves the source out: its author has it, and it may be large. */
export async function reportedIn(session: DatabaseSession, policyId: string, accountId: string): Promise<ReportedPolicy | undefined> {
  const [row] = await session.$queryRaw<ReportedPolicy[]>(Prisma.sql`SELECT ${REPORTED_COLUMNS} ${ofAccount(policyId, accountId)}`);
  return row;
}

function ofAccount(policyId: string, accountId: string): Prisma.Sql {
  return Prisma.sql`FROM ${WITH_CURRENT_VERSION} WHERE p.id = ${policyId} AND p.account_id = ${accountId}`;
}
