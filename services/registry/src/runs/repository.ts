/**
 * The state machine of a run. Its row is the only authority. `TRANSITIONS` is its table:
 *
 * | from            | event                                   | to      | effects                                   |
 * | --------------- | --------------------------------------- | ------- | ----------------------------------------- |
 * |                 | an account requests it (`request`)      | queued  | charges the quota; attempt 1              |
 * | queued          | a worker claims it (`claim`)            | running | sets `lease_until`                        |
 * | running         | its worker renews the lease (`renew`)   | running | extends `lease_until`                     |
 * | queued, running | it ends with a result (`finish`)        | done    | result, state, audit record, deliveries    |
 * | running         | its worker stops (`handBack`)           | queued  | same attempt: the run is not at fault     |
 * | queued, running | the service ends attempt 1 (`end`)      | queued  | attempt 2                                 |
 * | queued, running | the service ends attempt 2 (`end`)      | failed  | the charged day gets the count back       |
 * | running         | its lease expires (`endOverdue`)        |         | as `end`                                  |
 *
 * Each transition is one statement or one transaction. A worker's transition names its attempt, and has no effect on
 * another attempt. A claim is committed asynchronously. If Postgres crashes and loses it, the run is queued again, and the
 * first of two workers to finish writes its result.
 */
import {
  type DailyQuotas,
  type Database,
  type DatabaseSession,
  decideQuota,
  type FrozenPin,
  frozenPins,
  giveBackQuota,
  Prisma,
  QUOTA_ROW,
  type QuotaDecision,
  type QuotaRow,
  runPrepared,
  type Share,
} from '@kirchhoff/platform';
import type { DeliveryJob } from '../events/delivery.js';
import type { RunAttempt } from './job.js';
import { type AttemptFault, FAILURES, type RunKind, type RunProgress, type RunStatus, type RunView } from './run.js';
import type { RunBacklog, RunVerdict } from './run-metrics.js';
import type { Head } from './turns.js';

const TRANSITIONS = {
  claim: { from: ['queued'], to: 'running' },
  renew: { from: ['running'], to: 'running' },
  finish: { from: ['queued', 'running'], to: 'done' },
  handBack: { from: ['running'], to: 'queued' },
  retry: { from: ['queued', 'running'], to: 'queued' },
  giveUp: { from: ['queued', 'running'], to: 'failed' },
} as const satisfies Readonly<Record<string, { readonly from: readonly RunStatus[]; readonly to: RunStatus }>>;

/** Attempts of a run before it fails. */
const MAX_ATTEMPTS = 2;

/** The columns of a new run. */
export interface NewRun {
  readonly id: string;
  readonly pid: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly requestId: string;
  /** The trace context of the requesting call. */
  readonly traceparent: string;
  readonly share: Share;
}

/** Options of a claim. */
export interface ClaimOptions {
  readonly engineVersion: string;
  /** Milliseconds for which the worker holds the run without a renewal. */
  readonly leaseMilliseconds: number;
  /** True: claim only if no other run waits. Default: false. */
  readonly alone?: boolean;
}

/** The columns of a claimed run that every worker needs. */
export interface BegunRun<Subject> {
  /** The run and its attempt, as in its row. */
  readonly job: RunAttempt;
  readonly share: Share;
  readonly traceparent: string | null;
  /** Seconds since its request; null if an earlier claim began it. */
  readonly waitedSeconds: number | null;
  readonly pid: string;
  readonly version: number;
  /** The account, key and request that asked for it. */
  readonly accountId: string;
  readonly keyId: string;
  readonly requestId: string | null;
  readonly source: string;
  /** The pins as resolved at publication. */
  readonly pinned: readonly FrozenPin[];
  /** The columns that only its kind needs. */
  readonly subject: Subject;
}

/** The columns of a run that ended with a result. */
export interface RunEnd {
  readonly engineVersion: string;
  readonly result: Uint8Array<ArrayBuffer>;
}

/** The consequence of an attempt that ended without a result. */
export type NextAttempt = { readonly kind: 'again'; readonly job: RunAttempt } | { readonly kind: 'failed'; readonly runId: string };

