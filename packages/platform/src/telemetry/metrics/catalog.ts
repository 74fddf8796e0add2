import { Assurance } from '../../generated/prisma/client.js';
import { isProblemCode, PROBLEMS } from '../../problems/codes.js';

/** A process that shows metrics. */
export const METERED_PROCESSES = ['registry', 'worker', 'compiler'] as const;
export type MeteredProcess = (typeof METERED_PROCESSES)[number];

/**
 * The values of a label that are not listed here, but come from declarations of the code: routes, tasks, settings. A value that a
 * client chooses freely is never a label, since each one is stored for the life of the process.
 */
export const DECLARED = 'declared';

interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** The meaning, without a full stop. */
  readonly help: string;
  /** All values of each label, or `DECLARED`. */
  readonly labels: Readonly<Record<string, readonly string[] | typeof DECLARED>>;
  /** The processes that show it. */
  readonly of: readonly MeteredProcess[];
  /** The upper bounds of a histogram, in seconds. */
  readonly buckets?: readonly number[];
}

/** The methods of the services; another method is `other`. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'other'] as const;

const CODES = Object.keys(PROBLEMS).filter(isProblemCode);
const KINDS = ['certification', 'verification'] as const;
const GRADES = [...Object.values(Assurance), 'none'] as const;

const HTTP = ['registry', 'compiler'] as const;
const RUNS = ['registry', 'worker'] as const;
const WORKER = ['worker'] as const;
const COMPILER = ['compiler'] as const;
const EVERY = METERED_PROCESSES;

/** Up to the time that a request may wait for its run. */
const ANSWER_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];
/** Up to the usual time limit of a task. */
const TASK_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Up to an hour. */
const WAIT_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3_600];

/** Precedes every name below. */
export const METRIC_PREFIX = 'kirchhoff_';

