import type { Decision } from '@kirchhoff/coherence';
import { type Database, Prisma } from '@kirchhoff/platform';
import type { LogPosition } from './cursor.js';

/** A decision from the log. */
export interface DecisionRow {
  readonly decisionId: string;
  readonly policyId: string;
  readonly version: number;
  readonly accountId: string;
  readonly decidedAt: Date;
  readonly category: string;
  readonly verdict: Decision['verdict'];
  readonly rule: string | null;
  /** By name as JSON; `null` for a masked one. */
  readonly params: string;
  /** The names of masked params as JSON. */
  readonly masked: string;
  readonly replayable: boolean;
}

export interface DecisionFilter {
  readonly verdict?: Decision['verdict'] | undefined;
  readonly rule?: string | undefined;
  /** The first time, and the first one after the range. */
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

/** A part of the log: the decisions of a filter in an order, after a position. */
export interface LogStretch extends DecisionFilter {
  readonly order: 'newest' | 'oldest';
  readonly after: LogPosition | undefined;
  /** The last decision of the part. Default: the end of the log. */
  readonly until?: LogPosition | undefined;
  readonly most: number;
}

/** The count of decisions that are missing in the log. */
export interface Dropped {
  readonly unwritten: number;
  readonly storage: number;
  readonly lastAt: Date | null;
}

const COLUMNS = Prisma.sql`d.id AS "decisionId", d.policy_id AS "policyId", d.version, d.account_id AS "accountId", round(extract(epoch FROM d.decided_at) * 1000) AS "decidedAt",
  d.category, d.verdict::text AS verdict, d.rule, d.params, d.masked, d.replayable`;
/** Decisions that are older than the retention are never shown, also before they are deleted. */
const STANDING = Prisma.sql`policy_decisions d JOIN policy_logs l ON l.policy_id = d.policy_id
  AND d.decided_at >= now() - l.retention_days * interval '24 hours'`;

/** A row in its JSON form. */
type JsonRow = Omit<DecisionRow, 'decidedAt'> & { readonly decidedAt: number };

/** Reads logs. Callers have to check first that the policy belongs to the account. */
export class DecisionRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(policyId: string, decisionId: string): Promise<DecisionRow | undefined> {
    const [row] = await this.#rows(Prisma.sql`SELECT ${COLUMNS} FROM ${STANDING} WHERE d.id = ${decisionId} AND d.policy_id = ${policyId}`);
    return row;
  }

  async read(policyId: string, stretch: LogStretch): Promise<readonly DecisionRow[]> {
    return this.#rows(selection(policyId, stretch));
  }

  /** Returns the last one of the first `most` decisions, oldest first, if the part has more; else `undefined`. */
  async lastOf(policyId: string, stretch: LogStretch): Promise<LogPosition | undefined> {
    const found = await this.#database.$queryRaw<LogPosition[]>(Prisma.sql`
      SELECT d.id AS "decisionId", d.decided_at AS "decidedAt" FROM ${STANDING} WHERE ${conditionOf(policyId, stretch)}
      ORDER BY d.decided_at, d.id OFFSET ${stretch.most - 1} LIMIT 2`);
    return found.length > 1 ? found[0] : undefined;
  }

  /** Selects the rows as one JSON value: otherwise the database client would parse each row on the event loop. */
  async #rows(selected: Prisma.Sql): Promise<readonly DecisionRow[]> {
    const [found] = await this.#database.$queryRaw<{ rows: string }[]>(
      Prisma.sql`SELECT coalesce(json_agg(to_json(s)), '[]')::text AS rows FROM (${selected}) s`,
    );
    const rows: readonly JsonRow[] = JSON.parse(found?.rows ?? '[]');
    return rows.map((row) => ({ ...row, decidedAt: new Date(row.decidedAt) }));
  }

  /** The number of missing decisions in the hours of the range. */
  async dropped(policyId: string, { from, to }: Pick<DecisionFilter, 'from' | 'to'>): Promise<Dropped> {
    const since = from === undefined ? Prisma.empty : Prisma.sql`AND hour >= date_trunc('hour', ${from}::timestamptz, 'UTC')`;
    const until = to === undefined ? Prisma.empty : Prisma.sql`AND hour < ${to}::timestamptz`;
    const [row] = await this.#database.$queryRaw<Dropped[]>(Prisma.sql`
      SELECT coalesce(sum(count) FILTER (WHERE reason = 'unwritten'), 0)::float8 AS unwritten,
        coalesce(sum(count) FILTER (WHERE reason = 'storage'), 0)::float8 AS storage, max(last_at) AS "lastAt"
      FROM policy_decision_drops WHERE policy_id = ${policyId} ${since} ${until}`);
    return row ?? { unwritten: 0, storage: 0, lastAt: null };
  }
}

/** Selects a part by the index of its filter. */
function selection(policyId: string, stretch: LogStretch): Prisma.Sql {
  const direction = Prisma.raw(stretch.order === 'newest' ? 'DESC' : 'ASC');
  return Prisma.sql`SELECT ${COLUMNS} FROM ${STANDING} WHERE ${conditionOf(policyId, stretch)}
    ORDER BY d.decided_at ${direction}, d.id ${direction} LIMIT ${stretch.most}`;
}

function conditionOf(policyId: string, { verdict, rule, from, to, order, after, until }: Omit<LogStretch, 'most'>): Prisma.Sql {
  const isNewest = order === 'newest';
  const conditions = [
    Prisma.sql`d.policy_id = ${policyId}`,
    ...(verdict === undefined ? [] : [Prisma.sql`d.verdict = ${verdict}::decision_verdict`]),
    ...(rule === undefined ? [] : [Prisma.sql`d.rule = ${rule}`]),
    ...(from === undefined ? [] : [Prisma.sql`d.decided_at >= ${from}`]),
    ...(to === undefined ? [] : [Prisma.sql`d.decided_at < ${to}`]),
    ...(after === undefined
      ? []
      : [
          Prisma.sql`(d.decided_at, d.id) ${Prisma.raw(isNewest ? '<' : '>')} (${after.decidedAt}::timestamptz, ${after.decisionId}::text)`,
        ]),
    ...(until === undefined ? [] : [Prisma.sql`(d.decided_at, d.id) <= (${until.decidedAt}::timestamptz, ${until.decisionId}::text)`]),
  ];
  return Prisma.join(conditions, ' AND ');
}