/**
 * The table of a kind of run, and the fragments of its statements that differ from other kinds.
 *
 * @typeParam Subject the facts that a worker needs besides those of every run
 * @typeParam End the columns of its end besides a `RunEnd`
 */
export interface RunTable<Subject extends object, End extends RunEnd> {
  readonly kind: RunKind;
  readonly table: Prisma.Sql;
  /** The column of the identifier. */
  readonly id: Prisma.Sql;
  /** Columns that are written with the request. */
  readonly facts: Prisma.Sql;
  /** Selects `circuit_id`, `version` and `facts` of the version to run; no row if the account may not request it. */
  readonly target: (asked: NewRun) => Prisma.Sql;
  /** The result of an end, as the metrics count it. */
  readonly verdict: (end: End) => RunVerdict;
  /** The columns of `Subject`, with the row as `run`. */
  readonly subject: (engineVersion: string) => { readonly [Column in keyof Subject]: Prisma.Sql };
  /** Further assignments and a condition for the update of the row. */
  readonly ending: (end: End) => { readonly assignments: Prisma.Sql; readonly condition: Prisma.Sql };
  /** More expressions (`, name AS (…)`) after `finished`, which has the row that was changed; the last is `deliveries`. */
  readonly effects: (end: End) => Prisma.Sql;
}

interface ProgressRow {
  readonly status: RunStatus;
  readonly result: Uint8Array | null;
}

interface ShareRow {
  readonly share_group: string;
  readonly share_weight: number;
  readonly account_id: string;
}

interface BegunRow extends ShareRow {
  readonly traceparent: string | null;
  readonly waited_seconds: number | null;
  readonly circuit_id: string;
  readonly version: number;
  readonly api_key_id: string;
  readonly request_id: string | null;
  readonly source: string;
  readonly pinned: readonly FrozenPin[];
}

type FinishedRow = DeliveryJob | { readonly webhook_id: null };

interface EndedRow {
  readonly id: string;
  readonly attempt: number;
  readonly status: 'queued' | 'failed';
  readonly account_id: string;
  readonly charged_day: string;
}

const FROZEN_PINS = frozenPins('circuit_version_pins', Prisma.sql`p.circuit_id = run.circuit_id AND p.version = run.version`);

/** Condition: no earlier claim has begun the run. The column has milliseconds, `now()` has microseconds. */
const IS_FIRST_CLAIM = Prisma.sql`run.started_at > now() - interval '2 milliseconds'`;

/** Stores the runs of one kind. It is correct with any number of processes: row locks decide between them. */
export class RunRepository<Subject extends object = object, End extends RunEnd = never> {
  readonly #database: Database;
  readonly #rows: RunTable<Subject, End>;

  constructor(database: Database, rows: RunTable<Subject, End>) {
    this.#database = database;
    this.#rows = rows;
  }

  get kind(): RunKind {
    return this.#rows.kind;
  }

  /** Returns the result of an end, as the metrics count it. */
  verdict(end: End): RunVerdict {
    return this.#rows.verdict(end);
  }

  /**
   * Charges the quota and inserts a run of the current version in one statement, which is one transaction. `undefined` if the
   * account may not request it, or if the row exists; then the quota is not charged.
   */
  async request(asked: NewRun, quotas: DailyQuotas): Promise<QuotaDecision | undefined> {
    const { kind, table, id, facts, target } = this.#rows;
    const [row] = await runPrepared<QuotaRow>(
      this.#database,
      Prisma.sql`${this.#named('request')}
      WITH target AS (
        SELECT * FROM (${target(asked)}) AS asked_for WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE ${id} = ${asked.id})
      ), ${quotas.taken(asked.accountId, kind, Prisma.sql`EXISTS (SELECT 1 FROM target)`)}, written AS (
        INSERT INTO ${table} (${id}, circuit_id, version, account_id, api_key_id, charged_day, request_id, traceparent,
          share_group, share_weight, status, ${facts})
        SELECT ${asked.id}, circuit_id, version, asked.id, ${asked.keyId}, asked.day, ${asked.requestId}, ${asked.traceparent},
          ${asked.share.group}, ${asked.share.weight}, 'queued', ${facts}
        FROM target, asked WHERE EXISTS (SELECT 1 FROM taken)
      )
      SELECT ${QUOTA_ROW} FROM asked`,
    );
    return row === undefined ? undefined : decideQuota(row);
  }

