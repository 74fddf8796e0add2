import { Prisma } from '@kirchhoff/platform';

/** Rows that are deleted after their time. */
export interface RetentionRule {
  readonly table:
    | 'idempotency_records'
    | 'verifications'
    | 'webhook_deliveries'
    | 'audit_records'
    | 'quota_counts'
    | 'verification_charges';
  /** Deletes at most so many rows. */
  readonly statement: (most: number) => Prisma.Sql;
}

export interface RetentionDays {
  readonly VERIFICATION_RETENTION_DAYS: number;
  readonly DELIVERY_RETENTION_DAYS: number;
  readonly AUDIT_RETENTION_DAYS: number;
}

/** Longer than any charge can still be given back, and than anybody is shown. */
const QUOTA_DAYS = 35;

/**
 * Each rule looks at the oldest rows only, in the order of an index that holds the oldest first, and deletes those of
 * them that are old enough: a sweep costs as much as there is to delete, whatever the table holds. Rows that another
 * worker is deleting are left to it.
 */
export function retentionRules(days: RetentionDays): readonly RetentionRule[] {
  return [
    { table: 'verification_charges', statement: brokenOff },
    rule('idempotency_records', Prisma.sql`expires_at`, Prisma.sql`expires_at < now()`),
    rule('quota_counts', Prisma.sql`day`, Prisma.sql`day < (now() AT TIME ZONE 'UTC')::date - ${QUOTA_DAYS}::integer`),
    ...unlessForEver(days.VERIFICATION_RETENTION_DAYS, (before) => [
      rule('verifications', Prisma.sql`id`, Prisma.sql`created_at < ${before} AND status IN ('done', 'failed')`),
    ]),
    ...unlessForEver(days.AUDIT_RETENTION_DAYS, (before) => [rule('audit_records', Prisma.sql`id`, Prisma.sql`created_at < ${before}`)]),
    ...unlessForEver(days.DELIVERY_RETENTION_DAYS, (before) => [delivery('delivered', before), delivery('dead', before)]),
  ];
}

/**
 * Counts of a process from before verifications were runs: the account gets them back. The rule goes, with its table, once no
 * such build can run any more.
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
 * Young rows are neither locked nor deleted, and a row that changes meanwhile is left.
 * @param order by which the oldest come first: indexed, and (but for a moment's difference) the order of `old` too
 * @param old the condition of deletion
 * @param among the condition of rows to look at
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

/** An attempt was due at `next_attempt_at`: of deliveries that have ended, that of the last one. */
function delivery(status: 'delivered' | 'dead', before: Prisma.Sql): RetentionRule {
  const old = Prisma.sql`next_attempt_at < ${before} AND created_at < ${before} AND (last_attempt_at IS NULL OR last_attempt_at < ${before})`;
  return rule('webhook_deliveries', Prisma.sql`next_attempt_at`, old, Prisma.sql`status = ${status}::delivery_status`);
}
