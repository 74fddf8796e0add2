import { Prisma } from '@kirchhoff/platform';

/** Rows of a table that are deleted after their retention time. */
export interface RetentionRule {
  readonly table:
    | 'idempotency_records'
    | 'verifications'
    | 'webhook_deliveries'
    | 'audit_records'
    | 'quota_counts'
    | 'sessions'
    | 'verification_charges';
  /** Deletes at most this many rows. */
  readonly statement: (most: number) => Prisma.Sql;
}

export interface RetentionDays {
  readonly VERIFICATION_RETENTION_DAYS: number;
  readonly DELIVERY_RETENTION_DAYS: number;
  readonly AUDIT_RETENTION_DAYS: number;
}

/** Longer than a count can be given back, and longer than it is shown. */
const QUOTA_DAYS = 35;

/**
 * Each rule deletes old rows in the order of an index by age, so that a sweep costs only as much as it deletes. It skips rows
 * that another worker has locked.
 */
export function retentionRules(days: RetentionDays): readonly RetentionRule[] {
  return [
    { table: 'verification_charges', statement: brokenOff },
    rule('idempotency_records', Prisma.sql`expires_at`, Prisma.sql`expires_at < now()`),
    rule('sessions', Prisma.sql`expires_at`, Prisma.sql`expires_at < now()`),
    rule('quota_counts', Prisma.sql`day`, Prisma.sql`day < (now() AT TIME ZONE 'UTC')::date - ${QUOTA_DAYS}::integer`),
    ...unlessForEver(days.VERIFICATION_RETENTION_DAYS, (before) => [
      rule('verifications', Prisma.sql`id`, Prisma.sql`created_at < ${before} AND status IN ('done', 'failed')`),
    ]),
    ...unlessForEver(days.AUDIT_RETENTION_DAYS, (before) => [rule('audit_records', Prisma.sql`id`, Prisma.sql`created_at < ${before}`)]),
    ...unlessForEver(days.DELIVERY_RETENTION_DAYS, (before) => [delivery('delivered', before), delivery('dead', before)]),
  ];
}

/**
 * Counts of a process that ran before verifications became runs: the account gets them back. Remove the rule and its table once
 * no such build runs.
 */
function brokenOff(most: number): Prisma.Sql {
  return Prisma.sql`
    WITH ended AS (
      DELETE FROM verification_charges WHERE id = ANY (ARRAY (
        SELECT id FROM verification_charges WHERE lease_until < now() ORDER BY lease_until LIMIT ${most} FOR UPDATE SKIP LOCKED))
      RETURNING account_id, day
    ), given AS (SELECT account_id, day, count(*)::integer AS many FROM ended GROUP BY account_id, day)
    UPDATE quota_counts q SET count = greatest(q.count - given.many, 0)
    FROM given WHERE q.account_id = given.account_id AND q.kind = 'verification' AND q.day = given.day`;
}

function unlessForEver(days: number, rules: (before: Prisma.Sql) => readonly RetentionRule[]): readonly RetentionRule[] {
  return days === 0 ? [] : rules(Prisma.sql`now() - ${days}::integer * interval '24 hours'`);
}

/**
 * Young rows are neither locked nor deleted, and a row that changes meanwhile stays.
 *
 * @param order an indexed order, oldest first; apart from a moment's difference it is the order of `old`
 * @param old the condition of deletion
 * @param among the condition of candidate rows
 */
function rule(table: RetentionRule['table'], order: Prisma.Sql, old: Prisma.Sql, among: Prisma.Sql = Prisma.sql`true`): RetentionRule {
  const name = Prisma.raw(table);
  return {
    table,
    statement: (most) => Prisma.sql`
      WITH first AS (
        SELECT ctid AS place, (${old}) AS old FROM ${name} WHERE ${among} ORDER BY ${order} LIMIT ${most}
      ), held AS (
        SELECT ctid AS place FROM ${name} WHERE ctid = ANY (ARRAY (SELECT place FROM first WHERE old)) FOR UPDATE SKIP LOCKED
      )
      DELETE FROM ${name} WHERE ctid = ANY (ARRAY (SELECT place FROM held))`,
  };
}

/** A finished delivery's last attempt was due at `next_attempt_at`. */
function delivery(status: 'delivered' | 'dead', before: Prisma.Sql): RetentionRule {
  const old = Prisma.sql`next_attempt_at < ${before} AND created_at < ${before} AND (last_attempt_at IS NULL OR last_attempt_at < ${before})`;
  return rule('webhook_deliveries', Prisma.sql`next_attempt_at`, old, Prisma.sql`status = ${status}::delivery_status`);
}
