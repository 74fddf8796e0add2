import { boundedRead, type LabelsOf, type Metrics, SCRAPE_MILLISECONDS, type TimeMeter } from '@kirchhoff/platform';
import type { RunKind } from './run.js';

/** The result of a run, as the metrics count it. */
export type RunVerdict = Omit<LabelsOf<'runs_total'>, 'kind'>;

const FAILED: RunVerdict = { outcome: 'failed', assurance: 'none' };
const MILLISECONDS_A_SECOND = 1_000;

/** Counts the runs of one kind that a worker executes. */
export interface RunMeter {
  /** A run was claimed for the first time. */
  waited(seconds: number): void;
  /** The engine time of its attempts. */
  readonly engine: TimeMeter;
  ended(verdict: RunVerdict): void;
  /** A run was given up. */
  failed(): void;
}

export function meterRuns(metrics: Metrics, kind: RunKind): RunMeter {
  const waits = metrics.histogram('run_wait_seconds');
  const engine = metrics.histogram('run_engine_seconds');
  const runs = metrics.counter('runs_total');
  runs.add({ kind, ...FAILED }, 0);
  return {
    waited: (seconds) => waits.observe({ kind }, seconds),
    engine: {
      spent: (milliseconds) => engine.observe({ kind }, milliseconds / MILLISECONDS_A_SECOND),
      mayBegin: async () => Promise.resolve(true),
    },
    ended: (verdict) => runs.add({ kind, ...verdict }),
    failed: () => runs.add({ kind, ...FAILED }),
  };
}

/** The runs of one kind that have not ended, in the whole installation. */
export interface RunBacklog {
  readonly waiting: number;
  readonly running: number;
  /** Seconds since the request of the run that has waited longest; 0 if none waits. */
  readonly oldestSeconds: number;
}

/** The runs of one kind. */
export interface CountedRuns {
  readonly kind: RunKind;
  backlog(): Promise<RunBacklog>;
}

/** Shows the backlog of a kind. It is left out while Postgres does not answer in time. */
export function meterBacklog(metrics: Metrics, runs: CountedRuns, log: { warn(fields: object, message: string): void }): void {
  const { kind } = runs;
  const read = boundedRead(
    async () => runs.backlog(),
    SCRAPE_MILLISECONDS,
    (error) => log.warn({ err: error }, 'waiting runs could not be counted'),
  );
  const show = (name: 'runs_waiting' | 'runs_running' | 'runs_oldest_waiting_seconds', value: (read: RunBacklog) => number): void =>
    metrics.read(name, async () => {
      const found = await read();
      return found === undefined ? [] : [{ labels: { kind }, value: value(found) }];
    });
  show('runs_waiting', ({ waiting }) => waiting);
  show('runs_running', ({ running }) => running);
  show('runs_oldest_waiting_seconds', ({ oldestSeconds }) => oldestSeconds);
}
