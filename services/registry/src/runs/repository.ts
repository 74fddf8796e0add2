/**
 * The state machine of a run, whose truth is its row. `TRANSITIONS` is its table:
 *
 * | from            | what happens                             | to      | with it                                      |
 * | --------------- | ---------------------------------------- | ------- | -------------------------------------------- |
 * |                 | it is asked for (`request`)              | queued  | the quota is counted; attempt 1              |
 * | queued          | a worker takes it (`claim`)              | running | `lease_until`                                |
 * | running         | its worker still lives (`renew`)         | running | a later `lease_until`                        |
 * | queued, running | it ends by itself (`finish`)             | done    | result, state, record and deliveries         |
 * | running         | its worker has to leave (`handBack`)     | queued  | the same attempt: the run is not at fault    |
 * | queued, running | our side ends attempt 1 (`end`)          | queued  | attempt 2                                    |
 * | queued, running | our side ends attempt 2 (`end`)          | failed  | the day that was charged gets the count back |
 * | running         | its lease ran out (`endOverdue`)         |         | as `end`                                     |
 *
 * Each transition is one statement or one transaction. Those of a worker name the attempt that they belong to, and
 * change nothing under another. A claim does not wait until it is on the disk: where Postgres dies and loses it, the run
 * waits again, and whichever of two workers ends it first writes its result.
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
import type { DeliveryJob } from '../events/delivery-job.js';
import type { RunAttempt } from './job.js';
import { FAILURES, type Fault, type Progress, type Run, type RunKind, type RunStatus } from './run.js';
import type { Head } from './turns.js';

const TRANSITIONS = {
  claim: { from: ['queued'], to: 'running' },
  renew: { from: ['running'], to: 'running' },
  finish: { from: ['queued', 'running'], to: 'done' },
  handBack: { from: ['running'], to: 'queued' },
  retry: { from: ['queued', 'running'], to: 'queued' },
  giveUp: { from: ['queued', 'running'], to: 'failed' },
} as const satisfies Readonly<Record<string, { readonly from: readonly RunStatus[]; readonly to: RunStatus }>>;

/** A run is tried so often before it is given up. */
const MAX_ATTEMPTS = 2;

/** The columns of a new run. */
export interface NewRun {
  readonly id: string;
  readonly pid: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly requestId: string;
  /** The place in a trace of the request that asks for it. */
  readonly traceparent: string;
  readonly share: Share;
}

/** The worker's part of a claim. */
export interface Claiming {
  readonly engineVersion: string;
  /** For how long the run is its own, if it says no more. */
  readonly leaseMilliseconds: number;
  /** Only if no other run waits. Default: false. */
  readonly alone?: boolean;
}

/** The facts of a run that every worker needs. */
export interface BegunRun<Subject> {
  /** The run and its attempt, as its row has them. */
  readonly job: RunAttempt;
  readonly share: Share;
  readonly traceparent: string | null;
  readonly pid: string;
  readonly version: number;
  /** The account, key and request that asked for it. */
  readonly accountId: string;
  readonly keyId: string;
  readonly requestId: string | null;
  readonly source: string;
  /** The pins as they were resolved when it was published. */
  readonly pinned: readonly FrozenPin[];
  /** The facts that only its kind of run needs. */
  readonly subject: Subject;
}

/** The columns of every run that ended by itself. */
export interface RunEnd {
  readonly engineVersion: string;
  readonly result: Uint8Array<ArrayBuffer>;
}

/** The consequence of an attempt that our side ended. */
export type NextAttempt = { readonly kind: 'again'; readonly job: RunAttempt } | { readonly kind: 'failed'; readonly runId: string };

/**
 * The table of a kind of run, and the parts of its statements that differ from other kinds.
 * @typeParam Subject the facts that a worker needs besides those of every run
 * @typeParam End the columns of its end besides a `RunEnd`
 */
export interface RunTable<Subject extends object, End extends RunEnd> {
  readonly kind: RunKind;
  readonly table: Prisma.Sql;
  /** The column of the identifier. */
  readonly id: Prisma.Sql;
  /** Columns that are written when it is asked for. */
  readonly facts: Prisma.Sql;
  /** Selects `circuit_id`, `version` and `facts` of the version to run; no row if the account may not ask for it. */
  readonly target: (asked: NewRun) => Prisma.Sql;
  /** The columns of `Subject`, of the row as `run`. */
  readonly subject: (engineVersion: string) => { readonly [Column in keyof Subject]: Prisma.Sql };
  /** More assignments and a condition of the update of the row. */
  readonly ending: (end: End) => { readonly assignments: Prisma.Sql; readonly condition: Prisma.Sql };
  /** More expressions (`, name AS (…)`) after `finished`, which has the row that was changed; the last is `told`. */
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

/** The runs of one kind. Correct with any number of processes: the rows' locks decide who is first. */
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

  /**
   * Takes the quota and writes the row of the current version in one statement, which is one transaction. `undefined` if the
   * account may not ask for it, or if the row exists: then no quota is taken.
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
  async progress(runId: string): Promise<Progress> {
    const { table, id, kind } = this.#rows;
    const [row] = await runPrepared<ProgressRow>(
      this.#database,
      Prisma.sql`${this.#named('progress')} SELECT status::text AS status, result FROM ${table} WHERE ${id} = ${runId}`,
    );
    if (row === undefined) throw new Error(`a ${kind} that was requested is not there`);
    if (row.status !== 'done') return { status: row.status };
    if (row.result === null) throw new Error(`a ${kind} is done and has no result`);
    return { status: 'done', result: row.result };
  }

  /** The run, where the account asked for it. */
  async findOwn(runId: string, accountId: string): Promise<Run | undefined> {
    const { table, id } = this.#rows;
    const [row] = await runPrepared<Run>(
      this.#database,
      Prisma.sql`${this.#named('read')}
      SELECT ${id} AS id, circuit_id AS pid, version, status::text AS status, created_at AS "createdAt", started_at AS "startedAt",
        finished_at AS "finishedAt", result, failure
      FROM ${table} WHERE ${id} = ${runId} AND account_id = ${accountId}`,
    );
    return row;
  }