  /** Returns the progress of a run. */
  async progress(runId: string): Promise<RunProgress> {
    const { table, id, kind } = this.#rows;
    const [row] = await runPrepared<ProgressRow>(
      this.#database,
      Prisma.sql`${this.#named('progress')} SELECT status::text AS status, result FROM ${table} WHERE ${id} = ${runId}`,
    );
    if (row === undefined) throw new Error(`a requested ${kind} is missing`);
    if (row.status !== 'done') return { status: row.status };
    if (row.result === null) throw new Error(`a ${kind} is done and has no result`);
    return { status: 'done', result: row.result };
  }

  /** Returns the run if the account requested it. */
  async findOwn(runId: string, accountId: string): Promise<RunView | undefined> {
    const { table, id } = this.#rows;
    const [row] = await runPrepared<RunView>(
      this.#database,
      Prisma.sql`${this.#named('read')}
      SELECT ${id} AS id, circuit_id AS pid, version, status::text AS status, created_at AS "createdAt", started_at AS "startedAt",
        finished_at AS "finishedAt", result, failure
      FROM ${table} WHERE ${id} = ${runId} AND account_id = ${accountId}`,
    );
    return row;
  }

  /**
   * Claims a run, and returns its work. `undefined` if this attempt no longer waits, or not alone, or if the account is
   * suspended.
   */
  async claim(job: RunAttempt, { engineVersion, leaseMilliseconds, alone = false }: ClaimOptions): Promise<BegunRun<Subject> | undefined> {
    const { table, id, subject } = this.#rows;
    const noOther = Prisma.sql`AND NOT EXISTS (SELECT 1 FROM ${table} other WHERE ${from('claim', 'other.')} AND other.${id} <> ${job.run_id})`;
    const [row] = await runPrepared<BegunRow & Subject>(
      this.#database,
      Prisma.sql`${this.#named(alone ? 'claim-alone' : 'claim')}
      WITH claimed AS (
        UPDATE ${table}
        SET status = ${to('claim')}, lease_until = ${until(leaseMilliseconds)}, started_at = coalesce(started_at, now())
        FROM (SELECT set_config('synchronous_commit', 'off', true)) AS unhurried
        WHERE ${this.#held('claim', job)} AND ${isServed(table)} ${alone ? noOther : Prisma.empty}
        RETURNING ${table}.*
      )
      SELECT run.circuit_id, run.version, run.api_key_id, run.request_id, run.traceparent, ${shareOf('run.')}, v.source,
        CASE WHEN ${IS_FIRST_CLAIM} THEN extract(epoch FROM now() - run.created_at)::float8 END AS waited_seconds,
        ${FROZEN_PINS} AS pinned, ${columns(subject(engineVersion))}
      FROM claimed run JOIN circuit_versions v ON v.circuit_id = run.circuit_id AND v.version = run.version`,
    );
    if (row === undefined) return undefined;
    const { circuit_id: pid, version, account_id: accountId, api_key_id: keyId, request_id: requestId, traceparent, source, pinned } = row;
    const { run_id, attempt } = job;
    return {
      job: { run_id, attempt },
      share: shareIn(row),
      traceparent,
      waitedSeconds: row.waited_seconds,
      pid,
      version,
      accountId,
      keyId,
      requestId,
      source,
      pinned,
      subject: row,
    };
  }

  /** Returns the oldest waiting run of each account, oldest first. Suspended accounts are left out. */
  async heads(most: number): Promise<readonly Head[]> {
    const { table, id } = this.#rows;
    const rows = await runPrepared<RunAttempt & ShareRow>(
      this.#database,
      Prisma.sql`${this.#named('heads')}
      SELECT run_id, attempt, share_group, share_weight, account_id
      FROM (
        SELECT DISTINCT ON (share_group, run.account_id) run.${id} AS run_id, run.attempt, run.created_at, ${shareOf('run.')}
        FROM ${table} run WHERE ${from('claim', 'run.')} AND ${isServed(Prisma.sql`run`)} ORDER BY share_group, run.account_id, run.created_at
      ) AS head
      ORDER BY created_at LIMIT ${most}`,
    );
    return rows.map((row) => ({ run_id: row.run_id, attempt: row.attempt, share: shareIn(row) }));
  }

