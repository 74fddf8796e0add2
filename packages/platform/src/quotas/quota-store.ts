import type { DatabaseSession } from '../database/database.js';
import { Prisma } from '../generated/prisma/client.js';
import { type Problem, problem } from '../problems/problem.js';
import { type AccountLimitName, type DailyLimits, GUARD_RETURNS, type QuotaKind } from './limits.js';

/** The row that the store's statement returns. */
export interface QuotaRow {
  /** The UTC day by the database's clock, as YYYY-MM-DD. */
  readonly day: string;
  readonly limit: number | null;
  /** The count including this request; `null` if it was not counted because the limit is reached. */
  readonly count: number | null;
  readonly secondsLeft: number;
}

/** `taken`: the request was counted on `day`. `exceeded`: it was not counted. */
export type QuotaDecision =
  | { readonly kind: 'taken'; readonly day: string; readonly limit: number | null; readonly count: number; readonly secondsLeft: number }
  | { readonly kind: 'exceeded'; readonly day: string; readonly limit: number; readonly secondsLeft: number };

/** Converts a row to a decision. */
export function decideQuota(row: QuotaRow): QuotaDecision {
  const secondsLeft = Math.max(1, Math.ceil(row.secondsLeft));
  if (row.count !== null) return { kind: 'taken', day: row.day, limit: row.limit, count: row.count, secondsLeft };
  return { kind: 'exceeded', day: row.day, limit: row.limit ?? 0, secondsLeft };
}

const RAISE = 'On an installation of your own, raise it: npm run operator -- set-tier --account <id or e-mail> --tier pro';

/** The 429 of a day's quota, with the seconds to the next UTC midnight. */
export function quotaProblem(kind: QuotaKind, decision: QuotaDecision & { readonly kind: 'exceeded' }): Problem {
  return problem('quota-exceeded', `This account has used its ${decision.limit} ${kind}s of ${decision.day} (UTC). ${RAISE}`, {
    headers: {
      'Retry-After': String(decision.secondsLeft),
      'RateLimit-Policy': `"${kind}s";q=${decision.limit};w=86400`,
      RateLimit: `"${kind}s";r=0;t=${decision.secondsLeft}`,
    },
  });
}

/** Returns the IETF header fields for a counted request; empty if there is no limit. */
export function quotaFields(kind: QuotaKind, decision: QuotaDecision & { readonly kind: 'taken' }): Readonly<Record<string, string>> {
  if (decision.limit === null) return {};
  return {
    'RateLimit-Policy': `"${kind}s";q=${decision.limit};w=86400`,
    RateLimit: `"${kind}s";r=${decision.limit - decision.count};t=${decision.secondsLeft}`,
  };
}

/** Selects the count of the day in `asked`, as of the beginning of the statement. */
function countOn(accountId: string, kind: QuotaKind): Prisma.Sql {
  return Prisma.sql`coalesce((SELECT count FROM quota_counts WHERE account_id = ${accountId} AND kind = ${kind}::quota_kind AND day = asked.day), 0)`;
}

/** The columns of a `QuotaRow`, from `asked`. */
export const QUOTA_ROW = Prisma.sql`asked.day::text AS day, asked."limit", (SELECT count FROM taken) AS count,
           extract(epoch FROM (asked.day + 1)::timestamp AT TIME ZONE 'UTC' - now())::float8 AS "secondsLeft"`;

/** The daily counts of accounts, with their limits. */
export class DailyQuotas {
  readonly #limits: DailyLimits;

  constructor(limits: DailyLimits) {
    this.#limits = limits;
  }

