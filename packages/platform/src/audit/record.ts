import type { DatabaseSession } from '../database/database.js';
import { Prisma } from '../generated/prisma/client.js';
import type { Change } from './change.js';

/** Records a change. Call it in the transaction that makes the change: both happen or neither. */
export async function recordChange(session: DatabaseSession, change: Change): Promise<void> {
  await session.$executeRaw(auditInsert(change));
}

/** The same as a statement, to be an expression (`WITH audited AS (…)`) of the one that makes the change. */
export function auditInsert(change: Change, condition: Prisma.Sql = Prisma.sql`true`): Prisma.Sql {
  const { origin, action, subject, detail } = change;
  const keyId = origin.actor === 'key' ? origin.keyId : null;
  const requestId = origin.actor === 'operator' ? null : (origin.requestId ?? null);
  return Prisma.sql`INSERT INTO audit_records (account_id, actor, api_key_id, request_id, action, subject, detail)
    SELECT ${origin.accountId}, ${origin.actor}::audit_actor, ${keyId}, ${requestId}, ${action}, ${subject}, ${JSON.stringify(detail)}::jsonb
    WHERE ${condition}`;
}
