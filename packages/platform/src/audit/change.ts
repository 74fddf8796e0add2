import type { DatabaseSession } from '../database/database.js';
import { Prisma } from '../generated/prisma/client.js';

/** Records a change. Call it in the transaction that makes the change: both happen or neither. */
export async function recordChange(session: DatabaseSession, change: Change): Promise<void> {
  await session.$executeRaw(auditInsert(change));
}

/** The same as an SQL expression (`WITH audit AS (…)`) for the statement that makes the change. */
export function auditInsert(change: Change, condition: Prisma.Sql = Prisma.sql`true`): Prisma.Sql {
  const { origin, action, subject, detail } = change;
  const keyId = origin.actor === 'key' ? origin.keyId : null;
  const requestId = origin.actor === 'operator' ? null : (origin.requestId ?? null);
  return Prisma.sql`INSERT INTO audit_records (account_id, actor, api_key_id, request_id, action, subject, detail)
    SELECT ${origin.accountId}, ${origin.actor}::audit_actor, ${keyId}, ${requestId}, ${action}, ${subject}, ${JSON.stringify(detail)}::jsonb
    WHERE ${condition}`;
}

/** Every recorded change of state, as `<resource>.<change>`. */
export const AUDIT_ACTIONS = [
  'account.registered',
  'account.tier_set',
  'account.suspended',
  'account.resumed',
  'account.limit_set',
  'account.erased',
  'key.created',
  'key.rotated',
  'key.revoked',
  'circuit.published',
  'circuit.updated',
  'circuit.withdrawn',
  'circuit.certified',
  'circuit.left_open',
  'circuit.decertified',
  'policy.created',
  'policy.updated',
  'policy.version_added',
  'policy.activated',
  'policy.cases_set',
  'policy.withdrawn',
  'policy.log_set',
  'webhook.created',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.redelivered',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The cause of a change. */
export type Origin =
  | {
      readonly actor: 'key';
      readonly accountId: string;
      readonly keyId: string;
      /** `null` for a run that was requested before request ids were recorded. */
      readonly requestId: string | null;
    }
  /** An operator's command. */
  | { readonly actor: 'operator'; readonly accountId: string }
  /** Registration, for which there is no key yet, and automatic changes. */
  | { readonly actor: 'system'; readonly accountId: string; readonly requestId?: string };

/** A change of state, which is recorded in the transaction that makes it. */
export interface Change {
  readonly origin: Origin;
  readonly action: AuditAction;
  /** The identifier of the changed resource. */
  readonly subject: string;
  /** Details of the change. Never a key, a secret or a source. */
  readonly detail: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/** The origin of a change by a request. */
export function originOf(
  caller: { readonly accountId: string; readonly keyId: string },
  requestId: string | null,
): Origin & { readonly actor: 'key' } {
  return { actor: 'key', accountId: caller.accountId, keyId: caller.keyId, requestId };
}