  /**
   * Returns two table expressions, `asked` and `taken`, that count one request on the account's day, or find the limit reached.
   * They are exact under any concurrency, since the conflict locks the row. The day is the UTC day of the database's clock at the
   * start of the transaction; the limit is the account's current one. `taken` has a row exactly if the request was counted; select
   * the columns `QUOTA_ROW` from `asked`.
   *
   * A count at its limit is detected before the conflict, which would lock the row: a refusal writes no data, and refusals of one
   * account do not wait for one another.
   *
   * @param condition precondition for counting; if it is false, `asked` is empty
   */
  taken(accountId: string, kind: QuotaKind, condition: Prisma.Sql = Prisma.sql`true`): Prisma.Sql {
    return Prisma.sql`asked AS (
        SELECT id, (now() AT TIME ZONE 'UTC')::date AS day, ${this.#limitOf(kind)} AS "limit"
        FROM accounts WHERE id = ${accountId} AND ${condition}
      ), taken AS (
        INSERT INTO quota_counts AS counted (account_id, kind, day, count)
        SELECT id, ${kind}::quota_kind, day, 1 FROM asked WHERE "limit" IS NULL OR "limit" > ${countOn(accountId, kind)}
        ON CONFLICT (account_id, kind, day) DO UPDATE SET count = counted.count + 1
        WHERE (SELECT "limit" IS NULL OR counted.count < "limit" FROM asked)
        RETURNING count
      )`;
  }

  /**
   * Counts one request, or finds the limit reached, in one statement. Run it in the transaction of the counted write, or combine
   * both into one statement with `taken`.
   *
   * @throws if the account does not exist (our bug: its key was verified) or Postgres is out
   */
  async take(session: DatabaseSession, accountId: string, kind: QuotaKind): Promise<QuotaDecision> {
    const [row] = await session.$queryRaw<QuotaRow[]>(Prisma.sql`WITH ${this.taken(accountId, kind)} SELECT ${QUOTA_ROW} FROM asked`);
    if (row === undefined) throw new Error('a quota was asked for an account that does not exist');
    return decideQuota(row);
  }

  /** Reads the account's count of today without counting. */
  async read(session: DatabaseSession, accountId: string, kind: QuotaKind): Promise<QuotaRow> {
    const [row] = await session.$queryRaw<QuotaRow[]>(Prisma.sql`
      WITH asked AS (SELECT id, (now() AT TIME ZONE 'UTC')::date AS day, ${this.#limitOf(kind)} AS "limit" FROM accounts WHERE id = ${accountId})
      SELECT day::text AS day, "limit",
             ${countOn(accountId, kind)} AS count,
             extract(epoch FROM (day + 1)::timestamp AT TIME ZONE 'UTC' - now())::float8 AS "secondsLeft"
      FROM asked`);
    if (row === undefined) throw new Error('a quota was read for an account that does not exist');
    return row;
  }

  /** The daily limit of a row of `accounts`: its own limit, else its tier's; `null` means no limit. */
  #limitOf(kind: QuotaKind): Prisma.Sql {
    const { free, pro } = this.#limits;
    const name: AccountLimitName = `${kind}s`;
    return Prisma.sql`coalesce((limits ->> ${name}::text)::integer,
      CASE tier WHEN 'pro' THEN ${pro[kind]}::integer ELSE ${free[kind]}::integer END)`;
  }
}

/** A request that was counted. */
export interface ChargedRequest {
  readonly accountId: string;
  readonly kind: QuotaKind;
  /** The day that it was counted for, `YYYY-MM-DD` in UTC. */
  readonly day: string;
}

/**
 * Gives one request back to the day that was charged, because it failed by our fault.
 * @param reason runs that hit the guard are given back at most three times a day
 * @returns true if it was given back
 */
export async function giveBackQuota(
  session: DatabaseSession,
  { accountId, kind, day }: ChargedRequest,
  reason: 'failure' | 'guard',
): Promise<boolean> {
  const guard = reason === 'guard' ? 1 : 0;
  const changed = await session.$executeRaw(Prisma.sql`
    UPDATE quota_counts SET count = count - 1, guard_returns = guard_returns + ${guard}::integer
    WHERE account_id = ${accountId} AND kind = ${kind}::quota_kind AND day = ${day}::date
      AND count > 0 AND (${guard}::integer = 0 OR guard_returns < ${GUARD_RETURNS}::integer)`);
  return changed === 1;
}
