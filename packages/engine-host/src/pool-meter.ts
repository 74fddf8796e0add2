import type { Metrics } from '@kirchhoff/platform';
import { SOLVER_OUTCOMES, type SolverCounts } from './solver-counts.js';

/** The present state of a pool. */
export interface PoolLoad {
  readonly threads: number;
  readonly running: number;
  readonly waiting: number;
}

export interface PoolSource {
  readonly name: string;
  readonly load: () => PoolLoad;
  readonly solverCounts: SolverCounts;
}

/** The end of a task that has held a thread. */
export type TaskEnd = 'done' | 'guard' | 'crashed' | 'gone' | 'threw';

/** Counts the tasks of a pool. All times are milliseconds. */
export interface PoolMeter {
  refused(): void;
  waited(milliseconds: number): void;
  spent(task: string, outcome: TaskEnd, milliseconds: number): void;
}

const MILLISECONDS_A_SECOND = 1_000;

/** Shows the state of a pool, and counts its tasks. */
export function meterPool(metrics: Metrics, { name: pool, load, solverCounts }: PoolSource): PoolMeter {
  metrics.read('engine_threads', () => [{ labels: { pool }, value: load().threads }]);
  metrics.read('engine_threads_busy', () => [{ labels: { pool }, value: load().running }]);
  metrics.read('engine_tasks_waiting', () => [{ labels: { pool }, value: load().waiting }]);
  metrics.read('solver_queries_total', () => SOLVER_OUTCOMES.map((outcome) => ({ labels: { outcome }, value: solverCounts.of(outcome) })));
  const seconds = metrics.histogram('engine_task_seconds');
  const waits = metrics.histogram('engine_task_wait_seconds');
  const refusals = metrics.counter('engine_tasks_refused_total');
  refusals.add({ pool }, 0);
  return {
    refused: () => refusals.add({ pool }),
    waited: (milliseconds) => waits.observe({ pool }, milliseconds / MILLISECONDS_A_SECOND),
    spent: (task, outcome, milliseconds) => seconds.observe({ task, outcome }, milliseconds / MILLISECONDS_A_SECOND),
  };
}