  /**
   * Claims a run, and returns its work. `undefined` if it does not wait under this attempt any more, does not wait alone, or
   * belongs to a suspended account.
   */
  async claim(job: RunAttempt, { engineVersion, leaseMilliseconds, alone = false }: Claiming): Promise<BegunRun<Subject> | undefined> {
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

  /** The oldest waiting run of each account, the oldest of these first. Those of suspended accounts wait on. */
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

  /** Extends the lease. False if it was lost. */
  async renew(job: RunAttempt, milliseconds: number): Promise<boolean> {
    const changed = await this.#database.$executeRaw(Prisma.sql`
      UPDATE ${this.#rows.table} SET lease_until = ${until(milliseconds)} WHERE ${this.#held('renew', job)}`);
    return changed === 1;
  }

  /**
   * Writes the result and its consequences in one statement.
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
      SELECT told.* FROM finished LEFT JOIN told ON true`,
    );
    if (rows.length === 0) return undefined;
    return rows.flatMap((row) => (row.webhook_id === null ? [] : [row]));
  }

  /** Gives a run back that was begun and not ended, under the same attempt: the process is leaving, the run is not at fault. */
  async handBack(job: RunAttempt): Promise<void> {
    await this.#database.$executeRaw(Prisma.sql`
      UPDATE ${this.#rows.table} SET status = ${to('handBack')}, lease_until = NULL WHERE ${this.#held('handBack', job)}`);
  }

  /** Ends one attempt: the next is queued, or the run fails. Undefined where the attempt was ended before. */
  async end(job: RunAttempt, fault: Fault): Promise<NextAttempt | undefined> {
    const [next] = await this.#end(this.#held('retry', job), fault);
    return next;
  }

  /** Ends the attempts whose lease ran out: their worker is dead, or stuck. */
  async endOverdue(most: number): Promise<readonly NextAttempt[]> {
    const { table, id } = this.#rows;
    const overdue = Prisma.sql`${id} IN (
      SELECT ${id} FROM ${table} WHERE ${from('renew')} AND lease_until < now() LIMIT ${most} FOR UPDATE SKIP LOCKED)`;
    return this.#end(overdue, 'failure');
  }

  /** Runs that have waited for so long that their job may be gone, oldest first. */
  async waiting(milliseconds: number, most: number): Promise<readonly RunAttempt[]> {
    const { table, id } = this.#rows;
    return this.#database.$queryRaw<RunAttempt[]>(Prisma.sql`
      SELECT ${id} AS run_id, attempt FROM ${table}
      WHERE ${from('claim')} AND created_at < now() - ${milliseconds}::float8 * interval '1 millisecond'
      ORDER BY created_at LIMIT ${most}`);
  }

  async #end(which: Prisma.Sql, fault: Fault): Promise<readonly NextAttempt[]> {
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
      // In one order for all sweepers: two that give back to the same accounts at once would wait for one another.
      for (const row of ended.toSorted((one, other) => (one.account_id < other.account_id ? -1 : 1))) {
        // oxlint-disable-next-line no-await-in-loop -- one connection, one statement at a time
        if (row.status === TRANSITIONS.giveUp.to) await this.#giveBack(session, row, fault);
      }
      return ended.map(nextAttempt);
    });
  }

  /** Our fault ended it: the day that was charged gets it back. */
  async #giveBack(session: DatabaseSession, { account_id, charged_day }: EndedRow, fault: Fault): Promise<void> {
    await giveBackQuota(session, account_id, this.#rows.kind, charged_day, fault);
  }

  /** The row of a job's attempt, if it stands where a transition begins. */
  #held(transition: keyof typeof TRANSITIONS, { run_id, attempt }: RunAttempt): Prisma.Sql {
    return Prisma.sql`${this.#rows.id} = ${run_id} AND attempt = ${attempt} AND ${from(transition)}`;
  }

  /** The name under which a statement is prepared. */
  #named(statement: string): Prisma.Sql {
    return Prisma.raw(`/* prepared: ${this.#rows.kind}-${statement} */`);
  }
}

/** True of a row in a state at which a transition begins. */
function from(transition: keyof typeof TRANSITIONS, qualifier = ''): Prisma.Sql {
  return Prisma.raw(`${qualifier}status IN (${TRANSITIONS[transition].from.map((status) => `'${status}'`).join(', ')})`);
}

/** The type has its name from when certifications were the only runs. */
function to(transition: keyof typeof TRANSITIONS): Prisma.Sql {
  return Prisma.raw(`'${TRANSITIONS[transition].to}'::certification_status`);
}

/** True of a row whose account is not suspended. */
function isServed(row: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = ${row}.account_id AND a.suspended_at IS NOT NULL)`;
}

/** The columns of a `ShareRow`. A process of an earlier build writes no share: then each account is a group. */
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

/** So many milliseconds from now on the database's clock, which all workers share. */
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