/** Every metric of our own, without its prefix. The page of operations shows this table. */
export const METRICS = {
  build_info: {
    type: 'gauge',
    help: 'Always 1; the labels name the process and its build',
    labels: { service: METERED_PROCESSES, version: DECLARED, engine: DECLARED },
    of: EVERY,
  },
  ready: { type: 'gauge', help: '1 if the process is ready, as /readyz says; otherwise 0', labels: {}, of: EVERY },
  dependency_up: {
    type: 'gauge',
    help: '1 if the dependency has answered this scrape within 2 s; otherwise 0',
    labels: { dependency: ['postgres', 'redis'] },
    of: EVERY,
  },
  http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time of a request until its answer was sent; status is aborted if the client left before, route is none without a route',
    labels: { method: METHODS, route: DECLARED, status: DECLARED },
    of: HTTP,
    buckets: ANSWER_BUCKETS,
  },
  http_requests_in_flight: { type: 'gauge', help: 'Requests that have begun and are not answered', labels: {}, of: HTTP },
  http_refusals_total: { type: 'counter', help: 'Answers that are problems, by code', labels: { code: CODES }, of: HTTP },
  runs_total: {
    type: 'counter',
    help: 'Runs that this worker has ended: closed or open, verified or refused; failed is the fault of the service',
    labels: { kind: KINDS, outcome: ['closed', 'open', 'verified', 'refused', 'failed'], assurance: GRADES },
    of: WORKER,
  },
  run_engine_seconds: {
    type: 'histogram',
    help: 'Time that an attempt at a run has held an engine thread',
    labels: { kind: KINDS },
    of: WORKER,
    buckets: TASK_BUCKETS,
  },
  run_wait_seconds: {
    type: 'histogram',
    help: 'Time from the request of a run until a worker first claimed it',
    labels: { kind: KINDS },
    of: WORKER,
    buckets: WAIT_BUCKETS,
  },
  runs_waiting: {
    type: 'gauge',
    help: 'Runs that wait for a worker, in the whole installation; those of suspended accounts are left out',
    labels: { kind: KINDS },
    of: RUNS,
  },
  runs_running: { type: 'gauge', help: 'Runs that a worker holds, in the whole installation', labels: { kind: KINDS }, of: RUNS },
  runs_oldest_waiting_seconds: {
    type: 'gauge',
    help: 'Time since the request of the run that has waited longest, in the whole installation; 0 if none waits',
    labels: { kind: KINDS },
    of: RUNS,
  },
  engine_task_seconds: {
    type: 'histogram',
    help: 'Time that a task has held an engine thread; guard and crashed have cost the thread',
    labels: { task: DECLARED, outcome: ['done', 'guard', 'crashed', 'gone', 'threw'] },
    of: EVERY,
    buckets: TASK_BUCKETS,
  },
  engine_task_wait_seconds: {
    type: 'histogram',
    help: 'Time that a task has waited for an engine thread',
    labels: { pool: DECLARED },
    of: EVERY,
    buckets: TASK_BUCKETS,
  },
  engine_tasks_refused_total: {
    type: 'counter',
    help: 'Tasks that were not begun: the queue was full, they waited too long, or the process stops',
    labels: { pool: DECLARED },
    of: EVERY,
  },
  engine_tasks_waiting: { type: 'gauge', help: 'Tasks that wait for an engine thread', labels: { pool: DECLARED }, of: EVERY },
  engine_threads: { type: 'gauge', help: 'Engine threads that run', labels: { pool: DECLARED }, of: EVERY },
  engine_threads_busy: { type: 'gauge', help: 'Engine threads with a task', labels: { pool: DECLARED }, of: EVERY },
  solver_queries_total: {
    type: 'counter',
    help: 'Queries to the solver by its answer; out is no answer, since it did not start or broke down',
    labels: { outcome: ['unsat', 'sat', 'unknown', 'out'] },
    of: EVERY,
  },
  cache_requests_total: {
    type: 'counter',
    help: 'Look-ups in a cache; for proofs, certifications with and without the certificate of an earlier run',
    labels: { cache: ['keys', 'policies', 'policy_heads', 'representations', 'proofs'], result: ['hit', 'miss'] },
    of: EVERY,
  },
  database_pool_connections: {
    type: 'gauge',
    help: 'Connections to Postgres of this process',
    labels: { state: ['used', 'idle'] },
    of: EVERY,
  },
  database_pool_waiting: { type: 'gauge', help: 'Statements that wait for a connection to Postgres', labels: {}, of: EVERY },
  policy_decisions_total: {
    type: 'counter',
    help: 'Decisions of policies, those of AuthZEN included',
    labels: { verdict: ['ALLOW', 'REVIEW', 'DENY'] },
    of: COMPILER,
  },
  decision_log_waiting: { type: 'gauge', help: 'Decisions that wait to be written to the log', labels: {}, of: COMPILER },
  decision_log_dropped_total: { type: 'counter', help: 'Decisions that are missing in the log', labels: {}, of: COMPILER },
  webhook_deliveries_total: {
    type: 'counter',
    help: 'Attempts at deliveries: delivered, failed and to be repeated, or given up; unsigned has sent nothing, since a secret does not open',
    labels: { outcome: ['delivered', 'failed', 'given_up', 'unsigned'] },
    of: WORKER,
  },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof METRICS;
type NamesOf<Type extends Metric['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never;
}[MetricName];
export type CounterName = NamesOf<'counter'>;
export type HistogramName = NamesOf<'histogram'>;
export type GaugeName = NamesOf<'gauge'>;

type ValueOf<Values> = Values extends readonly string[] ? Values[number] : string;

/** The labels of a sample: a value for each. */
export type LabelsOf<Name extends MetricName> = {
  readonly [Label in keyof (typeof METRICS)[Name]['labels']]: ValueOf<(typeof METRICS)[Name]['labels'][Label]>;
};

/** Returns the table of all metrics for the page of operations, a line each. */
export function metricsTable(): string {
  const lines = Object.entries<Metric>(METRICS).map(([name, { type, help, labels, of }]) => {
    const named = Object.entries(labels).map(([label, values]) =>
      values === DECLARED || values.length > MAX_LISTED ? `\`${label}\`` : `\`${label}\` (${values.join(', ')})`,
    );
    return `| \`${METRIC_PREFIX}${name}\` | ${type} | ${named.join('; ')} | ${of.length === EVERY.length ? 'all' : of.join(', ')} | ${help} |`;
  });
  return ['| metric | type | labels | process | |', '| --- | --- | --- | --- | --- |', ...lines].join('\n');
}

const MAX_LISTED = 8;
