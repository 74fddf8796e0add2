import { type Database, isRedisOutage, keyNodes, Prisma, type Redis } from '@kirchhoff/platform';
import { type CommandOutcome, done, printable } from './outcome.js';

/** The usage of an account, as the table shows it. */
interface Use {
  readonly account_id: string;
  readonly tier: string;
  readonly suspended: boolean;
  readonly email: string;
  /** Requests in the current minute, to both services, without policy checks. */
  readonly requests: number;
  readonly queued: number;
  readonly running: number;
  /** Counts of the current UTC day. */
  readonly certifications: number;
  readonly verifications: number;
  readonly circuits: number;
  readonly policies: number;
  /** Bytes of sources, signatures, results and certificates. */
  readonly bytes: number;
}

/** The columns to sort by; the other columns break ties, in this order. */
export const SORTED_BY = ['requests', 'queued', 'running', 'certifications', 'verifications', 'bytes'] as const;
export type SortedBy = (typeof SORTED_BY)[number];

const MAX_ACCOUNTS = 20;
const SHOWN = [...SORTED_BY.slice(0, 5), 'circuits', 'policies', 'bytes'] as const;
/** The rate-limit window of `requests` in Redis (quotas/rate-limit.ts). */
const WINDOWS = 'rate:requests:{*}:60';
const WINDOW = /^rate:requests:\{(acc_\w+)\}:60$/;
const SCANNED_AT_ONCE = 1_000;

/** Shows the accounts with the highest current usage. Without Redis the requests of the minute are unknown, and marked so. */
export async function top(database: Database, redis: Redis, by: SortedBy): Promise<CommandOutcome> {
  const requests = await requestsNow(redis);
  const rows = await database.$queryRaw<Use[]>(useOf(requests ?? new Map(), by));
  const lines = table(rows);
  if (requests === undefined) lines.push('Redis does not answer: the requests of this minute are not known.');
  return done(lines, { accounts: rows.map((row) => (requests === undefined ? { ...row, requests: null } : row)) });
}

/** Returns the requests in the current window, by account; `undefined` if Redis is out. */
async function requestsNow(redis: Redis): Promise<ReadonlyMap<string, number> | undefined> {
  const counts = new Map<string, number>();
  const nodes = keyNodes(redis);
  if (nodes.length === 0) return undefined;
  try {
    for (const node of nodes) {
      let cursor = '0';
      do {
        const [next, keys] = await node.scan(cursor, 'MATCH', WINDOWS, 'COUNT', SCANNED_AT_ONCE);
        // One by one, since the keys are on different slots of a cluster.
        const values = await Promise.all(keys.map(async (key) => redis.get(key)));
        for (const [place, key] of keys.entries()) {
          const account = WINDOW.exec(key)?.[1];
          if (account !== undefined) counts.set(account, Number(values[place] ?? 0));
        }
        cursor = next;
      } while (cursor !== '0');
    }
    return counts;
  } catch (error) {
    if (!isRedisOutage(error)) throw error;
    return undefined;
  }
}

/** Selects the usage of all accounts in one statement: each part sums one table. */
function useOf(requests: ReadonlyMap<string, number>, by: SortedBy): Prisma.Sql {
  const waiting = Prisma.sql`status IN ('queued', 'running')`;
  const order = [by, ...SORTED_BY.filter((each) => each !== by)].map((column) => Prisma.raw(`${column} DESC`));
  return Prisma.sql`
    WITH part (account_id, requests, queued, running, certifications, verifications, circuits, policies, bytes) AS (
      SELECT account_id, count, 0, 0, 0, 0, 0, 0, 0
      FROM unnest(${[...requests.keys()]}::text[], ${[...requests.values()]}::integer[]) AS r (account_id, count)
      UNION ALL SELECT account_id, 0, (status = 'queued')::integer, (status = 'running')::integer, 0, 0, 0, 0, 0 FROM certifications WHERE ${waiting}
      UNION ALL SELECT account_id, 0, (status = 'queued')::integer, (status = 'running')::integer, 0, 0, 0, 0, 0 FROM verifications WHERE ${waiting}
      UNION ALL SELECT account_id, 0, 0, 0, CASE kind WHEN 'certification' THEN count ELSE 0 END, CASE kind WHEN 'verification' THEN count ELSE 0 END, 0, 0, 0
      FROM quota_counts WHERE day = (now() AT TIME ZONE 'UTC')::date
      UNION ALL SELECT account_id, 0, 0, 0, 0, 0, circuits, policies, octets FROM account_storage WHERE octets > 0
      UNION ALL SELECT account_id, 0, 0, 0, 0, 0, 0, 0, octets FROM account_evidence WHERE octets > 0
      UNION ALL SELECT account_id, 0, 0, 0, 0, 0, 0, 0, octets FROM account_decisions WHERE octets > 0
    ), used AS (
      SELECT account_id, sum(requests)::integer AS requests, sum(queued)::integer AS queued, sum(running)::integer AS running,
        sum(certifications)::integer AS certifications, sum(verifications)::integer AS verifications,
        sum(circuits)::integer AS circuits, sum(policies)::integer AS policies, sum(bytes)::float8 AS bytes
      FROM part GROUP BY account_id
    )
    SELECT used.*, a.tier::text AS tier, a.suspended_at IS NOT NULL AS suspended, a.email
    FROM used JOIN accounts a ON a.id = used.account_id
    ORDER BY ${Prisma.join(order)}, account_id LIMIT ${MAX_ACCOUNTS}`;
}

/** Aligns columns to their contents; numbers to the right. */
function table(rows: readonly Use[]): string[] {
  const head = ['account', 'tier', ...SHOWN, 'e-mail'];
  const cells = rows.map((row) => [
    row.account_id,
    row.suspended ? 'suspended' : row.tier,
    ...SHOWN.map((column) => String(row[column])),
    printable(row.email),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((cell) => cell[column]?.length ?? 0)));
  const isNumber = (column: number): boolean => column > 1 && column < head.length - 1;
  return [head, ...cells].map((cell) =>
    cell
      .map((text, column) => (isNumber(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