  /** Counts the runs that wait or run. Those of suspended accounts are left out. */
  async backlog(): Promise<RunBacklog> {
    const { table } = this.#rows;
    const [row] = await runPrepared<RunBacklog>(
      this.#database,
      Prisma.sql`${this.#named('backlog')}
      SELECT count(*) FILTER (WHERE ${from('claim', 'run.')})::integer AS waiting,
        count(*) FILTER (WHERE ${from('renew', 'run.')})::integer AS running,
        coalesce(extract(epoch FROM now() - min(run.created_at) FILTER (WHERE ${from('claim', 'run.')})), 0)::float8 AS "oldestSeconds"
      FROM ${table} run WHERE ${from('finish', 'run.')} AND ${isServed(Prisma.sql`run`)}`,
    );
    if (row === undefined) throw new Error('a count without a row');
    return row;
  }

  /** Extends the lease; false if it was lost. */
  async renew(job: RunAttempt, milliseconds: number): Promise<boolean> {
    const changed = await this.#database.$executeRaw(Prisma.sql`
      UPDATE ${this.#rows.table} SET lease_until = ${until(milliseconds)} WHERE ${this.#held('renew', job)}`);
    return changed === 1;
  }

  /**
   * Writes the result and its consequences in one statement.
   *
   * @returns the deliveries; `undefined` without a write: the lease was lost, or another run was first
   */
  async finish(job: RunAttempt, end: End): Promise<readonly DeliveryJob[] | undefined> {
    const { table, id, ending, effects } = this.#rows;
    const { assignments, condition } = ending(end);
    const rows = await runPrepared<FinishedRow>(
      this.#database,
      Prisma.sql`${this.#named('finish')}
      WITH finished AS (
        UPDATE ${table}
        SET status = ${to('finish')}, lease_until = NULL, share_group = NULL, started_at = coalesce(started_at, now()), finished_at = now(),
            engine_version = ${end.engineVersion}, result = ${end.result}, ${assignments}
        WHERE ${this.#held('finish', job)} AND ${condition}
        RETURNING ${id} AS id, circuit_id, version
      )${effects(end)}
      SELECT deliveries.* FROM finished LEFT JOIN deliveries ON true`,
    );
    if (rows.length === 0) return undefined;
    return rows.flatMap((row) => (row.webhook_id === null ? [] : [row]));
  }

  /** Returns an unfinished run to the queue under the same attempt: the process stops, and the run is not at fault. */
  async handBack(job: RunAttempt): Promise<void> {
    await this.#database.$executeRaw(Prisma.sql`
      UPDATE ${this.#rows.table} SET status = ${to('handBack')}, lease_until = NULL WHERE ${this.#held('handBack', job)}`);
  }

  /** Ends an attempt: the next one is queued, or the run fails. `undefined` if the attempt has already ended. */
  async end(job: RunAttempt, fault: AttemptFault): Promise<NextAttempt | undefined> {
    const [next] = await this.#end(this.#held('retry', job), fault);
    return next;
  }

  /** Ends attempts with an expired lease: their worker is dead or stuck. */
  async endOverdue(most: number): Promise<readonly NextAttempt[]> {
    const { table, id } = this.#rows;
    const overdue = Prisma.sql`${id} IN (
      SELECT ${id} FROM ${table} WHERE ${from('renew')} AND lease_until < now() LIMIT ${most} FOR UPDATE SKIP LOCKED)`;
    return this.#end(overdue, 'failure');
  }

  /** Returns runs whose waiting time suggests that their job was lost, oldest first. */
  async waiting(milliseconds: number, most: number): Promise<readonly RunAttempt[]> {
    const { table, id } = this.#rows;
    return this.#database.$queryRaw<RunAttempt[]>(Prisma.sql`
      SELECT ${id} AS run_id, attempt FROM ${table}
      WHERE ${from('claim')} AND created_at < now() - ${milliseconds}::float8 * interval '1 millisecond'
      ORDER BY created_at LIMIT ${most}`);
  }

  async #end(which: Prisma.Sql, fault: AttemptFault): Promise<readonly NextAttempt[]> {
    const { table, id, kind } = this.#rows;
    const again = Prisma.sql`attempt < ${MAX_ATTEMPTS}`;
    return this.#database.$transaction(async (session) => {
      const ended = await session.$queryRaw<EndedRow[]>(Prisma.sql`
        UPDATE ${table}
        SET lease_until = NULL,
            share_group = CASE WHEN ${again} THEN share_group END,
            attempt = CASE WHEN ${again} THEN attempt + 1 ELSE attempt END,
            status = CASE WHEN ${again} THEN ${to('retry')} ELSE ${to('giveUp')} END,
            failure = CASE WHEN ${again} THEN NULL ELSE ${FAILURES[kind][fault]} END,
            started_at = coalesce(started_at, now()),
            finished_at = CASE WHEN ${again} THEN NULL ELSE now() END
        WHERE ${which}
        RETURNING ${id} AS id, attempt, status::text AS status, account_id, charged_day::text AS charged_day`);
      // All sweepers use the same order; otherwise two that update the same accounts could deadlock.
      for (const row of ended.toSorted((one, other) => (one.account_id < other.account_id ? -1 : 1))) {
        // oxlint-disable-next-line no-await-in-loop -- one connection, one statement at a time
        if (row.status === TRANSITIONS.giveUp.to) await this.#giveBack(session, row, fault);
      }
      return ended.map(nextAttempt);
    });
  }

  /** The service is at fault: the charged day gets the count back. */
  async #giveBack(session: DatabaseSession, { account_id, charged_day }: EndedRow, fault: AttemptFault): Promise<void> {
    await giveBackQuota(session, { accountId: account_id, kind: this.#rows.kind, day: charged_day }, fault);
  }

  /** Condition: the row is in the job's attempt, and in a state that allows the transition. */
  #held(transition: keyof typeof TRANSITIONS, { run_id, attempt }: RunAttempt): Prisma.Sql {
    return Prisma.sql`${this.#rows.id} = ${run_id} AND attempt = ${attempt} AND ${from(transition)}`;
  }

  /** Names the prepared statement. */
  #named(statement: string): Prisma.Sql {
    return Prisma.raw(`/* prepared: ${this.#rows.kind}-${statement} */`);
  }
}

/** Condition: the row is in a state that allows the transition. */
function from(transition: keyof typeof TRANSITIONS, qualifier = ''): Prisma.Sql {
  return Prisma.raw(`${qualifier}status IN (${TRANSITIONS[transition].from.map((status) => `'${status}'`).join(', ')})`);
}

/** The database type has its name from the time when certifications were the only runs. */
function to(transition: keyof typeof TRANSITIONS): Prisma.Sql {
  return Prisma.raw(`'${TRANSITIONS[transition].to}'::certification_status`);
}

/** Condition: the row's account is not suspended. */
function isServed(row: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = ${row}.account_id AND a.suspended_at IS NOT NULL)`;
}

/** Selects the columns of a `ShareRow`. An earlier build writes no share: then each account is its own group. */
function shareOf(qualifier: string): Prisma.Sql {
  return Prisma.raw(`coalesce(${qualifier}share_group, 'account ' || ${qualifier}account_id) AS share_group,
        coalesce(${qualifier}share_weight, 1)::integer AS share_weight, ${qualifier}account_id`);
}

function shareIn({ share_group: group, account_id: account, share_weight: weight }: ShareRow): Share {
  return { group, account, weight };
}

function columns(expressions: Readonly<Record<string, Prisma.Sql>>): Prisma.Sql {
  return Prisma.join(Object.entries(expressions).map(([name, expression]) => Prisma.sql`${expression} AS ${Prisma.raw(`"${name}"`)}`));
}

/** A moment this many milliseconds from now, on the database's clock, which all workers share. */
function until(milliseconds: number): Prisma.Sql {
  return Prisma.sql`now() + ${milliseconds}::float8 * interval '1 millisecond'`;
}

function nextAttempt({ id, attempt, status }: EndedRow): NextAttempt {
  switch (status) {
    case 'queued':
      return { kind: 'again', job: { run_id: id, attempt } };
    case 'failed':
      return { kind: 'failed', runId: id };
  }
}
